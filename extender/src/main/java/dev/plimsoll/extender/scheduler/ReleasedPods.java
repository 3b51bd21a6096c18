package dev.plimsoll.extender.scheduler;

import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.tenancy.usage.DominantShare;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Finds the held pods that nothing holds any more, all together. Whoever fits is found, whatever is
 * held before it: of each shape the oldest pod is checked, and as soon as one is held, the others
 * of its shape are, since what is left only becomes less. Tenants take turns, in each round the one
 * first that has used the least of its share; within one the highest priority comes first, then the
 * oldest pod. What was requeued and is still to be asked about keeps what it was requeued for, but
 * not for ever.
 *
 * <p>Where many shapes are held, that takes tens of milliseconds. So it is done in slices, between
 * which other decisions are made; what was found to be free counts as such in each slice, unless it
 * is held no more. Without decisions in between, slices find what one look would.
 */
final class ReleasedPods {
  private static final Duration REQUEUE_INTERVAL = Duration.ofSeconds(30);

  /** So many pods are looked at before others may decide: half a millisecond's worth. */
  private static final int SLICE = 200;

  /** Who waits for the lock would otherwise often not get it before the next slice does. */
  private static final Duration PAUSE = Duration.ofNanos(50_000);

  private final SchedulerCache cache;
  private final HeldPods held;
  private final int most;
  private final Deque<BooleanSupplier> phases = new ArrayDeque<>();
  private final Map<String, Turn> byName = new HashMap<>();
  private final List<Turn> turns = new ArrayList<>();
  private final Deque<Turn> round = new ArrayDeque<>();
  private final List<Pod> promised = new ArrayList<>();

  /** The promised pods that count as assumed in this slice. */
  private final List<Pod> counted = new ArrayList<>();

  private final Map<String, List<HeldPod>> due = new TreeMap<>();
  private int compared;
  private int taken;

  private ReleasedPods(SchedulerCache cache, HeldPods held, int most) {
    this.cache = cache;
    this.held = held;
    this.most = most;
    long recent = cache.inFlight().now() - REQUEUE_INTERVAL.toNanos();
    List<HeldPods.Requeued> requeued = List.copyOf(held.requeued());
    each(requeued.stream().filter(r -> r.time() - recent > 0).iterator(), this::keep);
    each(List.copyOf(held.waiting()).iterator(), this::addTurn);
    phases.add(this::takeTurn);
    each(requeued.stream().filter(r -> r.time() - recent <= 0).iterator(), this::repeat);
  }

  /**
   * Finds those that are to be requeued: they were free before, too, and the scheduler hasn't come
   * back to them by itself.
   *
   * @param lock what guards the cache and the held pods; each slice takes it
   * @param most after how many that are free no further round is made
   * @return by the tenant, or the namespace that belongs to none, in the order that is due to them
   */
  static Map<String, List<HeldPod>> find(
      Object lock, SchedulerCache cache, HeldPods held, int most) {
    return find(lock, cache, held, most, SLICE, () -> LockSupport.parkNanos(PAUSE.toNanos()));
  }

  /** Finds them in slices of a size, with something to do in between. */
  static Map<String, List<HeldPod>> find(
      Object lock, SchedulerCache cache, HeldPods held, int most, int slice, Runnable between) {
    ReleasedPods look;
    synchronized (lock) {
      look = new ReleasedPods(cache, held, most);
    }
    while (true) {
      synchronized (lock) {
        if (look.slice(slice)) {
          return look.due;
        }
      }
      between.run();
    }
  }

  private <T> void each(Iterator<T> all, Consumer<T> step) {
    phases.add(
        () -> {
          boolean any = all.hasNext();
          if (any) {
            step.accept(all.next());
          }
          return any;
        });
  }

  /** Takes so many steps; returns whether that was all. */
  private boolean slice(int steps) {
    cache.inFlight().expire();
    promised.stream().filter(this::isStillPromised).forEach(this::count);
    try {
      for (int i = 0; i < steps && !phases.isEmpty(); i++) {
        if (!phases.element().getAsBoolean()) {
          phases.remove();
        }
      }
      return phases.isEmpty();
    } finally {
      counted.forEach(p -> cache.usage().assumed(p, false, cache.cluster()));
      counted.clear();
    }
  }

