package dev.plimsoll.extender.decision;

import dev.plimsoll.extender.config.Settings;
import dev.plimsoll.extender.placement.Booking;
import dev.plimsoll.extender.placement.Bookings;
import dev.plimsoll.extender.placement.Evictions;
import dev.plimsoll.extender.placement.Figures;
import dev.plimsoll.extender.placement.Hold;
import dev.plimsoll.extender.placement.NodeFigures;
import dev.plimsoll.extender.protocol.BindingArgs;
import dev.plimsoll.extender.protocol.Filtered;
import dev.plimsoll.kube.watch.Change;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Condition;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.pod.PodResources;
import dev.plimsoll.model.pod.PodResourcesOptions;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.tenancy.Enforcement.Placement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Decides about one pod at a time, by figures that are kept current. What is booked and not yet
 * seen on a node counts: a booking exists as long as the picture doesn't show the pod on a node.
 */
public final class Decisions {
  private final Settings settings;
  private final Clock clock;
  private final Bookings bookings = new Bookings();
  private final ChangeLog log = new ChangeLog();
  private final Object recounting = new Object();
  private Figures figures;
  private volatile Cluster picture;
  private volatile Cluster counted;
  private final AtomicLong drifts = new AtomicLong();

  /** Makes decisions by a picture. */
  public Decisions(Cluster picture, Settings settings, Clock clock) {
    this.picture = picture;
    this.settings = settings;
    this.clock = clock;
    this.counted = picture;
    this.figures = Figures.of(picture, settings.policies());
  }

  /** Returns the picture that decisions are made by. */
  public Cluster picture() {
    return picture;
  }

  /** Returns what nodes have and hold. */
  public synchronized NodeFigures nodes() {
    return figures.nodes();
  }

  /** Returns the bookings in force, the oldest first. */
  public synchronized List<Booking> bookings() {
    expire();
    return bookings.all();
  }

  /** Takes changes in that show in the picture; they must come in their order. */
  public synchronized void changed(List<Change> changes, Cluster now) {
    picture = now;
    for (Change change : changes) {
      figures.changed(change.before(), change.after(), now);
      log.add(change, now);
      if (change.before().orElse(null) instanceof Pod
          || change.after().orElse(null) instanceof Pod) {
        podChanged(change.before().map(Pod.class::cast), change.after().map(Pod.class::cast));
      }
    }
  }

  private void podChanged(Optional<Pod> before, Optional<Pod> after) {
    boolean gone = after.isEmpty() || after.get().isTerminal() || after.get().isTerminating();
    boolean settled =
        gone
            || after.get().isBound()
            || (isUnschedulable(after.get())
                && !condition(after.get()).equals(before.flatMap(Decisions::condition)));
    if (settled) {
      drop(Booking.uid(after.or(() -> before).orElseThrow()));
    }
  }

  private static Optional<Condition> condition(Pod pod) {
    return pod.status().condition("PodScheduled");
  }

  private static boolean isUnschedulable(Pod pod) {
    return condition(pod).filter(c -> c.reason().equals("Unschedulable")).isPresent();
  }

  /**
   * Decides to which of the nodes the pod may go, and books it if there is any.
   *
   * @param candidates how many nodes there are
   * @param names their names, which are not always needed
   */
  public synchronized Verdict filter(Pod pod, int candidates, Supplier<List<String>> names) {
    expire();
    Optional<Hold> hold = holdsBack(pod);
    Filtered filtered = filtered(pod, hold, candidates, names);
    if (!filtered.anyPasses(candidates)) {
      drop(Booking.uid(pod));
      return new Verdict(filtered, false, hold.map(h -> h.cause().word()).orElse("resources"));
    }
    boolean isNew = bookings.of(pod).isEmpty();
    String reason = isBeyondShare(pod) ? "beyond_share" : "passed";
    book(pod, "");
    return new Verdict(filtered, isNew, reason);
  }

