package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.gate.GatedTenants;
import dev.plimsoll.model.gate.ShareGate;
import dev.plimsoll.model.lifetime.Lifetimes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Makes the state of a question: what runs, what waits, and what will come. */
final class QueueStateBuilder {
  private final StartQuestion question;
  private final Lifetimes lifetimes;
  private final List<Pod> waiting = new ArrayList<>();

  /**
   * Starts with a question.
   *
   * @param others pods that aren't in the cluster and wait too, as if they were created now
   */
  QueueStateBuilder(StartQuestion question, Lifetimes lifetimes, Collection<Pod> others) {
    this.question = question;
    this.lifetimes = lifetimes;
    question.simulation().cluster().list(Pod.class).stream()
        .filter(this::queues)
        .forEach(waiting::add);
    others.stream().filter(this::queues).forEach(waiting::add);
  }

  /** Returns whether the pod is in the queue: nothing but a place is lacking. */
  private boolean queues(Pod pod) {
    return !pod.isBound()
        && !pod.isTerminal()
        && !pod.isTerminating()
        && pod.spec().schedulingGates().stream().allMatch(ShareGate.NAME::equals)
        && question.simulation().isScheduled(pod);
  }

  QueueState build() {
    Cluster cluster = question.simulation().cluster();
    PolicyUsage shares = PolicyUsage.of(cluster, question.policies());
    List<Pod> counted = new ArrayList<>(waiting);
    counted.addAll(question.history().examples().values());
    NodeTable table = NodeTable.of(question.scheduler(), question.simulation().snapshot(), counted);
    PodTimes times = new PodTimes(question, lifetimes, shares);
    GatedTenants gated = GatedTenants.of(cluster, question.policies());
    QueueUnits units = new QueueUnits(cluster, times, table, gated);
    return new QueueState(
        table,
        new RunningPods(times, table, new ShareTable(shares, table)).occupants(),
        units.of(waiting),
        question.options().arrivals()
            ? new RecentArrivals(question, times, units, gated).arrivals(waiting)
            : Arrivals.NONE,
        shares,
        lifetimes.recent());
  }
}
