package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.karpenter.LaunchedNodeClaims;
import dev.plimsoll.kubernetes.karpenter.NodePoolGrowth;
import dev.plimsoll.kubernetes.karpenter.NodePoolMatch;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.KarpenterNodeClaim;
import dev.plimsoll.kubernetes.object.KarpenterNodePool;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.DetectionContext;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says which node Karpenter launches for a pod without a node, and which NodePools may add one. */
final class KarpenterNotes {
  private static final int NAMED = 5;

  /** {@code sigs.k8s.io/karpenter/pkg/controllers/nodeclaim/lifecycle/events.go}. */
  private static final Set<String> FAILURES =
      Set.of("InsufficientCapacityError", "NodeClassNotReady");

  /** Karpenter tries NodePools in this order. */
  private static final Comparator<KarpenterNodePool> ORDER =
      Comparator.comparing(KarpenterNodePool::weight)
          .reversed()
          .thenComparing(KarpenterNodePool::name);

  private KarpenterNotes() {}

  /** Returns the state with notes if the pod finds no node and the cluster has NodePools. */
  static PodState noted(Cluster cluster, PodState state) {
    if (state.verdict() != PodVerdict.Unschedulable || state.pod().isBound()) {
      return state;
    }
    List<String> notes =
        Stream.of(state.notes(), nodeClaims(cluster, state.pod()), nodePools(cluster, state.pod()))
            .flatMap(List::stream)
            .toList();
    return state.withNotes(notes);
  }

  private static List<String> nodeClaims(Cluster cluster, Pod pod) {
    return LaunchedNodeClaims.nominated(cluster, pod).stream()
        .flatMap(name -> nominated(cluster, name).stream())
        .toList();
  }

  private static Optional<String> nominated(Cluster cluster, String name) {
    Optional<String> failure = failure(cluster, name);
    return cluster
        .find(KarpenterNodeClaim.class, "", name)
        .map(KarpenterNotes::launched)
        .or(
            () ->
                cluster.covers(KarpenterNodeClaim.RESOURCE) || failure.isPresent()
                    ? Optional.of(
                        "Karpenter nominated NodeClaim %s for the pod and has deleted it since%s."
                            .formatted(name, failure.map(f -> ": " + f).orElse("")))
                    : Optional.empty());
  }

  /** Events about objects without a namespace are in namespace default. */
  private static Optional<String> failure(Cluster cluster, String nodeClaim) {
    return cluster.list(Event.class, "default").stream()
        .filter(e -> e.regarding().kind().equals("NodeClaim"))
        .filter(e -> e.regarding().name().equals(nodeClaim) && FAILURES.contains(e.reason()))
        .max(Comparator.comparing(e -> e.lastSeen().orElse(Instant.EPOCH)))
        .map(e -> e.reason() + ": " + e.note());
  }

  private static String launched(KarpenterNodeClaim claim) {
    return "Karpenter nominated NodeClaim %s for the pod%s: %s."
        .formatted(
            claim.name(),
            claim.metadata().creationTimestamp().map(t -> ", created at " + t).orElse(""),
            claim
                .nextStep()
                .map(c -> "the NodeClaim isn't %s yet%s".formatted(c.type(), why(c)))
                .orElseGet(() -> "its node is " + claim.nodeName()));
  }

  private static String why(Condition step) {
    String text =
        Stream.of(step.reason(), step.message())
            .filter(t -> !t.isEmpty())
            .distinct()
            .collect(Collectors.joining(": "));
    return text.isEmpty() ? "" : " (" + text + ")";
  }

  /** A pod whose node is launched needs no other node. */
  private static List<String> nodePools(Cluster cluster, Pod pod) {
    if (LaunchedNodeClaims.of(cluster, pod).isPresent()) {
      return List.of();
    }
    if (!cluster.covers(KarpenterNodePool.RESOURCE)) {
      return cluster.nodes().stream()
              .anyMatch(n -> n.metadata().labels().containsKey(KarpenterNodePool.LABEL))
          ? List.of("Karpenter makes nodes of the cluster; its NodePools were not read.")
          : List.of();
    }
    List<KarpenterNodePool> pools =
        cluster.list(KarpenterNodePool.class).stream().sorted(ORDER).toList();
    List<KarpenterNodePool> matching =
        pools.stream().filter(p -> NodePoolMatch.mismatch(p, pod.spec()).isEmpty()).toList();
    if (matching.isEmpty()) {
      return pools.isEmpty() ? List.of() : List.of(none(pools, pod.spec()));
    }
    Resources requests = DetectionContext.requests(pod);
    List<String> notes =
        matching.stream().limit(NAMED).map(p -> ofPool(p, requests)).collect(Collectors.toList());
    if (matching.size() > NAMED) {
      notes.add(matching.size() - NAMED + " more NodePools match the pod.");
    }
    return notes;
  }

  private static String none(List<KarpenterNodePool> pools, PodSpec spec) {
    Map<String, Long> reasons =
        pools.stream()
            .flatMap(p -> NodePoolMatch.mismatch(p, spec).stream())
            .collect(Collectors.groupingBy(r -> r, TreeMap::new, Collectors.counting()));
    String some =
        reasons.entrySet().stream()
            .limit(NAMED)
            .map(e -> e.getKey() + " (" + e.getValue() + ")")
            .collect(Collectors.joining(", "));
    return "Karpenter adds no node for the pod: none of %d NodePools matches, because of %s."
        .formatted(pools.size(), some);
  }

  private static String ofPool(KarpenterNodePool pool, Resources requests) {
    return NodePoolGrowth.obstacle(pool, requests)
        .orElseGet(
            () -> {
              List<ResourceName> limited =
                  pool.limits().names().stream()
                      .filter(r -> r.equals(KarpenterNodePool.NODES) || requests.contains(r))
                      .toList();
              return "NodePool %s matches the pod by taints and labels%s; Plimsoll doesn't know its instance types."
                  .formatted(
                      pool.name(),
                      limited.isEmpty()
                          ? ""
                          : " and has provisioned " + NodePoolGrowth.ofLimits(pool, limited));
            });
  }
}
