package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.pod.Gang;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The held pods, by namespace, those held longest first. One waits until it is requeued, and again
 * once the scheduler has asked about it and was told to hold it; those that wait are found by their
 * shape, the oldest first. Whatever changes takes a time logarithmic in how many there are. For one
 * thread at a time.
 */
final class HeldPods {
  private final SortedMap<String, Map<String, Entry>> byNamespace = new TreeMap<>();
  private final Map<PodShape, NavigableSet<Entry>> waiting = new HashMap<>();
  private final Map<String, Requeued> requeued = new LinkedHashMap<>();
  private final Set<String> seen = new HashSet<>();
  private long number;

  /**
   * A held pod in its place.
   *
   * @param number the number of the hold by which it came to be held
   */
  record Entry(HeldPod heldPod, PodShape shape, long number) implements Comparable<Entry> {
    private static final Comparator<Entry> BY_AGE =
        Comparator.comparing(Entry::created).thenComparingLong(Entry::number);

    private Instant created() {
      return heldPod.pod().metadata().creationTimestamp().orElse(Instant.EPOCH);
    }

    String uid() {
      return AssumedPod.uid(heldPod.pod());
    }

    @Override
    public int compareTo(Entry other) {
      return BY_AGE.compare(this, other);
    }
  }

  /**
   * A held pod that was requeued and has not been asked about since.
   *
   * @param time when, in nanoseconds of a ticker
   */
  record Requeued(HeldPod heldPod, long time) {}

  /**
   * Notes that a pod is held.
   *
   * @param now in nanoseconds of a ticker
   */
  void put(Pod pod, List<HoldReason> reasons, Set<String> reservedNodes, long now) {
    String uid = AssumedPod.uid(pod);
    Optional<Entry> known = entry(pod);
    known.ifPresent(this::stopWaiting);
    long times =
        known
            .map(Entry::heldPod)
            .filter(h -> h.reason().cause() == reasons.get(0).cause())
            .map(HeldPod::times)
            .orElse(0L);
    Entry entry =
        new Entry(
            new HeldPod(pod, reasons, times + 1, reservedNodes, since(pod).orElse(now)),
            PodShape.of(pod, reservedNodes),
            known.map(Entry::number).orElse(number++));
    byNamespace.computeIfAbsent(pod.namespace(), n -> new LinkedHashMap<>()).put(uid, entry);
    waiting.computeIfAbsent(entry.shape(), s -> new TreeSet<>()).add(entry);
  }

  private Optional<Entry> entry(Pod pod) {
    return Optional.ofNullable(
        byNamespace.getOrDefault(pod.namespace(), Map.of()).get(AssumedPod.uid(pod)));
  }

  private void stopWaiting(Entry entry) {
    requeued.remove(entry.uid());
    seen.remove(entry.uid());
    waiting.computeIfPresent(
        entry.shape(),
        (shape, entries) -> {
          entries.remove(entry);
          return entries.isEmpty() ? null : entries;
        });
  }

  boolean contains(Pod pod) {
    return entry(pod).isPresent();
  }

  /** Returns why the pod is held; empty if it isn't. */
  List<HoldReason> reasons(Pod pod) {
    return entry(pod).map(e -> e.heldPod().reasons()).orElse(List.of());
  }

  /** Returns the held pods of a gang. */
  List<HeldPod> of(Gang gang) {
    return byNamespace.getOrDefault(gang.namespace(), Map.of()).values().stream()
        .filter(e -> e.shape().gang().equals(Optional.of(gang)))
        .map(Entry::heldPod)
        .toList();
  }

  /** Returns since when the pod is held, if it is, in nanoseconds of a ticker. */
  OptionalLong since(Pod pod) {
    return entry(pod).stream().mapToLong(e -> e.heldPod().since()).findFirst();
  }

  void remove(Pod pod) {
    entry(pod)
        .ifPresent(
            entry -> {
              stopWaiting(entry);
              byNamespace.computeIfPresent(
                  pod.namespace(),
                  (namespace, held) -> {
                    held.remove(entry.uid());
                    return held.isEmpty() ? null : held;
                  });
            });
  }

  /** Notes that a pod is requeued now; it waits no more. */
  void requeue(HeldPod heldPod, long now) {
    entry(heldPod.pod())
        .filter(e -> e.heldPod().equals(heldPod))
        .ifPresent(
            entry -> {
              stopWaiting(entry);
              requeued.put(entry.uid(), new Requeued(heldPod, now));
            });
  }

  /** Returns whether the pod was found free before, since it was last asked about. */
  boolean findAgain(HeldPod heldPod) {
    return !seen.add(AssumedPod.uid(heldPod.pod()));
  }

  /** Returns the pods that wait to be requeued, those of one shape together, by age. */
  Collection<NavigableSet<Entry>> waiting() {
    return waiting.values();
  }

  /** Returns whether the pod has still not been asked about since it was requeued. */
  boolean isRequeued(Requeued some) {
    return some.equals(requeued.get(AssumedPod.uid(some.heldPod().pod())));
  }

  /** Returns the pods that were requeued, and not asked about since, that longest ago first. */
  Collection<Requeued> requeued() {
    return requeued.values();
  }

  /** Returns the gangs of which pods are held, the highest priority first, then the oldest. */
  Set<Gang> gangs() {
    Set<Gang> gangs = new LinkedHashSet<>();
    byNamespace.values().stream()
        .flatMap(n -> n.values().stream())
        .filter(e -> e.shape().gang().isPresent())
        .sorted(
            Comparator.<Entry>comparingInt(e -> e.shape().priority())
                .reversed()
                .thenComparing(Comparator.naturalOrder()))
        .forEach(e -> gangs.add(e.shape().gang().get()));
    return gangs;
  }

  List<HeldPod> all() {
    List<HeldPod> all = new ArrayList<>();
    byNamespace.values().forEach(n -> n.values().forEach(e -> all.add(e.heldPod())));
    return all;
  }
}
