package dev.plimsoll.extender.scheduler;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.pod.Gang;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What is decided about nodes for large pods and gangs, under the lock of all decisions. */
public final class ReservationDecisions {
  private final Object decisionLock;

  @GuardedBy("decisionLock")
  private final SchedulerCache cache;

  @GuardedBy("decisionLock")
  private final HeldPods held;

  ReservationDecisions(Object decisionLock, SchedulerCache cache, HeldPods held) {
    this.decisionLock = decisionLock;
    this.cache = cache;
    this.held = held;
  }

  /**
   * Returns the nodes that are reserved for large pods, those first that have been for the longest.
   */
  public List<NodeReservation> all() {
    synchronized (decisionLock) {
      return List.copyOf(cache.reservations().all());
    }
  }

  /** Returns how long a node stays reserved if the pod is not placed. */
  @SuppressWarnings("GuardedBy") // Looks at nothing that changes.
  public Duration left(NodeReservation reservation) {
    return Duration.ofNanos(reservation.expires() - cache.inFlight().now());
  }

  /** Returns how many have been made. */
  public long made() {
    synchronized (decisionLock) {
      return cache.reservations().made();
    }
  }

  /** Returns how many were given up since their time was over. */
  public long expired() {
    synchronized (decisionLock) {
      return cache.reservations().expired();
    }
  }

  /**
   * Returns whether there are neither large pods that wait nor nodes that are reserved for some.
   */
  boolean areIdle() {
    synchronized (decisionLock) {
      return cache.reservations().isIdle();
    }
  }

  /**
   * Keeps what is due.
   *
   * @param nodesWithDevices how many nodes there are that have devices
   * @return a large pod for which a node is to be looked for, if there is one
   */
  Optional<Pod> next(int nodesWithDevices) {
    synchronized (decisionLock) {
      cache.inFlight().expire();
      return cache.reservations().next(nodesWithDevices);
    }
  }

  /** Returns by what nodes for the pod are looked for. */
  PlacementView placement(Pod pod) {
    synchronized (decisionLock) {
      return PlacementView.of(
          cache.cluster(),
          cache.gangs().slots(),
          cache.inFlight().assumed().all(),
          cache.reservations().nodesOfOthers(pod));
    }
  }

  /** Returns on which nodes the pod's devices are divided, and its tenant's. */
  Predicate<String> withinShare(Pod pod) {
    synchronized (decisionLock) {
      return cache.reservations().withinShare(pod);
    }
  }

  /** Returns whether the pods are of one tenant, or of one namespace. */
  public boolean areOfOneTenant(Pod one, Pod other) {
    synchronized (decisionLock) {
      TenantTurns turns = new TenantTurns(cache);
      return turns.of(one).equals(turns.of(other));
    }
  }

  /** Reserves a node for a large pod, unless something has changed since it was found. */
  void reserve(Pod pod, String node, int nodesWithDevices) {
    synchronized (decisionLock) {
      cache.inFlight().expire();
      cache.reservations().reserve(pod, node, nodesWithDevices);
    }
  }

  /** Notes that no node was found for a large pod. */
  void defer(Pod pod) {
    synchronized (decisionLock) {
      cache.reservations().defer(pod);
    }
  }

  /** Returns whether it is the turn of the pod's gang; empty if it neither has nor had one. */
  public Optional<GangTurn> turn(Pod pod) {
    synchronized (decisionLock) {
      return cache.gangs().turn(pod);
    }
  }

  /** Returns the gangs that wait, and how many of their pods are missing, in their order. */
  Map<Gang, Integer> waitingGangs() {
    synchronized (decisionLock) {
      cache.inFlight().expire();
      Gangs gangs = cache.gangs();
      gangs.sync().forEach(this::tellTurn);
      Map<Gang, Integer> waiting = new LinkedHashMap<>();
      held.gangs().stream().filter(gangs::isDue).forEach(g -> waiting.put(g, gangs.missing(g)));
      return waiting;
    }
  }

  /** Has the pods of a gang say that the gang had its turn. */
  private void tellTurn(Gang gang) {
    synchronized (decisionLock) {
      for (HeldPod heldPod : held.of(gang)) {
        List<HoldReason> holds = cache.holds(heldPod.pod());
        if (!holds.isEmpty() && !holds.equals(heldPod.reasons())) {
          held.put(heldPod.pod(), holds, Set.of(), cache.inFlight().now());
        }
      }
    }
  }

  /** Reserves nodes for a gang, as {@link Gangs} does; returns whether they still have headroom. */
  boolean reserve(Gang gang, List<Pod> pods, Map<String, String> nodes, boolean isBoundToNodes) {
    synchronized (decisionLock) {
      return cache.gangs().reserve(gang, pods, nodes, isBoundToNodes);
    }
  }
}
