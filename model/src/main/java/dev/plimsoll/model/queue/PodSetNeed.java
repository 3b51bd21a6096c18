package dev.plimsoll.model.queue;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.kueue.FlavorMatch;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails.Queued.PodSet;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The quota that a pod set of a waiting Workload needs.
 *
 * @param workload the Workload
 * @param index the number of the pod set, from 0
 * @param amounts the amounts that Kueue compares with quota
 */
public record PodSetNeed(Workload workload, int index, Resources amounts) {
  private static final int DIGITS = 9;

  /**
   * Returns the least amounts with which Kueue admits the Workload: with {@code minCount} pods
   * where the Workload has it. Amounts are rounded down.
   *
   * <p>Source: {@code PodSetReducer} in {@code
   * sigs.k8s.io/kueue/pkg/scheduler/flavorassigner/podset_reducer.go}.
   */
  static List<PodSetNeed> least(Workload workload, ClusterQueue queue) {
    return of(workload, queue, true);
  }

  /** Returns the amounts of all pods. */
  public static List<PodSetNeed> all(Workload workload, ClusterQueue queue) {
    return of(workload, queue, false);
  }

  private static List<PodSetNeed> of(Workload workload, ClusterQueue queue, boolean isLeast) {
    List<PodSet> podSets = QueuedWorkloads.details(workload).podSets();
    List<Resources> requests = QueuedWorkloads.podSetRequests(workload);
    List<PodSetNeed> needs = new ArrayList<>();
    if (requests.size() == podSets.size() && workload.templates().size() == podSets.size()) {
      for (int i = 0; i < podSets.size(); i++) {
        PodSetNeed all =
            new PodSetNeed(
                workload, i, withPods(requests.get(i), workload.templates().get(i), queue));
        PodSet podSet = podSets.get(i);
        needs.add(
            isLeast && podSet.minCount() < podSet.count()
                ? all.part(podSet.minCount(), podSet.count())
                : all);
      }
    }
    return needs;
  }

  private static Resources withPods(
      Resources requests, Workload.PodTemplate template, ClusterQueue queue) {
    return queue.quotas().stream().anyMatch(q -> q.key().resource().equals(ResourceName.PODS))
        ? requests.with(ResourceName.PODS, Quantity.of(template.replicas().orElse(1)))
        : requests;
  }

  private static Quantity part(Quantity amount, long numerator, long denominator) {
    return Quantity.parse(
        amount
            .multiply(numerator)
            .toBigDecimal()
            .divide(BigDecimal.valueOf(denominator), DIGITS, RoundingMode.FLOOR)
            .toPlainString());
  }

  /** Returns the resources whose amount isn't 0. */
  List<ResourceName> requested() {
    return amounts.names().stream().filter(r -> amounts.getOrZero(r).signum() > 0).toList();
  }

  /** Returns the need of fewer pods, or of pods with smaller requests: a part of the amounts. */
  public PodSetNeed part(long numerator, long denominator) {
    Resources.Builder part = Resources.builder();
    amounts.forEach((name, amount) -> part.put(name, part(amount, numerator, denominator)));
    return new PodSetNeed(workload, index, part.build());
  }

  /** Returns the need with another amount of a resource. */
  public PodSetNeed with(ResourceName resource, Quantity amount) {
    return new PodSetNeed(workload, index, amounts.with(resource, amount));
  }

  /** Returns the pod set's name. */
  public String podSet() {
    return QueuedWorkloads.details(workload).podSets().get(index).name();
  }

  /**
   * Returns why Kueue doesn't use a flavor for the pod set; empty if it may. Whether Kueue compares
   * topologies depends on its configuration, so a topology counts only in Kueue's words.
   */
  Optional<String> mismatch(Cluster cluster, String flavor) {
    return cluster
        .find(ResourceFlavor.class, "", flavor)
        .flatMap(
            f ->
                FlavorMatch.mismatch(f, workload.templates().get(index).spec())
                    .or(() -> topologyMismatch(f)));
  }

  private Optional<String> topologyMismatch(ResourceFlavor flavor) {
    boolean needsTopology = !QueuedWorkloads.details(workload).topologies().isEmpty();
    String said =
        "Flavor \"%s\" %s TopologyAwareScheduling"
            .formatted(
                flavor.name(), flavor.topology().isEmpty() ? "does not support" : "supports only");
    return needsTopology == flavor.topology().isEmpty() && QueuedWorkloads.says(workload, said)
        ? Optional.of(
            needsTopology
                ? "the pods ask for a topology, and it has none"
                : "it has a topology, and the pods ask for none")
        : Optional.empty();
  }
}