  private boolean isStillPromised(Pod pod) {
    return held.contains(pod) && cache.inFlight().of(pod).isEmpty();
  }

  private void count(Pod pod) {
    cache.usage().assumed(pod, true, cache.cluster());
    counted.add(pod);
  }

  private void due(String turn, HeldPod heldPod) {
    due.computeIfAbsent(turn, t -> new ArrayList<>()).add(heldPod);
  }

  /** Returns whether the pod is free, and counts it if so. */
  private boolean promise(HeldPod heldPod) {
    boolean isFree = cache.isFree(heldPod);
    if (isFree && cache.inFlight().of(heldPod.pod()).isEmpty()) {
      count(heldPod.pod());
      promised.add(heldPod.pod());
    }
    return isFree;
  }

  private void keep(HeldPods.Requeued requeued) {
    if (held.isRequeued(requeued)) {
      promise(requeued.heldPod());
    }
  }

  private void repeat(HeldPods.Requeued requeued) {
    if (held.isRequeued(requeued) && promise(requeued.heldPod())) {
      due(turnOf(requeued.heldPod().pod()), requeued.heldPod());
    }
  }

  private Optional<DominantShare> share(Pod pod) {
    return cache.usage().dominantShare(cache.cluster(), pod);
  }

  private String turnOf(Pod pod) {
    return share(pod).map(s -> "tenant " + s.tenant()).orElse(pod.namespace());
  }

  private void addTurn(NavigableSet<HeldPods.Entry> entries) {
    if (!entries.isEmpty()) {
      Pod any = entries.first().heldPod().pod();
      byName
          .computeIfAbsent(
              turnOf(any),
              name -> {
                Turn turn = new Turn(name, any);
                turns.add(turn);
                return turn;
              })
          .shapes
          .add(new Cursor(entries));
    }
  }

  /** Has whose turn it is look at a pod; between rounds, compares one tenant with the others. */
  private boolean takeTurn() {
    if (round.isEmpty()) {
      return prepareRound();
    }
    int before = promised.size();
    if (round.element().take()) {
      round.remove();
    }
    taken += promised.size() - before;
    return true;
  }

  private boolean prepareRound() {
    if (compared == 0) {
      turns.removeIf(turn -> turn.shapes.isEmpty());
      if (turns.isEmpty() || taken >= most) {
        return false;
      }
    }
    turns.get(compared++).compare();
    if (compared == turns.size()) {
      turns.sort(Comparator.comparingDouble(t -> t.used));
      round.addAll(turns);
      compared = 0;
    }
    return true;
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

    /**
     * Looks at the next pod; returns whether the turn is over, since it is free or was the last.
     */
    boolean take() {
      if (shapes.isEmpty()) {
        return true;
      }
      Cursor cursor = shapes.remove();
      HeldPod heldPod = cursor.next.heldPod();
      boolean isThere = cursor.isThere();
      boolean isFree = isThere && promise(heldPod);
      if (isFree && held.findAgain(heldPod)) {
        due(name, heldPod);
      }
      if ((isFree || !isThere) && cursor.advance()) {
        shapes.add(cursor);
      }
      return isFree;
    }
  }

  /** Goes through the pods of one shape, some of which may go meanwhile. */
  private static final class Cursor {
    static final Comparator<Cursor> BY_PRIORITY_AND_AGE =
        Comparator.<Cursor>comparingInt(c -> c.next.shape().priority())
            .reversed()
            .thenComparing(c -> c.next);

    private final NavigableSet<HeldPods.Entry> entries;
    private HeldPods.Entry next;

    Cursor(NavigableSet<HeldPods.Entry> entries) {
      this.entries = entries;
      this.next = entries.first();
    }

    boolean isThere() {
      return entries.contains(next);
    }

    boolean advance() {
      Optional<HeldPods.Entry> higher = Optional.ofNullable(entries.higher(next));
      higher.ifPresent(entry -> next = entry);
      return higher.isPresent();
    }
  }
}
