package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.Affinity;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.ContainerPort;
import dev.plimsoll.kubernetes.object.ContainerStatus;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodResourceClaim;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.kubernetes.object.TopologySpreadConstraint;
import dev.plimsoll.kubernetes.object.Volume;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads pods, and the pod specs in templates. */
final class PodReader {
  private static final String RESTART_ALL = "RestartAllContainers";
  private static final Interner<List<Container>> CONTAINERS = new Interner<>(1 << 11);
  private static final Interner<Affinity> AFFINITIES = new Interner<>(1 << 11);
  private static final Interner<List<TopologySpreadConstraint>> SPREADS = new Interner<>(1 << 11);
  private static final Interner<List<Toleration>> TOLERATIONS = new Interner<>(1 << 11);
  private static final Interner<List<ContainerStatus>> STATUSES = new Interner<>(1 << 11);

  private PodReader() {}

  static Pod pod(Fields object) {
    return new Pod(
        ObjectMetaReader.metadata(object),
        spec(object.object("spec")),
        object.optional("status").map(PodReader::status).orElse(PodStatus.PENDING));
  }

  static PodSpec spec(Fields spec) {
    return PodSpec.builder()
        .initContainers(spec.list("initContainers", CONTAINERS, PodReader::container))
        .containers(spec.list("containers", CONTAINERS, PodReader::container))
        .resources(spec.optional("resources").map(PodReader::requirements))
        .overhead(spec.resources("overhead"))
        .nodeName(spec.string("nodeName"))
        .schedulerName(spec.string("schedulerName", "default-scheduler"))
        .nodeSelector(spec.map("nodeSelector"))
        .affinity(
            spec.optional("affinity", AFFINITIES, SelectorReader::affinity).orElse(Affinity.NONE))
        .tolerations(spec.list("tolerations", TOLERATIONS, SelectorReader::toleration))
        .topologySpreadConstraints(
            spec.list("topologySpreadConstraints", SPREADS, SelectorReader::spread))
        .schedulingGates(spec.list("schedulingGates", g -> g.string("name")))
        .priorityClassName(spec.string("priorityClassName"))
        .priority(spec.integer("priority"))
        .preemptionPolicy(spec.string("preemptionPolicy"))
        .runtimeClassName(spec.string("runtimeClassName"))
        .serviceAccountName(serviceAccount(spec))
        .activeDeadlineSeconds(spec.wholeNumber("activeDeadlineSeconds"))
        .terminationGracePeriodSeconds(spec.wholeNumber("terminationGracePeriodSeconds"))
        .hostNetwork(spec.bool("hostNetwork"))
        .security(SecurityReader.ofPod(spec))
        .volumes(volumes(spec))
        .disks(InlineDiskReader.disks(spec))
        .resourceClaims(spec.list("resourceClaims", PodReader::claim))
        .schedulingGroup(PodGroupReader.reference(spec))
        .build();
  }

  /** Returns the service account by the present field, else by its deprecated alias. */
  private static String serviceAccount(Fields spec) {
    String name = spec.string("serviceAccountName");
    return name.isEmpty() ? spec.string("serviceAccount") : name;
  }

  static ResourceRequirements requirements(Fields resources) {
    return new ResourceRequirements(
        resources.resources("requests"),
        resources.resources("limits"),
        resources.list("claims", c -> c.string("name")));
  }

  private static Container container(Fields container) {
    return new Container(
        container.string("name"),
        container
            .optional("resources")
            .map(PodReader::requirements)
            .orElse(ResourceRequirements.NONE),
        container.list("ports", PodReader::port),
        container.string("restartPolicy"),
        resizePolicy(container),
        SecurityReader.ofContainer(container),
        container.list("restartPolicyRules", r -> r.string("action")).contains(RESTART_ALL));
  }

  private static Map<String, String> resizePolicy(Fields container) {
    List<Fields> policies = container.list("resizePolicy", p -> p);
    if (policies.isEmpty()) {
      return Map.of();
    }
    Map<String, String> byResource = new HashMap<>();
    policies.forEach(
        p -> byResource.putIfAbsent(p.string("resourceName"), p.string("restartPolicy")));
    return byResource;
  }

  private static ContainerPort port(Fields port) {
    return new ContainerPort(
        port.integer("containerPort").orElse(0),
        port.integer("hostPort").orElse(0),
        port.string("hostIP"),
        port.string("protocol", "TCP"));
  }

  private static List<Volume> volumes(Fields spec) {
    List<Volume> volumes = new ArrayList<>();
    for (Fields volume : spec.list("volumes", v -> v)) {
      if (volume.has("persistentVolumeClaim")) {
        String claim = volume.object("persistentVolumeClaim").string("claimName");
        volumes.add(new Volume(volume.string("name"), Optional.of(claim)));
      } else if (volume.has("ephemeral")) {
        volumes.add(
            new Volume(
                volume.string("name"),
                Optional.empty(),
                volume
                    .object("ephemeral")
                    .optional("volumeClaimTemplate")
                    .map(StorageReader::claim)));
      }
    }
    return volumes;
  }

  private static PodResourceClaim claim(Fields claim) {
    return new PodResourceClaim(
        claim.string("name"),
        claim.string("resourceClaimName"),
        claim.string("resourceClaimTemplateName"));
  }

  private static PodStatus status(Fields status) {
    return PodStatus.builder()
        .phase(status.string("phase"))
        .reason(status.string("reason"))
        .message(status.string("message"))
        .qosClass(status.string("qosClass"))
        .nominatedNodeName(status.string("nominatedNodeName"))
        .startTime(status.time("startTime"))
        .conditions(ObjectMetaReader.podConditions(status))
        .initContainerStatuses(
            status.list("initContainerStatuses", STATUSES, ContainerStatusReader::read))
        .containerStatuses(status.list("containerStatuses", STATUSES, ContainerStatusReader::read))
        .resources(status.optional("resources").map(PodReader::requirements))
        .allocatedResources(status.resources("allocatedResources"))
        .extendedResourceClaim(
            status.object("extendedResourceClaimStatus").string("resourceClaimName"))
        .resourceClaims(claimNames(status))
        .build();
  }

  private static Map<String, String> claimNames(Fields status) {
    Map<String, String> names = new HashMap<>();
    for (Fields claim : status.list("resourceClaimStatuses", c -> c)) {
      names.put(claim.string("name"), claim.string("resourceClaimName"));
    }
    return names;
  }
}
