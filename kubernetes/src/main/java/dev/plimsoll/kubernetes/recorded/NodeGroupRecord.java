package dev.plimsoll.kubernetes.recorded;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AutoscalerStatus;
import dev.plimsoll.kubernetes.object.AutoscalerStatus.NodeGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds which node groups Cluster Autoscaler may grow, and why others don't grow. The status has
 * names and sizes of node groups; it names neither their nodes nor the pods that fit.
 *
 * <p>Sources: {@code k8s.io/autoscaler/cluster-autoscaler/core/static_autoscaler.go} (an unhealthy
 * cluster gets no node), {@code IsNodeGroupSafeToScaleUp} in {@code
 * k8s.io/autoscaler/cluster-autoscaler/clusterstate/clusterstate.go}.
 */
public final class NodeGroupRecord {
  /** A loop on a large cluster takes minutes; Cluster Autoscaler restarts after 10 to 15. */
  private static final Duration STALE = Duration.ofMinutes(15);

  private static final int NAMED = 5;
  private static final String IN_PROGRESS = "InProgress";

  private NodeGroupRecord() {}

  /**
   * Returns the groups that may grow, as in "gpu (0 of 2 nodes)"; empty if no group may, or if that
   * is unknown.
   */
  public static Optional<String> growing(Cluster cluster) {
    return usable(cluster)
        .filter(AutoscalerStatus::isHealthy)
        .flatMap(s -> named(s, NodeGroupRecord::mayGrow));
  }

  /** Returns why no node group may grow; empty if one may, or if that is unknown. */
  public static Optional<String> obstacle(Cluster cluster) {
    return usable(cluster)
        .filter(s -> !s.isHealthy() || s.nodeGroups().stream().noneMatch(NodeGroupRecord::mayGrow))
        .map(
            s ->
                "Cluster Autoscaler adds no node now: "
                    + (s.isHealthy()
                        ? named(s, g -> true)
                            .map(groups -> "no node group of " + groups + " may grow")
                            .orElse("it has no node group")
                        : "the cluster is Unhealthy"));
  }

  /**
   * Returns which node groups get no node now, or that none does; empty if each may grow, or if
   * that is unknown.
   */
  public static Optional<String> limited(Cluster cluster) {
    return obstacle(cluster)
        .or(
            () ->
                usable(cluster)
                    .flatMap(s -> named(s, g -> !mayGrow(g)))
                    .map("Cluster Autoscaler adds no node now to "::concat));
  }

  /**
   * Returns the sentences of the status, without groups that may grow. Without a status, they are
   * empty.
   */
  public static List<String> obstacles(Cluster cluster) {
    return status(cluster).map(s -> obstacles(s, cluster)).orElse(List.of());
  }

  /** Returns why the limits of node groups are unknown, as a sentence; empty if a status exists. */
  public static Optional<String> missing(Cluster cluster) {
    return status(cluster).isPresent()
        ? Optional.empty()
        : Optional.of(
            "The limits of Cluster Autoscaler's node groups are unknown: ConfigMap %s/%s %s."
                .formatted(
                    AutoscalerStatus.NAMESPACE,
                    AutoscalerStatus.NAME,
                    cluster.covers(AutoscalerStatus.RESOURCE) ? "does not exist" : "was not read"));
  }

  private static Optional<AutoscalerStatus> status(Cluster cluster) {
    return cluster.list(AutoscalerStatus.class).stream().findFirst();
  }

  private static Optional<AutoscalerStatus> usable(Cluster cluster) {
    return status(cluster)
        .filter(s -> s.problem().isEmpty() && !isStale(s, cluster) && s.isRunning());
  }

  private static List<String> obstacles(AutoscalerStatus status, Cluster cluster) {
    if (status.problem().isPresent()) {
      return List.of(
          "The limits of Cluster Autoscaler's node groups are unknown: the status in ConfigMap %s/%s %s."
              .formatted(status.namespace(), status.name(), status.problem().get()));
    }
    List<String> sentences = new ArrayList<>();
    if (isStale(status, cluster)) {
      sentences.add(
          status
              .time()
              .map(
                  "Cluster Autoscaler wrote its status last at %s and may have stopped."::formatted)
              .orElse("The status of Cluster Autoscaler has no time and may be old."));
    }
    if (!status.isRunning()) {
      sentences.add("Cluster Autoscaler is " + status.autoscalerStatus() + ".");
    }
    if (!status.isHealthy()) {
      sentences.add("Cluster Autoscaler adds no node, because the cluster is Unhealthy.");
    }
    status.nodeGroups().stream()
        .filter(NodeGroup::backsOff)
        .limit(NAMED)
        .map(NodeGroupRecord::backoff)
        .forEach(sentences::add);
    Stream.of(
            sentence(status, g -> !g.isHealthy(), "that are Unhealthy and get no node"),
            sentence(status, g -> g.scaleUp().equals(IN_PROGRESS), "that get nodes now"),
            sentence(status, NodeGroup::isFull, "at their maximum"))
        .flatMap(Optional::stream)
        .forEach(sentences::add);
    return sentences;
  }

  private static String backoff(NodeGroup group) {
    return "Node group %s of Cluster Autoscaler gets no node for some time, because a scale-up failed%s."
        .formatted(text(group), group.error().isEmpty() ? "" : ": " + group.error());
  }

  private static boolean isStale(AutoscalerStatus status, Cluster cluster) {
    return status.time().filter(t -> t.plus(STALE).isAfter(cluster.asOf())).isEmpty();
  }

  private static boolean mayGrow(NodeGroup group) {
    return !group.isFull() && !group.backsOff() && group.isHealthy();
  }

  private static Optional<String> sentence(
      AutoscalerStatus status, Predicate<NodeGroup> which, String state) {
    return named(status, which)
        .map(groups -> "Node groups of Cluster Autoscaler " + state + ": " + groups + ".");
  }

  private static Optional<String> named(AutoscalerStatus status, Predicate<NodeGroup> which) {
    List<NodeGroup> groups = status.nodeGroups().stream().filter(which).toList();
    String names =
        groups.stream().limit(NAMED).map(NodeGroupRecord::text).collect(Collectors.joining(", "));
    String more = groups.size() > NAMED ? " and " + (groups.size() - NAMED) + " more" : "";
    return groups.isEmpty() ? Optional.empty() : Optional.of(names + more);
  }

  private static String text(NodeGroup group) {
    return group.name() + " (" + group.target() + " of " + group.maxSize() + " nodes)";
  }
}
