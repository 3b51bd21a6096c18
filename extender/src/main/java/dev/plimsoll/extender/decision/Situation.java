package dev.plimsoll.extender.decision;

import dev.plimsoll.extender.config.Settings;
import dev.plimsoll.extender.placement.Booking;
import dev.plimsoll.extender.placement.Bookings;
import dev.plimsoll.extender.placement.Figures;
import dev.plimsoll.extender.placement.Hold;
import dev.plimsoll.extender.protocol.Filtered;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.tenancy.Enforcement.Placement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What decisions are made by: the picture, its figures and what is booked, always in step. A
 * booking exists as long as the picture doesn't show the pod on a node. For one thread at a time.
 */
final class Situation {
  private final Settings settings;
  private final Clock clock;
  private final Bookings bookings = new Bookings();
  private Figures figures;
  private volatile Cluster picture;

  Situation(Cluster picture, Settings settings, Clock clock) {
    this.picture = picture;
    this.settings = settings;
    this.clock = clock;
    this.figures = Figures.of(picture, settings.policies());
  }

  /** Returns the picture; any thread may ask. */
  Cluster picture() {
    return picture;
  }

  void picture(Cluster now) {
    picture = now;
  }

  Figures figures() {
    return figures;
  }

  /** Puts figures that were counted anew, without bookings, in the place of those in use. */
  void figures(Figures counted) {
    bookings.all().forEach(b -> counted.booked(b.pod(), true, picture));
    figures = counted;
  }

  Bookings bookings() {
    return bookings;
  }

  Optional<Hold> holdsBack(Pod pod) {
    return quotaHold(pod, List.of())
        .or(() -> figures.shareHold(picture, pod, Placement.HOLD, booked(pod)));
  }

  boolean isBeyondShare(Pod pod) {
    return figures.shareHold(picture, pod, Placement.REPORT, booked(pod)).isPresent();
  }

  /** Returns the quota that holds the pod back once these have gone. */
  Optional<Hold> quotaHold(Pod pod, List<Pod> evicted) {
    if (!settings.quotaAtPlacement()) {
      return Optional.empty();
    }
    List<Pod> gone = new ArrayList<>(evicted);
    booked(pod).ifPresent(gone::add);
    List<Pod> onTheirWay = bookings.in(pod.namespace()).stream().map(Booking::pod).toList();
    return figures.quotaHold(picture, pod, onTheirWay, gone);
  }

  Optional<Pod> booked(Pod pod) {
    return bookings.of(pod).map(Booking::pod);
  }

  /** Returns what the pod asks for that the scheduler doesn't look at. */
  Resources managed(Pod pod) {
    return settings.ignoredByScheduler().isEmpty()
        ? Resources.EMPTY
        : Decisions.requests(pod).mask(settings.ignoredByScheduler()).removeZeros();
  }

  /** Returns what a node has too little of, besides what other pods have booked there. */
  Optional<ResourceName> lacking(String node, Resources managed, Pod pod) {
    if (managed.isEmpty()) {
      return Optional.empty();
    }
    Resources free = figures.nodes().of(node).free();
    for (Booking booking : bookings.on(node)) {
      if (!booking.uid().equals(Booking.uid(pod))) {
        free = free.subtract(Decisions.requests(booking.pod()));
      }
    }
    Resources left = free;
    return managed.names().stream()
        .filter(n -> left.getOrZero(n).compareTo(managed.getOrZero(n)) < 0)
        .findFirst();
  }

  /** Decides about each of the nodes, by what holds the pod back and what each lacks. */
  Filtered filtered(Pod pod, Optional<Hold> hold, int candidates, Supplier<List<String>> names) {
    Resources managed = managed(pod);
    if (hold.isPresent() && figures.concernsAll(hold.get())) {
      return Filtered.heldBack(hold.get().text(), candidates);
    }
    if (hold.isEmpty() && managed.isEmpty()) {
      return Filtered.ALL;
    }
    List<String> failed = new ArrayList<>(candidates);
    List<String> unresolvable = new ArrayList<>(candidates);
    for (String node : names.get()) {
      unresolvable.add(hold.filter(h -> figures.concerns(h, node)).map(Hold::text).orElse(""));
      failed.add(lacking(node, managed, pod).map(n -> "Insufficient " + n).orElse(""));
    }
    return new Filtered(failed, unresolvable);
  }

  /** Returns why the pod may not go to the node; nothing if it may. */
  String refusal(Pod pod, String node) {
    return holdsBack(pod)
        .filter(h -> figures.concerns(h, node))
        .map(Hold::text)
        .or(() -> lacking(node, managed(pod), pod).map(n -> "Insufficient " + n))
        .orElse("");
  }

  void book(Pod pod, String node) {
    drop(Booking.uid(pod));
    boolean isPlaced =
        picture
            .find(Pod.class, pod.namespace(), pod.name())
            .filter(p -> Booking.uid(p).equals(Booking.uid(pod)) && p.isBound())
            .isPresent();
    if (!isPlaced) {
      bookings.book(new Booking(pod, node, clock.instant().plus(settings.bookingLife())));
      figures.booked(pod, true, picture);
    }
  }

  void drop(String uid) {
    bookings.drop(uid).ifPresent(b -> figures.booked(b.pod(), false, picture));
  }

  void expire() {
    bookings.expire(clock.instant()).forEach(b -> figures.booked(b.pod(), false, picture));
  }
}
