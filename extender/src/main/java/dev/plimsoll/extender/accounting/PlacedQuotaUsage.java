package dev.plimsoll.extender.accounting;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.SortedTree;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.ResourceQuotaController;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Quota at placement. A ResourceQuota is enforced when a pod is created; a quota that is lowered or
 * made afterwards, or two API servers that admit at once, leave more pods admitted than it allows.
 * Here only pods that have a node count, those on their way, and the pod in question.
 *
 * <p>A namespace with quotas is counted when it is first asked about and then kept current change
 * by change; of others, whose names a caller may make up, nothing is kept. What a pod is charged
 * that is being deleted depends on the time, so these are counted when asked. An instance never
 * changes: each change returns another.
 */
final class PlacedQuotaUsage {
  static final PlacedQuotaUsage NONE = new PlacedQuotaUsage(SortedTree.empty());

  private final SortedTree<String, NamespaceUsage> byNamespace;

  private PlacedQuotaUsage(SortedTree<String, NamespaceUsage> byNamespace) {
    this.byNamespace = byNamespace;
  }

  /** A namespace's quotas by name, and its pods with a node that are being deleted. */
  private record NamespaceUsage(List<QuotaCharge> quotas, SortedTree<String, Pod> leaving) {
    static NamespaceUsage of(Cluster cluster, String namespace) {
      NamespaceUsage counted =
          new NamespaceUsage(
              cluster.list(ResourceQuota.class, namespace).stream()
                  .map(q -> new QuotaCharge(q, Resources.EMPTY, Resources.EMPTY))
                  .toList(),
              SortedTree.empty());
      if (!counted.quotas.isEmpty()) {
        for (Pod pod : cluster.list(Pod.class, namespace)) {
          counted = counted.placed(cluster, pod, true);
        }
      }
      return counted;
    }

    NamespaceUsage placed(Cluster cluster, Pod pod, boolean in) {
      if (!pod.isBound()) {
        return this;
      }
      if (!pod.isTerminating()) {
        return new NamespaceUsage(
            quotas.stream().map(q -> q.plusPlaced(cluster, pod, in)).toList(), leaving);
      }
      return new NamespaceUsage(
          quotas, in ? leaving.with(pod.name(), pod) : leaving.without(pod.name()));
    }

    NamespaceUsage assumed(Cluster cluster, Pod pod, boolean in) {
      return new NamespaceUsage(
          quotas.stream().map(q -> q.plusAssumed(cluster, pod, in)).toList(), leaving);
    }

    boolean agrees(NamespaceUsage other) {
      return leaving.keys().equals(other.leaving.keys())
          && quotas.size() == other.quotas.size()
          && IntStream.range(0, quotas.size())
              .allMatch(i -> quotas.get(i).agrees(other.quotas.get(i)));
    }
  }

  /** The usage of a quota by placed pods and by pods on their way. */
  private record QuotaCharge(ResourceQuota quota, Resources placed, Resources assumed) {

    QuotaCharge plusPlaced(Cluster cluster, Pod pod, boolean in) {
      return new QuotaCharge(
          quota, sum(placed, ResourceQuotaController.charge(cluster, quota, pod), in), assumed);
    }

    QuotaCharge plusAssumed(Cluster cluster, Pod pod, boolean in) {
      return new QuotaCharge(
          quota, placed, sum(assumed, ResourceQuotaController.charge(cluster, quota, pod), in));
    }

    private static Resources sum(Resources sum, Resources charge, boolean in) {
      return in ? sum.add(charge) : sum.subtract(charge);
    }

    boolean agrees(QuotaCharge other) {
      return quota.name().equals(other.quota.name())
          && placed.removeZeros().equals(other.placed.removeZeros())
          && assumed.removeZeros().equals(other.assumed.removeZeros());
    }
  }

  /** Returns the namespaces that have been asked about. */
  Set<String> namespaces() {
    return Set.copyOf(byNamespace.keys());
  }

  boolean isCounted(String namespace) {
    return byNamespace.get(namespace).isPresent();
  }

