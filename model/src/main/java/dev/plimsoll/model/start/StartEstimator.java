package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.object.Pod;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Estimates when waiting pods start. */
public final class StartEstimator {
  private final StartQuestion question;

  private StartEstimator(StartQuestion question) {
    this.question = question;
  }

  /** Makes the estimator of a question. */
  public static StartEstimator of(StartQuestion question) {
    return new StartEstimator(question);
  }

  /** Returns the estimate for a pod; one that isn't in the cluster is taken as created now. */
  public StartEstimate estimate(Pod pod) {
    return estimates(List.of(pod)).get(0);
  }

  /** Returns the estimates for pods, in their order. One simulation serves them all. */
  public List<StartEstimate> estimates(Collection<Pod> pods) {
    return pods.stream().map(this::unknown).toList();
  }

  private StartEstimate unknown(Pod pod) {
    return new StartEstimate(
        pod,
        pod.isBound() ? StartEstimate.State.Running : StartEstimate.State.Waiting,
        Optional.empty(),
        new Needs.Unknown("nothing was simulated at " + question.now()),
        new QueuePlace(0, 0, QueuePlace.Order.PriorityAndAge),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of());
  }
}
