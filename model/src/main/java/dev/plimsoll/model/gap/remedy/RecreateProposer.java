package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.TemplateEffect;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.UnschedulablePods;
import dev.plimsoll.model.whatif.SimulationRun;
import dev.plimsoll.model.whatif.WorkloadChange;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Proposes to delete pods that no node takes, where their controller would now create others. The
 * template or the defaults of admission have changed since, and the controller keeps the pods. A
 * StatefulSet does so until the pod is ready, which it never is.
 *
 * <p>Source: {@code processReplica} in {@code pkg/controller/statefulset/stateful_set_control.go}.
 */
final class RecreateProposer implements UnschedulablePodsProposer {
  /** Each pod is deleted by a command of its own. */
  private static final int MOST_DELETED = 50;

  /** The kind whose controller also restarts the other pods of a group. */
  private static final String RESTARTS_GROUPS = "LeaderWorkerSet";

  /** Admission adds tolerations of these taints to each pod, and a dump may lack these. */
  private static final Set<String> ADDED =
      Set.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");

  @Override
  public List<Proposal> propose(
      DetectionContext context, UnschedulablePods pods, ResourceName resource) {
    Optional<PodTemplateOwner> owner =
        pods.stored().size() > MOST_DELETED ? Optional.empty() : owner(pods);
    return owner.isPresent()
            && !isAlike(context, owner.get(), pods.pods().get(0))
            && isPlaced(context, pods, owner.get())
        ? List.of(proposal(pods.stored(), owner.get().workload()))
        : List.of();
  }

  @Override
  public TriedPods triedOn(GapCause cause, TriedPods pods) {
    return cause instanceof GapCause.Unschedulable unschedulable
        ? owner(unschedulable.pods())
            .map(
                o ->
                    new TriedPods(
                        pods.workload(), again(unschedulable.pods(), o), false, Optional.of(o)))
            .orElse(pods)
        : pods;
  }

  /** Returns the creator of all the pods, if it keeps them and creates deleted ones again. */
  private static Optional<PodTemplateOwner> owner(UnschedulablePods pods) {
    Set<String> names = pods.stored().stream().map(Pod::name).collect(Collectors.toSet());
    boolean isOfGroup = pods.workload().root().kind().equals(RESTARTS_GROUPS);
    return names.isEmpty() || isOfGroup
        ? Optional.empty()
        : pods.workload().templateOwners().stream()
            .filter(o -> TemplateEffect.of(o.workload()) == TemplateEffect.KeepsPods)
            .filter(o -> !o.workload().type().kind().equals("DaemonSet"))
            .filter(o -> o.pods().stream().map(Pod::name).toList().containsAll(names))
            .filter(
                o ->
                    names.stream().noneMatch(n -> TemplateEffect.isBelowPartition(o.workload(), n)))
            .findFirst();
  }

  private static List<Pod> again(UnschedulablePods pods, PodTemplateOwner owner) {
    return pods.stored().stream().map(owner::again).toList();
  }

  /** Returns whether the pod that its controller would create now has what the pod has. */
  private static boolean isAlike(DetectionContext context, PodTemplateOwner owner, Pod pod) {
    return context.simulation().admissionOf(owner.again(pod)).object() instanceof Pod created
        && essence(created).equals(essence(pod));
  }

  /** Returns all that the scheduler goes by. */
  private static List<Object> essence(Pod pod) {
    PodSpec spec = pod.spec();
    return List.of(
        DetectionContext.requests(pod),
        spec.nodeSelector(),
        spec.affinity(),
        spec.tolerations().stream().filter(t -> !ADDED.contains(t.key())).toList(),
        spec.topologySpreadConstraints(),
        spec.schedulingGates(),
        spec.priority().orElse(0),
        spec.preemptionPolicy().equals("Never"),
        spec.containers().stream().map(Container::ports).toList(),
        spec.volumes().stream().flatMap(v -> v.claimName().stream()).toList(),
        spec.resourceClaims());
  }

  private static boolean isPlaced(
      DetectionContext context, UnschedulablePods pods, PodTemplateOwner owner) {
    SimulationRun run =
        SimulationRun.create(
            context
                .simulation()
                .without(pods.stored())
                .withResync(pods.workload().root().namespace()),
            again(pods, owner).subList(0, 1));
    return run.allPlaced();
  }

  private static Proposal proposal(List<Pod> pods, Workload owner) {
    boolean isOne = pods.size() == 1;
    return Proposal.ofCluster(
        "delete %s: the %s controller creates %s again from the current template"
            .formatted(
                isOne ? "pod " + pods.get(0).name() : "the " + pods.size() + " pods",
                owner.type().kind(),
                isOne ? "it" : "them"),
        Actor.TENANT,
        pods.stream().map(p -> new WorkloadChange.DeletePod(p.namespace(), p.name())).toList());
  }
}
