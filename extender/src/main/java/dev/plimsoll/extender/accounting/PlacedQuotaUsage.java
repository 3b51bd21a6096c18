package dev.plimsoll.extender.accounting;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.quota.ResourceQuotaController;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Quota at placement. A ResourceQuota is enforced when a pod is created; a quota that is lowered or
 * made afterwards, or two API servers that admit at once, leave more pods admitted than it allows.
 * Here only pods that have a node count, those on their way, and the pod in question.
 *
 * <p>A namespace with quotas is counted when it is first asked about and then kept current change
 * by change; of others, whose names a caller may make up, nothing is kept. What a pod is charged
 * that is being deleted depends on the time, so these are counted when asked.
 */
final class PlacedQuotaUsage {
  private final Map<String, NamespaceUsage> namespaceUsage = new HashMap<>();

  /** A namespace's quotas by name, and its pods with a node that are being deleted. */
  private record NamespaceUsage(Map<String, QuotaCharge> quotas, Map<String, Pod> leaving) {

    boolean agrees(NamespaceUsage other) {
      return leaving.keySet().equals(other.leaving.keySet())
          && quotas.keySet().equals(other.quotas.keySet())
          && quotas.entrySet().stream()
              .allMatch(
                  q -> q.getValue().agrees(other.quotas.getOrDefault(q.getKey(), q.getValue())));
    }
  }

  /** What pods that stay and pods on their way are charged by a quota. */
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
      return placed.removeZeros().equals(other.placed.removeZeros())
          && assumed.removeZeros().equals(other.assumed.removeZeros());
    }
  }

  /** Returns the namespaces that have been asked about. */
  Set<String> namespaces() {
    return Set.copyOf(namespaceUsage.keySet());
  }

  /** Counts namespaces, without what is on its way. */
  void count(Set<String> namespaces, Cluster cluster) {
    namespaces.forEach(n -> namespaceUsage.put(n, count(cluster, n)));
  }

  private static NamespaceUsage count(Cluster cluster, String namespace) {
    NamespaceUsage namespaceUsage = new NamespaceUsage(new LinkedHashMap<>(), new HashMap<>());
    for (ResourceQuota quota : cluster.list(ResourceQuota.class, namespace)) {
      namespaceUsage.quotas.put(
          quota.name(), new QuotaCharge(quota, Resources.EMPTY, Resources.EMPTY));
    }
    if (!namespaceUsage.quotas.isEmpty()) {
      cluster.list(Pod.class, namespace).forEach(p -> take(namespaceUsage, cluster, p, true));
    }
    return namespaceUsage;
  }

  private static void take(NamespaceUsage namespaceUsage, Cluster cluster, Pod pod, boolean in) {
    if (!pod.isBound()) {
      return;
    }
    if (!pod.isTerminating()) {
      namespaceUsage.quotas.replaceAll(
          (name, quotaCharge) -> quotaCharge.plusPlaced(cluster, pod, in));
    } else if (in) {
      namespaceUsage.leaving.put(pod.name(), pod);
    } else {
      namespaceUsage.leaving.remove(pod.name());
    }
  }

  /** Takes one change in; the cluster is the one after it. */
  void changed(
      Optional<? extends ApiObject> before, Optional<? extends ApiObject> after, Cluster now) {
    ApiObject any = before.<ApiObject>map(o -> o).or(() -> after).orElseThrow();
    if (any instanceof ResourceQuota && !spec(before).equals(spec(after))) {
      namespaceUsage.remove(any.namespace());
    } else if (any instanceof Pod) {
      Optional<NamespaceUsage> namespace = Optional.ofNullable(namespaceUsage.get(any.namespace()));
      namespace.ifPresent(c -> before.ifPresent(p -> take(c, now, (Pod) p, false)));
      namespace.ifPresent(c -> after.ifPresent(p -> take(c, now, (Pod) p, true)));
    }
  }

  private static Optional<Object> spec(Optional<? extends ApiObject> quota) {
    return quota.map(q -> ((ResourceQuota) q).spec());
  }

  /** Takes a pod in that is on its way, or out. */
  void assumed(Pod pod, boolean in, Cluster now) {
    Optional.ofNullable(namespaceUsage.get(pod.namespace()))
        .ifPresent(c -> c.quotas.replaceAll((name, q) -> q.plusAssumed(now, pod, in)));
  }

  /**
   * Returns what each quota says of the pod, up to the first that holds it.
   *
   * @param assumedPods the pods of its namespace that are on their way, needed at the first count
   * @param gone pods that count no more: the pod itself where it is assumed, or what is evicted for
   *     it
   */
  List<QuotaCheck> checks(
      Cluster cluster, Pod pod, Collection<Pod> assumedPods, Collection<Pod> gone) {
    NamespaceUsage namespace = namespaceUsage(cluster, pod.namespace(), assumedPods);
    List<QuotaCheck> checks = new ArrayList<>(namespace.quotas.size());
    for (QuotaCharge quotaCharge : namespace.quotas.values()) {
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

  private NamespaceUsage namespaceUsage(
      Cluster cluster, String namespace, Collection<Pod> assumedPods) {
    NamespaceUsage known = namespaceUsage.get(namespace);
    if (known != null) {
      return known;
    }
    NamespaceUsage fresh = count(cluster, namespace);
    if (!fresh.quotas.isEmpty()) {
      namespaceUsage.put(namespace, fresh);
      assumedPods.forEach(p -> assumed(p, true, cluster));
    }
    return fresh;
  }

  /** Returns in which namespaces others count otherwise. */
  List<String> differences(PlacedQuotaUsage other) {
    List<String> differences = new ArrayList<>();
    namespaceUsage.forEach(
        (namespace, ours) -> {
          Optional<NamespaceUsage> theirs =
              Optional.ofNullable(other.namespaceUsage.get(namespace));
          if (theirs.filter(t -> !t.agrees(ours)).isPresent()) {
            differences.add("quotas of namespace " + namespace);
          }
        });
    return differences;
  }
}
