package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.Container;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ResourceRequirements;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.quota.QuotaDenial;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.List;

/** Proposes to state the requests and limits that a quota demands. */
final class RequestProposer {
  private static final Quantity SOME_CPU = Quantity.parse("1");
  private static final Quantity SOME_MEMORY = Quantity.parse("1Gi");

  private RequestProposer() {}

  static List<Remedy> propose(
      DetectionContext detectionContext,
      WorkloadDenials.WorkloadDenial workloadDenial,
      QuotaDenial.MustSpecify must) {
    List<Pod> stated =
        DeniedPodsDetector.missing(workloadDenial).stream().map(p -> state(p, keys(must))).toList();
    SimulationRun simulationRun = SimulationRun.create(detectionContext.simulation(), stated);
    StringBuilder yaml = new StringBuilder();
    containers(yaml, "containers", stated.get(0).spec().containers(), keys(must));
    containers(yaml, "initContainers", stated.get(0).spec().initContainers(), keys(must));
    return List.of(
        PodTemplatePatch.ofPodSpec(
                workloadDenial.group(),
                "state " + names(must) + " in every container (tried with the values in the patch)",
                yaml.toString())
            .tried(simulationRun));
  }

  private static List<ResourceName> keys(QuotaDenial.MustSpecify must) {
    return List.copyOf(must.missing().containers().keySet());
  }

  private static String names(QuotaDenial.MustSpecify must) {
    return String.join(", ", keys(must).stream().map(ResourceName::name).toList());
  }

  private static Pod state(Pod pod, List<ResourceName> keys) {
    return pod.withSpec(
        pod.spec().toBuilder()
            .containers(pod.spec().containers().stream().map(c -> state(c, keys)).toList())
            .initContainers(pod.spec().initContainers().stream().map(c -> state(c, keys)).toList())
            .build());
  }

  private static Container state(Container container, List<ResourceName> keys) {
    ResourceRequirements resources = container.resources();
    for (ResourceName key : keys) {
      boolean limit = key.name().startsWith("limits.");
      ResourceName resource = ResourceName.of(key.name().replaceFirst("^(requests|limits)\\.", ""));
      Resources there = limit ? resources.limits() : resources.requests();
      if (!there.contains(resource)) {
        Resources other = limit ? resources.requests() : resources.limits();
        Quantity value =
            other.get(resource).orElse(resource.equals(ResourceName.CPU) ? SOME_CPU : SOME_MEMORY);
        Resources with = there.with(resource, value);
        resources = limit ? resources.withLimits(with) : resources.withRequests(with);
      }
    }
    return container.withResources(resources);
  }

  private static void containers(
      StringBuilder yaml, String field, List<Container> containers, List<ResourceName> keys) {
    if (containers.isEmpty()) {
      return;
    }
    yaml.append(field).append(":\n");
    for (Container container : containers) {
      yaml.append("- name: ").append(container.name()).append("\n  resources:\n");
      side(yaml, "limits", container.resources().limits(), keys);
      side(yaml, "requests", container.resources().requests(), keys);
    }
  }

  private static void side(
      StringBuilder yaml, String field, Resources values, List<ResourceName> keys) {
    List<ResourceName> shown =
        values.names().stream()
            .filter(
                n ->
                    keys.contains(ResourceName.of(field + "." + n))
                        || (field.equals("requests") && keys.contains(n)))
            .toList();
    if (shown.isEmpty()) {
      return;
    }
    yaml.append("    ").append(field).append(":\n");
    for (ResourceName name : shown) {
      yaml.append("      ").append(name).append(": ");
      yaml.append(PodTemplatePatch.quoted(values.getOrZero(name).toString())).append('\n');
    }
  }
}
