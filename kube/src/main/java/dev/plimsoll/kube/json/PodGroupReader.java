package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.PodGroup;
import dev.plimsoll.kubernetes.object.PodGroupApi;
import dev.plimsoll.kubernetes.object.PodGroupReference;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads groups of pods, and to which one a pod belongs. */
final class PodGroupReader {
  private PodGroupReader() {}

  static PodGroup podGroup(Fields object, PodGroupApi api) {
    Fields spec = object.object("spec");
    Map<String, Integer> minCounts = new HashMap<>();
    switch (api) {
      case KUBERNETES -> put(minCounts, "", gang(spec.object("schedulingPolicy")));
      case WORKLOAD ->
          spec.list("podGroups", g -> g)
              .forEach(g -> put(minCounts, g.string("name"), gang(g.object("policy"))));
      case SCHEDULER_PLUGINS, VOLCANO, KAI -> put(minCounts, "", spec.integer("minMember"));
    }
    return new PodGroup(
        ObjectMetaReader.metadata(object),
        api,
        minCounts,
        topologyKey(spec, api),
        queueing(object, api));
  }

  private static Optional<PodGroup.Queueing> queueing(Fields object, PodGroupApi api) {
    Fields spec = object.object("spec");
    Fields status = object.object("status");
    return switch (api) {
      case VOLCANO -> Optional.of(SchedulerQueueReader.volcanoGroup(spec, status));
      case KAI -> Optional.of(SchedulerQueueReader.kaiGroup(spec, status));
      case KUBERNETES, WORKLOAD, SCHEDULER_PLUGINS -> Optional.empty();
    };
  }

  private static Optional<String> topologyKey(Fields spec, PodGroupApi api) {
    return api == PodGroupApi.KUBERNETES
        ? spec.object("schedulingConstraints").list("topology", t -> t.string("key")).stream()
            .filter(key -> !key.isEmpty())
            .findFirst()
        : Optional.empty();
  }

  private static OptionalInt gang(Fields policy) {
    return policy.object("gang").integer("minCount");
  }

  private static void put(Map<String, Integer> minCounts, String group, OptionalInt minCount) {
    if (minCount.orElse(1) > 1) {
      minCounts.put(group, minCount.orElse(1));
    }
  }

  /** Reads which group Kubernetes' own fields name, that of 1.36 or that of 1.35. */
  static Optional<PodGroupReference> reference(Fields podSpec) {
    return podSpec
        .optional("schedulingGroup")
        .map(g -> PodGroupReference.to(PodGroupApi.KUBERNETES, g.string("podGroupName")))
        .or(
            () ->
                podSpec
                    .optional("workloadRef")
                    .map(
                        w ->
                            new PodGroupReference(
                                PodGroupApi.WORKLOAD,
                                w.string("name"),
                                w.string("podGroup"),
                                w.string("podGroupReplicaKey"))))
        .filter(r -> !r.name().isEmpty());
  }
}
