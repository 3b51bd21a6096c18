package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.accounting.AssumedPods;
import dev.plimsoll.extender.accounting.NominatedPods;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ResourceVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * The pods that have no node yet and count as if they had: the assumed ones, which passed the
 * filter, until the cluster shows them on a node, and the nominated ones. Each counts once,
 * whichever it is. For one thread at a time.
 */
final class PodsInFlight {
  private final AssumedPods assumed = new AssumedPods();
  private final NominatedPods nominated = new NominatedPods();
  private final UnknownPods unknown = new UnknownPods();
  private final GonePods gone = new GonePods();

  /** The versions at which the scheduler asked about assumed pods, by their UIDs. */
  private final Map<String, String> askedVersions = new HashMap<>();

  private final Duration ttl;
  private final Ticker ticker;
  private final Function<Pod, Optional<Pod>> stored;
  private final Usage usage;

  /** Where pods are counted. */
  @FunctionalInterface
  interface Usage {
    /** Takes a pod in, or out. */
    void count(Pod pod, boolean in);
  }

  /**
   * Makes one without pods.
   *
   * @param ttl how long a pod counts if nothing is heard of it
   * @param stored returns a pod as the watch has shown it
   */
  PodsInFlight(Duration ttl, Ticker ticker, Function<Pod, Optional<Pod>> stored, Usage usage) {
    this.ttl = ttl;
    this.ticker = ticker;
    this.stored = stored;
    this.usage = usage;
  }

  AssumedPods assumed() {
    return assumed;
  }

  NominatedPods nominated() {
    return nominated;
  }

  boolean isAssumed(Pod pod) {
    return assumed.of(pod).isPresent();
  }

  /** Returns a pod as it counts. */
  Optional<Pod> of(Pod pod) {
    return of(AssumedPod.uid(pod));
  }

  private Optional<Pod> of(String uid) {
    return assumed.of(uid).or(() -> nominated.of(uid)).map(AssumedPod::pod);
  }

  /** Returns those of a namespace. */
  List<Pod> in(String namespace) {
    List<Pod> pods = new ArrayList<>();
    assumed.in(namespace).forEach(a -> pods.add(a.pod()));
    addNominated(nominated.in(namespace), pods);
    return pods;
  }

  /** Returns all. */
  List<Pod> all() {
    List<Pod> pods = new ArrayList<>();
    assumed.all().forEach(a -> pods.add(a.pod()));
    addNominated(nominated.all(), pods);
    return pods;
  }

  private void addNominated(List<AssumedPod> some, List<Pod> pods) {
    for (AssumedPod each : some) {
      if (assumed.of(each.uid()).isEmpty()) {
        pods.add(each.pod());
      }
    }
  }

  /**
   * Returns the other pods that count on a node when a pod is to go there: all that are being bound
   * to it, and those nominated for it whose priority is not lower, as kube-scheduler has it.
   */
  List<Pod> before(Pod pod, String node) {
    List<Pod> pods = new ArrayList<>();
    assumed.on(node).forEach(a -> pods.add(a.pod()));
    for (AssumedPod each : nominated.on(node)) {
      if (assumed.of(each.uid()).filter(a -> !a.node().isEmpty()).isEmpty()
          && Preemption.priority(each.pod()) >= Preemption.priority(pod)) {
        pods.add(each.pod());
      }
    }
    pods.removeIf(p -> AssumedPod.uid(p).equals(AssumedPod.uid(pod)));
    return pods;
  }

  /** Returns the pods that may come to any node. */
  List<Pod> toAnyNode() {
    return assumed.on("").stream().map(AssumedPod::pod).toList();
  }

  /** Returns the pods that come to a node, or are to once others have been evicted. */
  List<Pod> toNode(String node) {
    List<Pod> pods = new ArrayList<>();
    assumed.on(node).forEach(a -> pods.add(a.pod()));
    addNominated(nominated.on(node), pods);
    return pods;
  }

  /**
   * Assumes a pod that isn't placed yet: with what it asks for by the watch, whatever the caller
   * says; or as the caller says, but for seconds only.
   */
  void assume(Pod pod, String node) {
    Optional<AssumedPod> counted = counted(pod, node);
    if (counted.isEmpty()) {
      forget(AssumedPod.uid(pod));
    } else {
      change(counted.get().uid(), () -> assumed.assume(counted.get()));
    }
  }

