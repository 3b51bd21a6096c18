package dev.plimsoll.extender.placement;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.quota.QuotaController;
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
 * <p>A namespace is counted when it is first asked about and then kept current change by change.
 * What a pod is charged that is being deleted depends on the time, so these are counted when asked.
 */
final class QuotaFigures {
  private final Map<String, Counted> counted = new HashMap<>();

  /** A namespace's quotas by name, and its pods with a node that are being deleted. */
  private record Counted(Map<String, Charged> quotas, Map<String, Pod> leaving) {

    boolean agrees(Counted other) {
      return leaving.keySet().equals(other.leaving.keySet())
          && quotas.keySet().equals(other.quotas.keySet())
          && quotas.entrySet().stream()
              .allMatch(
                  q -> q.getValue().agrees(other.quotas.getOrDefault(q.getKey(), q.getValue())));
    }
  }

  /** What pods that stay and pods on their way are charged by a quota. */
  private record Charged(ResourceQuota quota, Resources placed, Resources booked) {

    Charged plusPlaced(Cluster cluster, Pod pod, boolean in) {
      return new Charged(
          quota, sum(placed, QuotaController.charge(cluster, quota, pod), in), booked);
    }

    Charged plusBooked(Cluster cluster, Pod pod, boolean in) {
      return new Charged(
          quota, placed, sum(booked, QuotaController.charge(cluster, quota, pod), in));
    }

    private static Resources sum(Resources sum, Resources charge, boolean in) {
      return in ? sum.add(charge) : sum.subtract(charge);
    }

    boolean agrees(Charged other) {
      return placed.removeZeros().equals(other.placed.removeZeros())
          && booked.removeZeros().equals(other.booked.removeZeros());
    }
  }

  /** Returns the namespaces that have been asked about. */
  Set<String> namespaces() {
    return Set.copyOf(counted.keySet());
  }

  /** Counts namespaces, without what is on its way. */
  void count(Set<String> namespaces, Cluster cluster) {
    namespaces.forEach(n -> counted.put(n, count(cluster, n)));
  }

  private static Counted count(Cluster cluster, String namespace) {
    Counted counted = new Counted(new LinkedHashMap<>(), new HashMap<>());
    for (ResourceQuota quota : cluster.list(ResourceQuota.class, namespace)) {
      counted.quotas.put(quota.name(), new Charged(quota, Resources.EMPTY, Resources.EMPTY));
    }
    if (!counted.quotas.isEmpty()) {
      cluster.list(Pod.class, namespace).forEach(p -> take(counted, cluster, p, true));
    }
    return counted;
  }

  private static void take(Counted counted, Cluster cluster, Pod pod, boolean in) {
    if (!pod.isBound()) {
      return;
    }
    if (!pod.isTerminating()) {
      counted.quotas.replaceAll((name, charged) -> charged.plusPlaced(cluster, pod, in));
    } else if (in) {
      counted.leaving.put(pod.name(), pod);
    } else {
      counted.leaving.remove(pod.name());
    }
  }

  /** Takes one change in; the picture is the one after it. */
  void changed(
      Optional<? extends ApiObject> before, Optional<? extends ApiObject> after, Cluster now) {
    ApiObject any = before.<ApiObject>map(o -> o).or(() -> after).orElseThrow();
    if (any instanceof ResourceQuota && !spec(before).equals(spec(after))) {
      counted.remove(any.namespace());
    } else if (any instanceof Pod) {
      Optional<Counted> namespace = Optional.ofNullable(counted.get(any.namespace()));
      namespace.ifPresent(c -> before.ifPresent(p -> take(c, now, (Pod) p, false)));
      namespace.ifPresent(c -> after.ifPresent(p -> take(c, now, (Pod) p, true)));
    }
  }

  private static Optional<Object> spec(Optional<? extends ApiObject> quota) {
    return quota.map(q -> ((ResourceQuota) q).spec());
  }

  /** Takes a pod in that is on its way, or out. */
  void booked(Pod pod, boolean in, Cluster now) {
    Optional.ofNullable(counted.get(pod.namespace()))
        .ifPresent(c -> c.quotas.replaceAll((name, q) -> q.plusBooked(now, pod, in)));
  }

  /**
   * Returns what holds the pod back.
   *
   * @param booked the pods of its namespace that are on their way, needed at the first count
   * @param gone pods that count no more: the pod's own booking, or what is evicted for it
   */
  Optional<Hold> holdsBack(Cluster cluster, Pod pod, Collection<Pod> booked, Collection<Pod> gone) {
    Counted namespace = counted(cluster, pod.namespace(), booked);
    for (Charged charged : namespace.quotas.values()) {
      ResourceQuota quota = charged.quota;
      Resources asked = QuotaController.charge(cluster, quota, pod).removeZeros();
      if (!asked.isEmpty()) {
        Resources total = charged.placed.add(charged.booked).add(asked);
        for (Pod leaving : namespace.leaving.values()) {
          total = total.add(QuotaController.charge(cluster, quota, leaving));
        }
        for (Pod each : gone) {
          if (each.namespace().equals(pod.namespace())) {
            total = total.subtract(QuotaController.charge(cluster, quota, each));
          }
        }
        List<ResourceName> exceeded = total.mask(asked::contains).exceeding(quota.spec().hard());
        if (!exceeded.isEmpty()) {
          return Optional.of(new Hold(Hold.Cause.QUOTA, quota.name(), exceeded.get(0)));
        }
      }
    }
    return Optional.empty();
  }

  private Counted counted(Cluster cluster, String namespace, Collection<Pod> booked) {
    Counted known = counted.get(namespace);
    if (known != null) {
      return known;
    }
    Counted fresh = count(cluster, namespace);
    counted.put(namespace, fresh);
    booked.forEach(p -> booked(p, true, cluster));
    return fresh;
  }

  /** Returns in which namespaces others count otherwise. */
  List<String> differences(QuotaFigures other) {
    List<String> differences = new ArrayList<>();
    counted.forEach(
        (namespace, ours) -> {
          Optional<Counted> theirs = Optional.ofNullable(other.counted.get(namespace));
          if (theirs.filter(t -> !t.agrees(ours)).isPresent()) {
            differences.add("quotas of namespace " + namespace);
          }
        });
    return differences;
  }
}
