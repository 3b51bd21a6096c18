package dev.plimsoll.extender.decision;

import dev.plimsoll.extender.config.Settings;
import dev.plimsoll.extender.placement.Booking;
import dev.plimsoll.extender.placement.Evictions;
import dev.plimsoll.extender.placement.Figures;
import dev.plimsoll.extender.placement.Hold;
import dev.plimsoll.extender.placement.NodeFigures;
import dev.plimsoll.extender.placement.ShareUse;
import dev.plimsoll.extender.protocol.BindingArgs;
import dev.plimsoll.extender.protocol.Filtered;
import dev.plimsoll.kube.watch.Change;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Condition;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.pod.PodResources;
import dev.plimsoll.model.pod.PodResourcesOptions;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Decides about one pod at a time, by figures that are kept current. */
public final class Decisions {
  private static final int LOOKED_AT = 32;

  private final Supplier<List<CapacityPolicy>> policies;
  private final Situation situation;
  private final HeldPods held = new HeldPods();
  private final ChangeLog log = new ChangeLog();
  private final Object recounting = new Object();
  private final AtomicLong drifts = new AtomicLong();
  private volatile Counted counted;

  /** What was counted last. */
  private record Counted(Cluster picture, List<CapacityPolicy> policies) {}

  /** Makes decisions by a picture and the settings' policies. */
  public Decisions(Cluster picture, Settings settings, Clock clock) {
    this(picture, settings, settings::policies, clock);
  }

  /** Makes decisions by a picture, and by policies that may change whenever the picture does. */
  public Decisions(
      Cluster picture, Settings settings, Supplier<List<CapacityPolicy>> policies, Clock clock) {
    this.policies = policies;
    this.counted = new Counted(picture, policies.get());
    this.situation = new Situation(picture, settings.withPolicies(counted.policies()), clock);
  }

  /** Returns the picture that decisions are made by. */
  public Cluster picture() {
    return situation.picture();
  }

  /** Returns what nodes have and hold. */
  public synchronized NodeFigures nodes() {
    return situation.figures().nodes();
  }

  /** Returns what is held of shares, by the policy. */
  public synchronized List<ShareUse> shares() {
    situation.expire();
    return situation.figures().shares();
  }

  /** Returns the bookings in force, the oldest first. */
  public synchronized List<Booking> bookings() {
    situation.expire();
    return situation.bookings().all();
  }

  /** Returns the pods that are held back, by namespace. */
  public synchronized List<Held> held() {
    return held.all();
  }

  /** Takes changes in that show in the picture; they must come in their order. */
  public synchronized void changed(List<Change> changes, Cluster now) {
    situation.picture(now);
    for (Change change : changes) {
      situation.figures().changed(change.before(), change.after(), now);
      log.add(change, now);
      if (change.before().orElse(null) instanceof Pod
          || change.after().orElse(null) instanceof Pod) {
        podChanged(change.before().map(Pod.class::cast), change.after().map(Pod.class::cast));
      }
    }
  }

  private void podChanged(Optional<Pod> before, Optional<Pod> after) {
    Pod pod = after.or(() -> before).orElseThrow();
    boolean isOver = after.isEmpty() || pod.isTerminal() || pod.isTerminating() || pod.isBound();
    boolean isUnplaced =
        isUnschedulable(pod) && !condition(pod).equals(before.flatMap(Decisions::condition));
    if (isOver || isUnplaced) {
      situation.drop(Booking.uid(pod));
    }
    if (isOver) {
      held.remove(pod);
    }
  }

  private static Optional<Condition> condition(Pod pod) {
    return pod.status().condition("PodScheduled");
  }

  private static boolean isUnschedulable(Pod pod) {
    return condition(pod).filter(c -> c.reason().equals("Unschedulable")).isPresent();
  }