  /** Returns the usage with one namespace counted, if that has quotas. */
  PlacedQuotaUsage counting(String namespace, Cluster cluster, Collection<Pod> assumedPods) {
    if (byNamespace.get(namespace).isPresent()) {
      return this;
    }
    NamespaceUsage fresh = of(namespace, cluster, assumedPods);
    return fresh.quotas.isEmpty() ? this : new PlacedQuotaUsage(byNamespace.with(namespace, fresh));
  }

  private NamespaceUsage of(String namespace, Cluster cluster, Collection<Pod> assumedPods) {
    Optional<NamespaceUsage> known = byNamespace.get(namespace);
    if (known.isPresent()) {
      return known.get();
    }
    NamespaceUsage fresh = NamespaceUsage.of(cluster, namespace);
    for (Pod pod : fresh.quotas.isEmpty() ? List.<Pod>of() : assumedPods) {
      fresh = fresh.assumed(cluster, pod, true);
    }
    return fresh;
  }

  private PlacedQuotaUsage change(String namespace, UnaryOperator<NamespaceUsage> change) {
    return byNamespace
        .get(namespace)
        .map(u -> new PlacedQuotaUsage(byNamespace.with(namespace, change.apply(u))))
        .orElse(this);
  }

  /** Returns the usage after a change; the cluster is the one after it. */
  PlacedQuotaUsage changed(
      Optional<? extends ApiObject> before, Optional<? extends ApiObject> after, Cluster now) {
    ApiObject any = before.<ApiObject>map(o -> o).or(() -> after).orElseThrow();
    if (any instanceof ResourceQuota && !spec(before).equals(spec(after))) {
      return new PlacedQuotaUsage(byNamespace.without(any.namespace()));
    }
    PlacedQuotaUsage without =
        before.orElse(null) instanceof Pod pod
            ? change(pod.namespace(), u -> u.placed(now, pod, false))
            : this;
    return after.orElse(null) instanceof Pod pod
        ? without.change(pod.namespace(), u -> u.placed(now, pod, true))
        : without;
  }

  private static Optional<Object> spec(Optional<? extends ApiObject> quota) {
    return quota.map(q -> ((ResourceQuota) q).spec());
  }

  /** Returns the usage with, or without, an assumed pod. */
  PlacedQuotaUsage assumed(Pod pod, boolean in, Cluster now) {
    return change(pod.namespace(), u -> u.assumed(now, pod, in));
  }

  /**
   * Returns the checks of the quotas, up to the first quota that holds the pod.
   *
   * @param assumedPods the pods of its namespace that are on their way, needed at the first count
   * @param gone pods that count no more: the pod itself where it is assumed, or what is evicted for
   *     it
   */
  List<QuotaCheck> checks(
      Cluster cluster, Pod pod, Collection<Pod> assumedPods, Collection<Pod> gone) {
    NamespaceUsage namespace = of(pod.namespace(), cluster, assumedPods);
    List<QuotaCheck> checks = new ArrayList<>(namespace.quotas.size());
    for (QuotaCharge quotaCharge : namespace.quotas) {
      ResourceQuota quota = quotaCharge.quota;
      Resources asked = ResourceQuotaController.charge(cluster, quota, pod).removeZeros();
      if (!asked.isEmpty()) {
        Resources used = quotaCharge.placed.add(quotaCharge.assumed);
        for (Pod leaving : namespace.leaving.values()) {
          used = used.add(ResourceQuotaController.charge(cluster, quota, leaving));
        }
        for (Pod each : gone) {
          if (each.namespace().equals(pod.namespace())) {
            used = used.subtract(ResourceQuotaController.charge(cluster, quota, each));
          }
        }
        QuotaCheck check = new QuotaCheck(quota.name(), asked, used, quota.spec().hard());
        checks.add(check);
        if (check.holdReason().isPresent()) {
          return checks;
        }
      }
    }
    return checks;
  }

  /** Returns in which namespaces others count otherwise. */
  List<String> differences(PlacedQuotaUsage other) {
    return byNamespace.keys().stream()
        .filter(n -> !agrees(byNamespace.get(n), other.byNamespace.get(n)))
        .map(n -> "quotas of namespace " + n)
        .toList();
  }

  private static boolean agrees(Optional<NamespaceUsage> one, Optional<NamespaceUsage> other) {
    return one.isEmpty() || other.isEmpty() || one.get().agrees(other.get());
  }
}
