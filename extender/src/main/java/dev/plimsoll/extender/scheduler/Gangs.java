package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.GangCheck;
import dev.plimsoll.extender.accounting.GangMembers;
import dev.plimsoll.extender.scheduler.GangReservation.Slot;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.GangSizes;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.model.topology.DomainRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which pods of gangs pass, in one state. A gang's pods wait until {@link GangAdmission} has found
 * nodes for all of them that are missing. Then the gang has its turn, which {@link GangTurns}
 * begins and ends.
 */
final class Gangs {
  static final Duration RESERVED = Duration.ofSeconds(60);
  static final String REJECTION = "reserved for a gang";

  private final SchedulerState state;
  private final GangReservations all;
  private final GangSizes sizes;

  Gangs(SchedulerState state) {
    this.state = state;
    this.all = state.gangs();
    this.sizes = new GangSizes(state::cluster);
  }

  /** Returns the reservations after a watch has shown a pod. */
  GangReservations changed(Optional<Pod> before, Optional<Pod> after) {
    Pod pod = after.or(() -> before).orElseThrow();
    Optional<GangReservation> own = reservation(pod);
    if (own.isEmpty()) {
      return all;
    }
    Gang gang = Gang.of(pod).orElseThrow();
    if (after.filter(GangMembers::runs).isPresent()) {
      long expires = state.now() + RESERVED.toNanos();
      return all.with(gang, own.get().bound(pod, expires)).unpaused(gang);
    }
    return after.filter(Gangs::waits).isPresent() ? all : all.with(gang, own.get().removed(pod));
  }

  /** Returns whether the pod waits to be placed. */
  static boolean waits(Pod pod) {
    return !PodLife.isOver(pod) && pod.spec().schedulingGates().isEmpty();
  }

  /** Returns the reservation of a pod's gang. */
  Optional<GangReservation> reservation(Pod pod) {
    return isEmpty() ? Optional.empty() : Gang.of(pod).flatMap(all.reservations()::get);
  }

  /** Returns how many of the gang's pods are still missing, as far as that is known. */
  int missing(Gang gang) {
    return Math.max(0, sizes.size(gang).orElse(0) - state.usage().members().of(gang));
  }

  /** Returns the check of the pod's gang, if the pod has a gang. */
  Optional<GangCheck> check(Pod pod) {
    return Gang.of(pod).filter(sizes::isGang).map(g -> check(pod, g));
  }

  private GangCheck check(Pod pod, Gang gang) {
    boolean awaitsPodGroup = sizes.awaitsPodGroup(gang);
    boolean awaitsJob = sizes.awaitsJob(gang);
    boolean areEnough = !awaitsPodGroup && !awaitsJob && missing(gang) == 0;
    boolean passes = reservation(pod).filter(r -> r.isOpen()).flatMap(r -> r.slot(pod)).isPresent();
    boolean isInDomain = DomainRequest.of(state.cluster(), pod).within().isPresent();
    return new GangCheck(
        gang.name(), areEnough || passes, awaitsPodGroup, awaitsJob, isPaused(gang), isInDomain);
  }

  /** Returns the gang with which the pod is held; empty if no gang holds the pod. */
  Optional<Gang> waiting(Pod pod) {
    return check(pod).flatMap(GangCheck::holdReason).flatMap(h -> Gang.of(pod));
  }

  /**
   * Returns the missing pods of a gang that may be looked at for nodes, the oldest first; empty if
   * some of them don't exist.
   */
  Optional<List<Pod>> next(Gang gang) {
    if (!isDue(gang)) {
      return Optional.empty();
    }
    int missing = missing(gang);
    return Optional.of(
            state.cluster().list(Pod.class, gang.namespace()).stream()
                .filter(p -> waits(p) && Gang.of(p).equals(Optional.of(gang)))
                .sorted(Comparator.comparing(Gangs::created).thenComparing(Pod::name))
                .limit(missing)
                .toList())
        .filter(pods -> pods.size() == missing);
  }

  private static Instant created(Pod pod) {
    return pod.metadata().creationTimestamp().orElse(Instant.EPOCH);
  }

  private boolean isPaused(Gang gang) {
    return all.pauses().get(gang).filter(p -> !p.isOver(state.now())).isPresent();
  }

  /** Returns the gangs that wait since they had their turn. */
  List<Gang> paused() {
    return all.pauses().keys().stream().filter(this::isPaused).toList();
  }

  /** Returns whether the gang may be looked at for nodes. */
  boolean isDue(Gang gang) {
    return missing(gang) > 0 && all.reservations().get(gang).isEmpty() && !isPaused(gang);
  }

  /** Returns whether it is the turn of the pod's gang; empty if it neither has nor had one. */
  Optional<GangTurn> turn(Pod pod) {
    long now = state.now();
    return reservation(pod)
        .map(r -> new GangTurn(true, Duration.ofNanos(r.expires() - now)))
        .or(
            () ->
                Gang.of(pod)
                    .flatMap(all.pauses()::get)
                    .filter(p -> !p.isOver(now))
                    .map(p -> new GangTurn(false, Duration.ofNanos(p.until() - now))));
  }

  /** Returns whether nothing is reserved. */
  boolean isEmpty() {
    return all.reservations().size() == 0;
  }

  /** Returns whether something is reserved for the pod. */
  boolean isReserved(Pod pod) {
    return reservation(pod).flatMap(r -> r.slot(pod)).isPresent();
  }

  /** Returns whether kube-scheduler was allowed to place the pod of a slot. */
  boolean isPassed(Slot slot) {
    return state.pods().get(slot.uid()).filter(PodEntry::isPassed).isPresent();
  }
}