  /** Returns what a pod without a node asks for. */
  public static Resources requests(Pod pod) {
    return PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING);
  }

  /**
   * Decides to which of the nodes the pod may go, and books it if there is any.
   *
   * @param candidates how many nodes there are
   * @param names their names, which are not always needed
   */
  public synchronized Verdict filter(Pod pod, int candidates, Supplier<List<String>> names) {
    situation.expire();
    Optional<Hold> hold = situation.holdsBack(pod);
    Filtered filtered = situation.filtered(pod, hold, candidates, names);
    if (!filtered.anyPasses(candidates)) {
      situation.drop(Booking.uid(pod));
      hold.ifPresentOrElse(h -> held.put(pod, h), () -> held.remove(pod));
      return new Verdict(filtered, false, hold.map(h -> h.cause().word()).orElse("resources"));
    }
    held.remove(pod);
    boolean isNew = situation.booked(pod).isEmpty();
    String reason = situation.isBeyondShare(pod) ? "beyond_share" : "passed";
    situation.book(pod, "");
    return new Verdict(filtered, isNew, reason);
  }

  /** Decides on which nodes these pods may be evicted for the pod. */
  public synchronized Set<String> preempt(Pod pod, Map<String, List<String>> victims) {
    situation.expire();
    Evictions evictions = new Evictions(situation.figures(), picture(), pod, situation.booked(pod));
    victims.forEach(
        (node, uids) -> {
          List<Pod> known =
              picture().podsOn(node).stream()
                  .filter(p -> uids.contains(p.metadata().uid()))
                  .toList();
          if (!uids.isEmpty() && situation.quotaHold(pod, known).isEmpty()) {
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
    situation.expire();
    Optional<Pod> known =
        situation.bookings().of(args.podUid()).map(Booking::pod).or(() -> stored(args));
    if (known.isEmpty()) {
      return "pod " + args.podNamespace() + "/" + args.podName() + " is not known";
    }
    Pod pod = known.get();
    String node = args.node();
    String refusal = situation.refusal(pod, node);
    if (refusal.isEmpty()) {
      situation.book(pod, node);
    } else {
      situation.drop(args.podUid());
    }
    return refusal;
  }

  private Optional<Pod> stored(BindingArgs args) {
    return picture()
        .find(Pod.class, args.podNamespace(), args.podName())
        .filter(p -> p.metadata().uid().equals(args.podUid()));
  }

  /** Forgets a pod that is held back, since it is gone. */
  public synchronized void forget(Pod pod) {
    held.remove(pod);
  }

  /** Frees what is booked for a pod. */
  public synchronized void drop(String uid) {
    situation.drop(uid);
  }

  /**
   * Returns the pods held back in a namespace of which nothing holds back all together any more.
   */
  public synchronized List<Held> released(String namespace) {
    situation.expire();
    List<Held> released = new ArrayList<>();
    held.in(namespace).stream()
        .limit(LOOKED_AT)
        .filter(h -> situation.holdsBack(h.pod()).isEmpty())
        .forEach(
            h -> {
              situation.figures().booked(h.pod(), true, picture());
              released.add(h);
            });
    released.forEach(h -> situation.figures().booked(h.pod(), false, picture()));
    return released;
  }

  /** Returns the policies that shares were last counted by. */
  public List<CapacityPolicy> policies() {
    return counted.policies();
  }

  /** Returns whether shares may have changed since they were last counted. */
  public boolean isOutdated() {
    Counted last = counted;
    boolean hasShares = !last.policies().isEmpty() || !policies.get().isEmpty();
    return hasShares && !picture().equals(last.picture());
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
        start = picture();
        namespaces = situation.figures().countedNamespaces();
        log.open();
      }
      Counted now = new Counted(start, policies.get());
      Figures fresh = Figures.of(start, now.policies()).withQuotasOf(namespaces, start);
      synchronized (this) {
        log.close().forEach(e -> fresh.changed(e.change().before(), e.change().after(), e.now()));
        Figures old = situation.figures();
        situation.figures(fresh);
        counted = now;
        List<String> differences = old.differences(fresh);
        drifts.addAndGet(differences.size());
        return differences;
      }
    }
  }
}
