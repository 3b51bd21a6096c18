package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.workload.JobBackoff;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.whatif.NodeChange;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Proposes to mark nodes that are not ready as out of service. The garbage collector of pods then
 * ends and deletes the terminating pods there. A pod with a finalizer other than the Job
 * controller's stays.
 *
 * <p>Source: {@code gcTerminating} in {@code pkg/controller/podgc/gc_controller.go}.
 */
final class OutOfServiceProposer implements RemedyProposer {
  private static final Taint OUT_OF_SERVICE =
      new Taint("node.kubernetes.io/out-of-service", "nodeshutdown", "NoExecute");

  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    return cause instanceof GapCause.OverdueDeletion overdue
        ? proposal(context, overdue).stream().toList()
        : List.of();
  }

  private static Optional<Proposal> proposal(
      DetectionContext context, GapCause.OverdueDeletion overdue) {
    List<Pod> going = overdue.pods().stream().filter(p -> isGone(p) && isLost(context, p)).toList();
    if (going.isEmpty()) {
      return Optional.empty();
    }
    List<String> nodes = going.stream().map(p -> p.spec().nodeName()).distinct().sorted().toList();
    NodeChange taint = new NodeChange.AddTaint(nodes, OUT_OF_SERVICE);
    String named = (nodes.size() == 1 ? "node " : "nodes ") + String.join(", ", nodes);
    return Optional.of(
        Proposal.ofCluster(
                "mark %s as out of service, if %s shut down"
                    .formatted(named, nodes.size() == 1 ? "it is" : "they are"),
                Actor.ADMIN,
                List.of(taint))
            .withCosts(
                List.of(
                    "all other pods of %s are evicted; remove the taint once kubelet is back"
                        .formatted(named)))
            .withOutcome(
                Counted.of(going.size(), "pod", "goes", "go")
                    + again(context.simulation().with(taint).without(going), overdue, going)));
  }

  /** Returns whether the pod goes once it has ended: the Job controller removes its finalizer. */
  private static boolean isGone(Pod pod) {
    return Set.of(JobBackoff.TRACKING).containsAll(pod.metadata().finalizers());
  }

  private static boolean isLost(DetectionContext context, Pod pod) {
    return context
        .cluster()
        .find(Node.class, "", pod.spec().nodeName())
        .filter(n -> !n.isReady())
        .filter(n -> n.taints().stream().noneMatch(t -> t.key().equals(OUT_OF_SERVICE.key())))
        .isPresent();
  }

  /** Returns a sentence on the pods that controllers create again once others have gone. */
  private static String again(Simulation after, GapCause.OverdueDeletion overdue, List<Pod> going) {
    List<Pod> created =
        going.stream()
            .filter(overdue.workload()::awaitsEndOf)
            .map(OutOfServiceProposer::anotherOf)
            .toList();
    return created.isEmpty()
        ? ""
        : "; created again: "
            + SimulationRun.place(after, created).summary(overdue.workload().label());
  }

  private static Pod anotherOf(Pod pod) {
    return pod.withMetadata(pod.metadata().withDeletionTimestamp(Optional.empty()))
        .withSpec(pod.spec().withNodeName(""))
        .withStatus(PodStatus.PENDING);
  }
}
