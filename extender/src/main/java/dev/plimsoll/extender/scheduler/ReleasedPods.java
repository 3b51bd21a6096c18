package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.DominantShare;
import dev.plimsoll.model.object.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * Finds the held pods that nothing holds any more, all together. Whoever fits is found, whatever is
 * held before it: of each shape the oldest pod is checked, and as soon as one is held, the others
 * of its shape are, since what is left only becomes less. Tenants take turns, in each round the one
 * first that has used the least of its share; within one the highest priority comes first, then the
 * oldest pod. What was requeued and is still to be asked about keeps what it was requeued for, but
 * not for ever.
 */
final class ReleasedPods {
  private static final Duration REQUEUE_INTERVAL = Duration.ofSeconds(30);

  private final SchedulerCache cache;
  private final HeldPods held;
  private final List<Pod> promised = new ArrayList<>();
  private final Map<String, List<HeldPod>> due = new TreeMap<>();

  private ReleasedPods(SchedulerCache cache, HeldPods held) {
    this.cache = cache;
    this.held = held;
  }

  /**
   * Finds those that are to be requeued: they were free before, too, and the scheduler hasn't come
   * back to them by itself.
   *
   * @param most after how many that are free no further round is made
   * @return by the tenant, or the namespace that belongs to none, in the order that is due to them
   */
  static Map<String, List<HeldPod>> find(SchedulerCache cache, HeldPods held, int most) {
    ReleasedPods releasedPods = new ReleasedPods(cache, held);
    try {
      releasedPods.find(most);
    } finally {
      releasedPods.promised.forEach(p -> cache.usage().assumed(p, false, cache.cluster()));
    }
    return releasedPods.due;
  }

  private void find(int most) {
    long recent = cache.inFlight().now() - REQUEUE_INTERVAL.toNanos();
    held.requeued().stream().filter(r -> r.time() - recent > 0).forEach(r -> promise(r.heldPod()));
    List<Turn> turns = turns();
    int before = promised.size();
    while (!turns.isEmpty() && promised.size() - before < most) {
      turns.forEach(Turn::compare);
      turns.sort(Comparator.comparingDouble(t -> t.used));
      turns.removeIf(t -> !t.take());
    }
    held.requeued().stream()
        .filter(r -> r.time() - recent <= 0)
        .map(HeldPods.Requeued::heldPod)
        .filter(this::promise)
        .forEach(h -> due(turnOf(h.pod()), h));
  }

  private void due(String turn, HeldPod heldPod) {
    due.computeIfAbsent(turn, t -> new ArrayList<>()).add(heldPod);
  }

  /** Returns whether the pod is free, and counts it if so. */
  private boolean promise(HeldPod heldPod) {
    boolean isFree = cache.holdReason(heldPod.pod()).isEmpty();
    if (isFree && cache.inFlight().of(heldPod.pod()).isEmpty()) {
      cache.usage().assumed(heldPod.pod(), true, cache.cluster());
      promised.add(heldPod.pod());
    }
    return isFree;
  }

  private Optional<DominantShare> share(Pod pod) {
    return DominantShare.of(cache.usage(), cache.cluster(), pod);
  }

  private String turnOf(Pod pod) {
    return share(pod).map(s -> "tenant " + s.tenant()).orElse(pod.namespace());
  }

  private List<Turn> turns() {
    Map<String, Turn> turns = new HashMap<>();
    for (NavigableSet<HeldPods.Entry> entries : held.waiting()) {
      Pod any = entries.first().heldPod().pod();
      turns.computeIfAbsent(turnOf(any), t -> new Turn(t, any)).shapes.add(new Cursor(entries));
    }
    return new ArrayList<>(turns.values());
  }

  /** The pods of one tenant, or of a namespace that belongs to none. */
  private final class Turn {
    private final String name;
    private final Pod any;
    private final PriorityQueue<Cursor> shapes = new PriorityQueue<>(Cursor.BY_PRIORITY_AND_AGE);
    private double used;

    Turn(String name, Pod any) {
      this.name = name;
      this.any = any;
    }

    void compare() {
      used = share(any).map(DominantShare::used).orElse(0.0);
    }

    /** Takes the next pod that is free; returns whether there is one. */
    boolean take() {
      while (!shapes.isEmpty()) {
        Cursor cursor = shapes.remove();
        HeldPod heldPod = cursor.next.heldPod();
        if (promise(heldPod)) {
          if (held.findAgain(heldPod)) {
            due(name, heldPod);
          }
          if (cursor.advance()) {
            shapes.add(cursor);
          }
          return true;
        }
      }
      return false;
    }
  }

  /** Goes through the pods of one shape. */
  private static final class Cursor {
    static final Comparator<Cursor> BY_PRIORITY_AND_AGE =
        Comparator.<Cursor>comparingInt(c -> c.next.shape().priority())
            .reversed()
            .thenComparing(c -> c.next);

    private final Iterator<HeldPods.Entry> entries;
    private HeldPods.Entry next;

    Cursor(NavigableSet<HeldPods.Entry> all) {
      this.entries = all.iterator();
      this.next = entries.next();
    }

    boolean advance() {
      boolean any = entries.hasNext();
      if (any) {
        next = entries.next();
      }
      return any;
    }
  }
}
