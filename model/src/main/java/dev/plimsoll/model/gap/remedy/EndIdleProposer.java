package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import dev.plimsoll.model.whatif.WorkloadChange;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Proposes to stop a workload whose pods are all idle, in the way of its kind. A workload that has
 * busy pods, or whose kind is unknown, gets no proposal.
 */
final class EndIdleProposer implements RemedyProposer {
  private static final Set<String> SCALED =
      Set.of("Deployment", "StatefulSet", "ReplicaSet", "ReplicationController");

  private static final OptionalInt NONE = OptionalInt.of(0);
  private static final String KUBEFLOW = "kubeflow.org";
  private static final String NOTEBOOK = "Notebook";

  private record Stop(String action, Change change) {}

  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    return cause instanceof GapCause.IdleDevices idle && !idle.hasBusyPods()
        ? stop(context, idle).map(s -> proposal(context, idle, s)).stream().toList()
        : List.of();
  }

  private static Optional<Stop> stop(DetectionContext context, GapCause.IdleDevices idle) {
    WorkloadPods workload = idle.workload();
    List<Pod> alive = workload.pods().stream().filter(p -> !p.isTerminal()).toList();
    Optional<Workload> creator =
        workload.templateOwners().stream()
            .filter(o -> o.pods().stream().anyMatch(idle.pods()::contains))
            .map(PodTemplateOwner::workload)
            .findFirst();
    return switch (workload.root().kind()) {
      case "Pod" ->
          Optional.of(
              new Stop("delete " + workload.label(), new WorkloadChange.DeleteWorkload(workload)));
      case "Job", "CronJob" ->
          creator
              .filter(ReleaseQuotaProposer::isJob)
              .map(
                  job ->
                      new Stop(
                          "suspend job/" + job.name(),
                          new WorkloadChange.ScaleDown(
                              ReleaseQuotaProposer.suspended(job), alive)));
      case NOTEBOOK -> notebook(context, workload, creator, alive);
      default ->
          context
              .root(workload)
              .filter(EndIdleProposer::isScaled)
              .map(
                  w ->
                      new Stop(
                          "scale " + workload.label() + " down to 0",
                          new WorkloadChange.ScaleDown(w.withReplicas(NONE), alive)));
    };
  }

  private static boolean isScaled(Workload workload) {
    String group = workload.type().group();
    return (group.equals("apps") || group.isEmpty())
        && SCALED.contains(workload.type().kind())
        && workload.templates().size() == 1;
  }

  /** Its controller scales the notebook's StatefulSet to 0 while the annotation is set. */
  private static Optional<Stop> notebook(
      DetectionContext context,
      WorkloadPods workload,
      Optional<Workload> creator,
      List<Pod> alive) {
    Stream<GroupVersionKind> ofOwner =
        creator.flatMap(c -> c.metadata().controller()).map(EndIdleProposer::type).stream();
    return Stream.concat(context.root(workload).map(Workload::type).stream(), ofOwner)
        .filter(t -> t.group().equals(KUBEFLOW) && t.kind().equals(NOTEBOOK))
        .findFirst()
        .map(
            type ->
                new Stop(
                    "stop " + workload.label(),
                    new WorkloadChange.StopNotebook(
                        type,
                        workload.root().namespace(),
                        workload.root().name(),
                        creator.filter(EndIdleProposer::isScaled).map(s -> s.withReplicas(NONE)),
                        alive,
                        context.cluster().asOf())));
  }

  private static GroupVersionKind type(OwnerReference owner) {
    return GroupVersionKind.of(owner.apiVersion(), owner.kind());
  }

  private static Proposal proposal(DetectionContext context, GapCause.IdleDevices idle, Stop stop) {
    boolean started = idle.pods().stream().anyMatch(EndIdleProposer::isStarted);
    long ending =
        stop.change().leaving(context.cluster()).stream()
            .filter(EndIdleProposer::isStarted)
            .count();
    return Proposal.ofCluster(
            stop.action() + (started ? ", if nobody needs it" : ", unless it can start soon"),
            Actor.TENANT,
            List.of(stop.change()))
        .withCosts(ending == 0 ? List.of() : List.of(cost(idle, ending)))
        .withStops(idle.workload().root())
        .withOutcome(outcome(context, idle, stop.change()));
  }

  private static boolean isStarted(Pod pod) {
    return !pod.status().phase().equals("Pending");
  }

  private static String cost(GapCause.IdleDevices idle, long ending) {
    return Counted.of(ending, "running pod")
        + " of "
        + idle.workload().label()
        + Counted.verb(
            ending,
            " ends and loses what it has not saved",
            " end and lose what they have not saved");
  }

  /** Tries the change with the pods that wait for the devices. */
  private static String outcome(
      DetectionContext context, GapCause.IdleDevices idle, Change change) {
    Simulation stopped =
        context.simulation().with(List.of(change)).withResync(idle.workload().root().namespace());
    List<Pod> stored = pods(idle, a -> a.admission().isEmpty());
    SimulationRun placed = SimulationRun.place(stopped, stored);
    SimulationRun created =
        SimulationRun.create(placed.after(), pods(idle, a -> a.admission().isPresent()));
    String units =
        idle.units().entrySet().stream()
            .map(e -> e.getValue() + " " + e.getKey())
            .collect(Collectors.joining(" and "));
    String given =
        Stream.concat(placed.attempts().stream(), created.attempts().stream())
            .filter(Attempt::isPlaced)
            .map(a -> "; " + a.pod().key() + " gets node " + a.node())
            .collect(Collectors.joining());
    return units + " can be used by others" + given;
  }

  private static List<Pod> pods(GapCause.IdleDevices idle, Predicate<Attempt> which) {
    return idle.waiting().stream().filter(which).map(Attempt::pod).toList();
  }
}