  /** Notes how the scheduler knew an assumed pod when it asked. */
  void asked(Pod pod) {
    if (isAssumed(pod)) {
      askedVersions.put(AssumedPod.uid(pod), pod.metadata().resourceVersion());
    }
  }

  /**
   * Returns whether the scheduler didn't know the pod so when it asked: what it knew then says
   * nothing about what became of that.
   */
  boolean isNewerThanAsked(Pod pod) {
    return ResourceVersion.isNewer(
        pod.metadata().resourceVersion(), askedVersions.getOrDefault(AssumedPod.uid(pod), ""));
  }

  /** Takes in that the scheduler may nominate the pod now, and will show that in a while. */
  void expectNomination(Pod pod) {
    counted(pod, "").ifPresent(a -> change(a.uid(), () -> nominated.expect(a)));
  }

  /** Takes in for which node the watch shows a pod as nominated. */
  void showNomination(Pod pod, String node) {
    change(AssumedPod.uid(pod), () -> nominated.show(pod, node));
  }

  /** Takes in that the watch doesn't show a pod as nominated. */
  void hideNomination(String uid) {
    change(uid, () -> nominated.hide(uid));
  }

  /** Forgets that a pod is nominated, or expected to be. */
  void forgetNomination(String uid) {
    change(uid, () -> nominated.forget(uid));
  }

  /** Forgets that a pod is assumed. */
  void forget(String uid) {
    change(uid, () -> assumed.forget(uid));
    askedVersions.remove(uid);
  }

  /** Forgets a pod that is over. */
  void over(String uid) {
    forget(uid);
    forgetNomination(uid);
  }

  /**
   * Forgets a pod whose end the watch shows; whoever asks about that pod later, it doesn't count.
   */
  void gone(Pod pod) {
    over(AssumedPod.uid(pod));
    if (!pod.metadata().uid().isEmpty()) {
      gone.add(pod.metadata().uid());
    }
  }

  /** Returns the pod as it is to count, and until when; nothing if it isn't to, any more. */
  private Optional<AssumedPod> counted(Pod pod, String node) {
    String uid = AssumedPod.uid(pod);
    Optional<Pod> known = stored.apply(pod);
    if (known.isEmpty()) {
      if (gone.contains(uid)) {
        return Optional.empty();
      }
      OptionalLong expiry = unknown.expiry(uid, ticker.read());
      return expiry.isPresent()
          ? Optional.of(new AssumedPod(pod, node, expiry.getAsLong()))
          : Optional.empty();
    }
    if (PodTransitions.isOver(known.get())) {
      return Optional.empty();
    }
    boolean unused = unknown.remove(uid);
    return Optional.of(new AssumedPod(known.get(), node, ticker.read() + ttl.toNanos()));
  }

  private void change(String uid, Runnable change) {
    Optional<Pod> before = of(uid);
    change.run();
    Optional<Pod> after = of(uid);
    before.ifPresent(pod -> usage.count(pod, false));
    after.ifPresent(pod -> usage.count(pod, true));
  }

  /** Counts a pod as one that exists, where it was unknown until now. */
  void confirm(Pod pod) {
    String uid = AssumedPod.uid(pod);
    if (unknown.remove(uid)) {
      assumed.of(uid).ifPresent(a -> assume(pod, a.node()));
      if (nominated.isExpected(uid)) {
        expectNomination(pod);
      }
    }
  }

  /** Returns how many pods were asked about that no watch had shown. */
  long unknownPods() {
    return unknown.count();
  }

  /** Returns how long a pod stays assumed if nothing is heard of it. */
  Duration left(AssumedPod assumedPod) {
    return Duration.ofNanos(assumedPod.expires() - ticker.read());
  }

  /** Returns the time in nanoseconds of the ticker. */
  long now() {
    return ticker.read();
  }

  /** Forgets what has expired. */
  void expire() {
    long now = ticker.read();
    for (AssumedPod expired : assumed.expire(now)) {
      askedVersions.remove(expired.uid());
      usage.count(expired.pod(), false);
      nominated.of(expired.uid()).ifPresent(n -> usage.count(n.pod(), true));
    }
    for (AssumedPod expired : nominated.expire(now)) {
      if (assumed.of(expired.uid()).isEmpty()) {
        usage.count(expired.pod(), false);
      }
    }
  }
}
