package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.Workloads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The pods of work that waits to be started, each counted once. Pods that exist, or are known to be
 * missing, are left out. Work is counted either for an object or for its controller. The pods of a
 * Kueue Workload are counted by the Workload alone, until it is admitted.
 */
public final class SuspendedWork {
  private final Workloads workloads;
  private final Set<SuspendedDemand> counted;
  private final Set<Key> covered = new HashSet<>();
  private final Set<Key> waiting = new HashSet<>();
  private final Map<Key, Long> existing = new HashMap<>();
  private final List<PodTemplateOwner> pods = new ArrayList<>();
  private final SortedMap<String, Workload> unknown = new TreeMap<>();

  private record Key(String kind, String namespace, String name) {
    static Key of(ObjectReference ref) {
      return new Key(ref.kind(), ref.namespace(), ref.name());
    }
  }

  private SuspendedWork(Workloads workloads, Set<SuspendedDemand> counted) {
    this.workloads = workloads;
    this.counted = counted;
  }

  /** Returns the work of some kinds that waits in a cluster. */
  public static SuspendedWork of(
      Cluster cluster, Workloads workloads, Set<SuspendedDemand> counted) {
    SuspendedWork work = new SuspendedWork(workloads, counted);
    if (!counted.isEmpty()) {
      cluster.list(Pod.class).stream()
          .filter(p -> !p.isTerminal())
          .forEach(p -> work.exist(p.reference(), 1));
      workloads
          .templateOwners()
          .filter(o -> o.missing() > 0)
          .forEach(o -> work.exist(o.workload().reference(), o.missing()));
      cluster.list(Workload.class).forEach(work::cover);
      cluster.list(Workload.class).forEach(work::add);
    }
    return work;
  }

  /** Returns for each template that waits how many pods of it do. */
  public List<PodTemplateOwner> pods() {
    return List.copyOf(pods);
  }

  /** Returns the workloads whose waiting pods are unknown, by the sentence that says so. */
  SortedMap<String, Workload> unknown() {
    return unknown;
  }

  private void exist(ObjectReference ref, long number) {
    Stream.concat(Stream.of(ref), workloads.controllers(ref).stream())
        .forEach(r -> existing.merge(Key.of(r), number, Long::sum));
  }

  /** A Workload that is deactivated keeps what it stands for from being demand, too. */
  private void cover(Workload workload) {
    if (isOf(SuspendedDemand.KUEUE, workload) && (workload.waiting() || workload.inactive())) {
      owners(workload).forEach(covered::add);
    } else if (isCounted(workload)) {
      waiting.add(Key.of(workload.reference()));
    }
  }

  private void add(Workload workload) {
    if (!isCounted(workload) || isCountedElsewhere(workload)) {
      return;
    }
    long there = existing(workload);
    boolean hasBegun = isOf(SuspendedDemand.MPI, workload) || isOf(SuspendedDemand.ARGO, workload);
    if (there > 0 && hasBegun) {
      return;
    }
    for (Workload.PodTemplate template : workload.templates()) {
      if (template.replicas().isEmpty()) {
        unknown.put(sentence(workload, template), workload);
        continue;
      }
      int wanted = template.replicas().getAsInt();
      int less = (int) Math.min(wanted, there);
      there -= less;
      if (wanted > less) {
        pods.add(new PodTemplateOwner(workload, template, List.of(), wanted - less, List.of()));
      }
    }
  }

  private boolean isCounted(Workload workload) {
    return workload.waiting() && counted.stream().anyMatch(c -> c.covers(workload.type()));
  }

  private boolean isOf(SuspendedDemand kind, Workload workload) {
    return counted.contains(kind) && kind.covers(workload.type());
  }

  private boolean isCountedElsewhere(Workload workload) {
    if (isOf(SuspendedDemand.KUEUE, workload)) {
      return false;
    }
    ObjectReference ref = workload.reference();
    return covered.contains(Key.of(ref))
        || workloads.controllers(ref).stream()
            .anyMatch(c -> covered.contains(Key.of(c)) || waiting.contains(Key.of(c)));
  }

  private long existing(Workload workload) {
    return isOf(SuspendedDemand.KUEUE, workload)
        ? owners(workload).mapToLong(o -> existing.getOrDefault(o, 0L)).sum()
        : existing.getOrDefault(Key.of(workload.reference()), 0L);
  }

  private static Stream<Key> owners(Workload workload) {
    return workload.metadata().owners().stream()
        .map((OwnerReference o) -> new Key(o.kind(), workload.namespace(), o.name()))
        .distinct();
  }

  private static String sentence(Workload workload, Workload.PodTemplate template) {
    return "what "
        + workload.type().kind()
        + " "
        + workload.namespace()
        + "/"
        + workload.name()
        + " starts by "
        + template.path()
        + " isn't known and so no demand";
  }
}
