package dev.plimsoll.kubernetes.pod;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.ContainerPort;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PodSpecBuilder;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Applies the defaults that the API server sets when it reads a pod, before any plug-in sees the
 * pod. The template of a Deployment gets no such defaults.
 *
 * <p>Source: {@code SetDefaults_Pod} in {@code pkg/apis/core/v1/defaults.go}.
 */
public final class PodDefaults {
  private static final long TERMINATION_GRACE_PERIOD_SECONDS = 30;

  private PodDefaults() {}

  /**
   * Returns the pod as the API server reads it. Missing requests are copied from limits, and
   * incomplete pod-level resources are completed from the containers'. Ports of the host's network
   * become host ports, and quantities are rounded up to milli.
   */
  public static Pod apply(Pod pod) {
    PodSpec spec = pod.spec();
    PodSpecBuilder defaulted =
        spec.with()
            .containers(defaulted(spec.containers(), spec.hostNetwork()))
            .initContainers(defaulted(spec.initContainers(), spec.hostNetwork()));
    if (spec.terminationGracePeriodSeconds().isEmpty()) {
      defaulted.terminationGracePeriodSeconds(OptionalLong.of(TERMINATION_GRACE_PERIOD_SECONDS));
    }
    if (spec.schedulerName().isEmpty()) {
      defaulted.schedulerName("default-scheduler");
    }
    Pod withContainers = pod.withSpec(defaulted.build());
    return withContainers.withSpec(
        rounded(
            defaulted
                .resources(spec.resources().map(given -> podLevel(withContainers, given)))
                .build()));
  }

  private static List<Container> defaulted(List<Container> containers, boolean hostNetwork) {
    List<Container> defaulted = new ArrayList<>(containers.size());
    for (Container container : containers) {
      ResourceRequirements given = container.resources();
      defaulted.add(
          container
              .withResources(given.withRequests(given.requests().withDefaults(given.limits())))
              .withPorts(hostNetwork ? hostPorts(container.ports()) : container.ports()));
    }
    return defaulted;
  }

  private static List<ContainerPort> hostPorts(List<ContainerPort> ports) {
    List<ContainerPort> defaulted = new ArrayList<>(ports.size());
    for (ContainerPort port : ports) {
      int hostPort = port.hostPort() == 0 ? port.containerPort() : port.hostPort();
      defaulted.add(
          new ContainerPort(port.containerPort(), hostPort, port.hostIp(), port.protocol()));
    }
    return defaulted;
  }

  private static ResourceRequirements podLevel(Pod pod, ResourceRequirements given) {
    Resources limits = given.limits();
    if (!limits.isEmpty() || !given.requests().isEmpty()) {
      limits = hugePageLimits(pod, given);
    }
    Resources requests = given.requests();
    if (!limits.isEmpty()) {
      requests = podRequests(pod, requests, limits);
    }
    return new ResourceRequirements(requests, limits, given.claims());
  }

  private static Resources hugePageLimits(Pod pod, ResourceRequirements given) {
    Resources ofContainers = PodResources.limits(pod, PodResourcesOptions.CONTAINERS);
    Resources limits = given.limits();
    for (ResourceName name : ofContainers.names()) {
      if (name.isHugePage() && !given.requests().contains(name) && !limits.contains(name)) {
        limits = limits.with(name, ofContainers.getOrZero(name));
      }
    }
    return limits;
  }

  private static Resources podRequests(Pod pod, Resources given, Resources limits) {
    Resources ofContainers = PodResources.requests(pod, PodResourcesOptions.CONTAINERS);
    Resources requests = given;
    for (ResourceName name : List.of(ResourceName.CPU, ResourceName.MEMORY)) {
      if (ofContainers.contains(name) && !requests.contains(name)) {
        requests = requests.with(name, ofContainers.getOrZero(name));
      }
    }
    for (ResourceName name : limits.names()) {
      if (PodResourcesOptions.isSupportedPodLevelResource(name) && !requests.contains(name)) {
        requests = requests.with(name, limits.getOrZero(name));
      }
    }
    return requests;
  }

  private static PodSpec rounded(PodSpec spec) {
    return spec.with()
        .containers(rounded(spec.containers()))
        .initContainers(rounded(spec.initContainers()))
        .resources(spec.resources().map(PodDefaults::rounded))
        .overhead(spec.overhead().roundUpToMilli())
        .build();
  }

  private static List<Container> rounded(List<Container> containers) {
    List<Container> rounded = new ArrayList<>(containers.size());
    for (Container container : containers) {
      rounded.add(container.withResources(rounded(container.resources())));
    }
    return rounded;
  }

  private static ResourceRequirements rounded(ResourceRequirements given) {
    return new ResourceRequirements(
        given.requests().roundUpToMilli(), given.limits().roundUpToMilli(), given.claims());
  }
}
