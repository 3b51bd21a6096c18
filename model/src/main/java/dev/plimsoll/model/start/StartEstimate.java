package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.workload.JobBackoff;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * When a pod starts: that it gets a node.
 *
 * @param pod the pod
 * @param state whether it waits, runs or has ended
 * @param since since when it has that state, where the cluster recorded it
 * @param needs what has to happen first
 * @param place its place in the queue
 * @param likely between which times it starts; absent where no estimate can be made
 * @param latest when it starts at the latest; absent where no fixed facts give a bound
 * @param soonerIf changes that make it sooner
 * @param limits why there is no estimate, or what may falsify the estimate, a sentence each
 */
public record StartEstimate(
    Pod pod,
    State state,
    Optional<Instant> since,
    Needs needs,
    QueuePlace place,
    Optional<LikelyStart> likely,
    Optional<LatestStart> latest,
    List<SoonerIf> soonerIf,
    List<String> limits) {

  /** Whether a pod waits for a node. */
  public enum State {
    /** It has no node. */
    Waiting,
    /** It has a node. */
    Running,
    /** It has ended or is being deleted. */
    Ended
  }

  public StartEstimate {
    soonerIf = List.copyOf(soonerIf);
    limits = List.copyOf(limits);
  }

  /** Returns the estimate with changes that make it sooner. */
  public StartEstimate withSoonerIf(List<SoonerIf> some) {
    return new StartEstimate(pod, state, since, needs, place, likely, latest, some, limits);
  }

  /** Returns the estimate of a pod that its Job creates only after a back-off. */
  StartEstimate after(JobBackoff backoff) {
    if (backoff.until().isEmpty()) {
      return awaiting("the Job controller creates no pod until its back-off ends");
    }
    Instant at = backoff.until().get();
    String created =
        "the Job controller creates the pod at %s, after a back-off of %d s"
            .formatted(at, backoff.delay().toSeconds());
    return awaiting(created).withLikely(likely.map(l -> l.notBefore(at)));
  }

  /** Returns the estimate of a pod that its controller has yet to create. */
  StartEstimate awaiting(String event) {
    String limit = event.substring(0, 1).toUpperCase(Locale.ROOT) + event.substring(1) + ".";
    return new StartEstimate(
        pod,
        state,
        since,
        needs instanceof Needs.Nothing ? new Needs.Event(event) : needs,
        place,
        likely,
        Optional.empty(),
        soonerIf,
        Stream.concat(limits.stream(), Stream.of(limit)).toList());
  }

  private StartEstimate withLikely(Optional<LikelyStart> other) {
    return new StartEstimate(pod, state, since, needs, place, other, latest, soonerIf, limits);
  }

  /** Returns the same estimate of a pod under another name. */
  StartEstimate withPod(Pod other) {
    return new StartEstimate(other, state, since, needs, place, likely, latest, soonerIf, limits);
  }

  /**
   * Returns whether the pod doesn't start unless somebody changes something. Nothing that ends
   * would help, the API server denies the pod for another reason than a quota, or nine of ten
   * simulations of 30 days end before the pod starts.
   */
  public boolean isStuck() {
    return state == State.Waiting
        && (needs instanceof Needs.Never
            || needs instanceof Needs.NothingEnds
            || needs instanceof Needs.NotAccepted
            || (needs instanceof Needs.Event && place.order() == QueuePlace.Order.NotCreated)
            || likely.filter(LikelyStart::isLaterThanAllTimes).isPresent());
  }
}
