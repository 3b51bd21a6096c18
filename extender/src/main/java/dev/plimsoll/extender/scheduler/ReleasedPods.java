package dev.plimsoll.extender.scheduler;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.tenancy.usage.DominantShare;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * Finds all held pods that are free now. Whoever fits is found, whatever is held before it: of each
 * shape the oldest pod is checked, and as soon as one is held, the others of its shape are, since
 * what is left only becomes less. Tenants take turns, in each round the one first that has used the
 * least of its share; within one the highest priority comes first, then the oldest pod. What was
 * requeued and is still to be asked about keeps what it was requeued for, but not for ever.
 *
 * <p>A look takes tens of milliseconds where many shapes are held. It goes by one state, and counts
 * what it finds in a state of its own, so that decisions go on being made.
 */
final class ReleasedPods {
  private static final Duration REQUEUE_INTERVAL = Duration.ofSeconds(30);

  /** By which revision each pod was held when the last look found it free. */
  private final Map<String, Long> seen = new HashMap<>();

  /**
   * Finds the pods to be requeued: nothing held them at the last look either, and the scheduler
   * hasn't asked about them since.
   *
   * @param most after how many that are free no further round is made
   * @return by the tenant, or the namespace that belongs to none, in the order that is due to them
   */
  synchronized Map<String, List<HeldPod>> find(SchedulerState state, int most) {
    List<PodEntry> waiting = new ArrayList<>();
    List<PodEntry> requeued = new ArrayList<>();
    Map<String, Long> held = new HashMap<>();
    for (PodEntry entry : state.pods().all()) {
      entry
          .hold()
          .ifPresent(
              hold -> {
                (hold.requeued().isPresent() ? requeued : waiting).add(entry);
                held.put(entry.uid(), hold.requeued().isPresent() ? -1 : hold.last());
              });
    }
    seen.entrySet().removeIf(e -> !e.getValue().equals(held.get(e.getKey())));
    return new Look(state, waiting, requeued).find(most);
  }

  /** Returns whether the pod was found free after the last question about it. */
  private boolean findAgain(PodEntry entry, Hold hold) {
    return Optional.ofNullable(seen.put(entry.uid(), hold.last()))
        .filter(before -> before == hold.last())
        .isPresent();
  }

  /** One look, with all that it has found to be free counted in a state of its own. */
  private final class Look {
    private SchedulerState tried;
    private final Map<String, Turn> turns = new TreeMap<>();
    private final List<PodEntry> requeued;
    private final Map<String, List<HeldPod>> due = new TreeMap<>();

    Look(SchedulerState state, List<PodEntry> waiting, List<PodEntry> requeued) {
      this.tried = state;
      this.requeued = requeued;
      requeued.sort(Comparator.comparing(e -> time(e)));
      Map<PodShape, List<PodEntry>> byShape = new HashMap<>();
      for (PodEntry entry : waiting) {
        byShape.computeIfAbsent(shape(entry), s -> new ArrayList<>()).add(entry);
      }
      byShape.values().forEach(this::addTurn);
    }

    private static PodShape shape(PodEntry entry) {
      return entry.hold().orElseThrow().shape();
    }

    private static long time(PodEntry entry) {
      return entry.hold().flatMap(Hold::requeued).orElse(0L);
    }

    private void addTurn(List<PodEntry> entries) {
      entries.sort(Hold.BY_AGE);
      Pod any = entries.get(0).pod();
      turns
          .computeIfAbsent(turnOf(any), name -> new Turn(name, any))
          .shapes
          .add(new ArrayDeque<>(entries));
    }

    Map<String, List<HeldPod>> find(int most) {
      long recent = tried.now() - REQUEUE_INTERVAL.toNanos();
      requeued.stream().filter(e -> time(e) > recent).forEach(this::promise);
      takeTurns(most);
      for (PodEntry entry : requeued) {
        if (time(entry) <= recent && promise(entry)) {
          due(turnOf(entry.pod()), entry);
        }
      }
      return due;
    }

    private void takeTurns(int most) {
      List<Turn> left = new ArrayList<>(turns.values());
      int taken = 0;
      while (!left.isEmpty() && taken < most) {
        left.forEach(Turn::compare);
        left.sort(Comparator.comparingDouble(t -> t.used));
        for (Turn turn : left) {
          taken += turn.take() ? 1 : 0;
        }
        left.removeIf(turn -> turn.shapes.isEmpty());
      }
    }

    private void due(String turn, PodEntry entry) {
      due.computeIfAbsent(turn, t -> new ArrayList<>()).add(entry.heldPod().orElseThrow());
    }

    /** Returns whether the pod is free, and counts it if so. */
    private boolean promise(PodEntry entry) {
      tried = tried.counting(entry.pod().namespace());
      boolean isFree = new PodChecks(tried, entry.pod()).isFree(entry.hold().orElseThrow());
      tried = isFree ? tried.trying(entry.pod()) : tried;
      return isFree;
    }

    private Optional<DominantShare> share(Pod pod) {
      return tried.usage().dominantShare(tried.cluster(), pod);
    }

    private String turnOf(Pod pod) {
      return share(pod).map(s -> "tenant " + s.tenant()).orElse(pod.namespace());
    }

    /** The pods of one tenant, or of a namespace that belongs to none; those of a shape by age. */
    private final class Turn {
      private static final Comparator<Deque<PodEntry>> BY_PRIORITY_AND_AGE =
          Comparator.<Deque<PodEntry>>comparingInt(d -> Preemption.priority(d.element().pod()))
              .reversed()
              .thenComparing(Deque::element, Hold.BY_AGE);

      private final String name;
      private final Pod any;
      private final PriorityQueue<Deque<PodEntry>> shapes =
          new PriorityQueue<>(BY_PRIORITY_AND_AGE);
      private double used;

      Turn(String name, Pod any) {
        this.name = name;
        this.any = any;
      }

      void compare() {
        used = share(any).map(DominantShare::used).orElse(0.0);
      }

      /** Takes the first pod that is free; returns whether there is one. */
      boolean take() {
        while (!shapes.isEmpty()) {
          Deque<PodEntry> alike = shapes.remove();
          PodEntry entry = alike.remove();
          if (promise(entry)) {
            if (findAgain(entry, entry.hold().orElseThrow())) {
              due(name, entry);
            }
            if (!alike.isEmpty()) {
              shapes.add(alike);
            }
            return true;
          }
        }
        return false;
      }
    }
  }
}