  private Filtered filtered(
      Pod pod, Optional<Hold> hold, int candidates, Supplier<List<String>> names) {
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

  private boolean isBeyondShare(Pod pod) {
    return figures.shareHold(picture, pod, Placement.REPORT, bookedPod(pod)).isPresent();
  }

  private Optional<Hold> holdsBack(Pod pod) {
    return quotaHold(pod, List.of())
        .or(() -> figures.shareHold(picture, pod, Placement.HOLD, bookedPod(pod)));
  }

  private Optional<Hold> quotaHold(Pod pod, List<Pod> evicted) {
    if (!settings.quotaAtPlacement()) {
      return Optional.empty();
    }
    List<Pod> gone = new ArrayList<>(evicted);
    bookedPod(pod).ifPresent(gone::add);
    List<Pod> onTheirWay = bookings.in(pod.namespace()).stream().map(Booking::pod).toList();
    return figures.quotaHold(picture, pod, onTheirWay, gone);
  }

  private Optional<Pod> bookedPod(Pod pod) {
    return bookings.of(pod).map(Booking::pod);
  }

  private Resources managed(Pod pod) {
    return settings.ignoredByScheduler().isEmpty()
        ? Resources.EMPTY
        : requests(pod).mask(settings.ignoredByScheduler()).removeZeros();
  }

  /** Returns what a pod without a node asks for. */
  public static Resources requests(Pod pod) {
    return PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING);
  }

  private Optional<ResourceName> lacking(String node, Resources managed, Pod pod) {
    if (managed.isEmpty()) {
      return Optional.empty();
    }
    Resources free = free(node, pod);
    return managed.names().stream()
        .filter(n -> free.getOrZero(n).compareTo(managed.getOrZero(n)) < 0)
        .findFirst();
  }

  /** Returns what is free on a node, less what other pods have booked there. */
  private Resources free(String node, Pod but) {
    Resources free = figures.nodes().of(node).free();
    for (Booking booking : bookings.on(node)) {
      if (!booking.uid().equals(Booking.uid(but))) {
        free = free.subtract(requests(booking.pod()));
      }
    }
    return free;
  }

  /** Decides on which nodes these pods may be evicted for the pod. */
  public synchronized Set<String> preempt(Pod pod, Map<String, List<String>> victims) {
    expire();
    Evictions evictions = new Evictions(figures, picture, pod, bookedPod(pod));
    victims.forEach(
        (node, uids) -> {
          List<Pod> known =
              picture.podsOn(node).stream().filter(p -> uids.contains(p.metadata().uid())).toList();
          if (!uids.isEmpty() && quotaHold(pod, known).isEmpty()) {
            evictions.consider(node, known);
          }
        });
    return evictions.best();
  }

  /**
   * Books the node that a pod is being bound to.
   *
   * @return why it may not be bound; empty if it may
   */
  public synchronized String bind(BindingArgs args) {
    expire();
    Optional<Pod> known = bookings.of(args.podUid()).map(Booking::pod).or(() -> stored(args));
    if (known.isEmpty()) {
      return "pod " + args.podNamespace() + "/" + args.podName() + " is not known";
    }
    Pod pod = known.get();
    Resources managed = managed(pod);
    String refusal =
        holdsBack(pod)
            .filter(h -> figures.concerns(h, args.node()))
            .map(Hold::text)
            .or(() -> lacking(args.node(), managed, pod).map(n -> "Insufficient " + n))
            .orElse("");
    if (refusal.isEmpty()) {
      book(pod, args.node());
    } else {
      drop(args.podUid());
    }
    return refusal;
  }

  private Optional<Pod> stored(BindingArgs args) {
    return picture
        .find(Pod.class, args.podNamespace(), args.podName())
        .filter(p -> p.metadata().uid().equals(args.podUid()));
  }

  /** Frees what is booked for a pod. */
  public synchronized void drop(String uid) {
    bookings.drop(uid).ifPresent(b -> figures.booked(b.pod(), false, picture));
  }

  private void book(Pod pod, String node) {
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

  private void expire() {
    bookings.expire(clock.instant()).forEach(b -> figures.booked(b.pod(), false, picture));
  }

  /** Returns whether shares may have changed since they were last counted. */
  public boolean isOutdated() {
    return !settings.policies().isEmpty() && !picture.equals(counted);
  }

  /** Returns how many figures recounts have found wrong, and repaired. */
  public long drifts() {
    return drifts.get();
  }

  /**
   * Counts everything anew, shares too, while decisions go on being made.
   *
   * @return what had been counted otherwise; empty if nothing
   */
  public List<String> recount() {
    synchronized (recounting) {
      Cluster start;
      Set<String> namespaces;
      synchronized (this) {
        start = picture;
        namespaces = figures.countedNamespaces();
        log.open();
      }
      Figures fresh = Figures.of(start, settings.policies()).withQuotasOf(namespaces, start);
      synchronized (this) {
        log.close().forEach(e -> fresh.changed(e.change().before(), e.change().after(), e.now()));
        bookings.all().forEach(b -> fresh.booked(b.pod(), true, picture));
        List<String> differences = figures.differences(fresh);
        figures = fresh;
        counted = start;
        drifts.addAndGet(differences.size());
        return differences;
      }
    }
  }
}
