package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.admission.policy.UnmodelledAdmission;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ServedFields;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.HorizontalPodAutoscaler;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.validation.DecodingError;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.gap.Unexamined;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.UndecidedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Applies a set to a cluster and creates its pods, one object after the other. */
final class SetRun {
  private final Function<Cluster, PodHolds> holdsOf;
  private final SurplusPods.Fate fate;
  private final List<Outcome> outcomes = new ArrayList<>();
  private final List<Unexamined> unexamined = new ArrayList<>();
  private SurplusPods surplus = new SurplusPods(List.of(), List.of());
  private List<TriedWorkload> ended = List.of();
  private List<Pod> winners = List.of();
  private Simulation simulation;
  private int pods;
  private int placed;

  private SetRun(Simulation start, Function<Cluster, PodHolds> holdsOf, SurplusPods.Fate fate) {
    this.simulation = start;
    this.holdsOf = holdsOf;
    this.fate = fate;
  }

  /**
   * Runs a set.
   *
   * @param start the cluster before
   * @param holdsOf which pods of a cluster are held
   * @param changesTemplate whether a template is known to differ from the deployed one
   */
  static SetRun of(
      Simulation start,
      List<CheckedObject> set,
      Function<Cluster, PodHolds> holdsOf,
      Predicate<CheckedObject> changesTemplate) {
    Simulation known = start.withFacts(withFields(start.cluster(), set));
    List<CheckedObject> sorted = ApplyOrder.sorted(set);
    Function<SurplusPods.Fate, SetRun> play =
        fate -> {
          SetRun run = new SetRun(known, holdsOf, fate);
          run.apply(sorted, changesTemplate);
          return run;
        };
    SetRun run = play.apply(SurplusPods.Fate.FIRST);
    if (!run.surplus.isEmpty()) {
      run.outcomes.addAll(SurplusDoubt.of(run, play));
    }
    return run;
  }

  /**
   * Returns a cluster with the fields of new manifests, which policies look at. The fields of an
   * object that is there already are no longer known: a manifest changes them in part.
   */
  private static Cluster withFields(Cluster cluster, List<CheckedObject> set) {
    Map<ServedFields.Key, Map<String, Object>> served = new HashMap<>(cluster.served().objects());
    for (CheckedObject each : set) {
      ApiObject object = each.object();
      if (cluster.find(object.getClass(), object.namespace(), object.identity()).isPresent()) {
        served.remove(ServedFields.Key.of(object));
      } else {
        served.put(ServedFields.Key.of(object), each.fields());
      }
    }
    return cluster.withServed(new ServedFields(served));
  }

  /** Returns the cluster with the set and its pods. */
  Simulation after() {
    return simulation;
  }

  List<Outcome> outcomes() {
    return List.copyOf(outcomes);
  }

  /** Returns the pods that the set's controllers delete. */
  SurplusPods surplus() {
    return surplus;
  }

  /** Returns the workloads whose pods were created, in the order of the set. */
  List<TriedWorkload> ended() {
    return ended;
  }

  /** Returns the pods that took what deleted pods freed. */
  List<Pod> winners() {
    return winners;
  }

  List<Unexamined> unexamined() {
    return List.copyOf(unexamined);
  }

  int pods() {
    return pods;
  }

  int placed() {
    return placed;
  }

  private void apply(List<CheckedObject> sorted, Predicate<CheckedObject> changesTemplate) {
    KubernetesVersion version = simulation.cluster().controlPlane().version();
    AppliedObjects objects = new AppliedObjects(simulation);
    WorkloadStore workloads = new WorkloadStore(objects, simulation::workloads, changesTemplate);
    List<AppliedWorkload> applied = new ArrayList<>();
    for (CheckedObject each : sorted) {
      Optional<DecodingError> error = each.decoding().error(version);
      error
          .filter(e -> !e.isCertain())
          .ifPresent(e -> outcomes.add(ObjectOutcome.ofLaterField(each, e)));
      Optional<Outcome> fault =
          ManifestFault.of(each, objects, error.filter(DecodingError::isCertain));
      if (fault.isPresent()) {
        outcomes.add(fault.get());
      } else if (ApplyOrder.makesPods(each.object())) {
        UnmodelledAdmission seen = objects.seeing(each.object());
        AppliedWorkload stored = workloads.store(each);
        applied.add(stored.seenBy(stored.seen().and(seen)));
      } else {
        UnmodelledAdmission seen = objects.seeing(each.object());
        AdmissionReport answer = objects.apply(each);
        report(each, answer, seen);
        if (answer.allowed() && CustomKinds.mayMakePods(each.object())) {
          outcomes.add(ObjectOutcome.ofKind(each));
        }
      }
    }
    for (CheckedObject each : sorted) {
      if (each.applied() instanceof HorizontalPodAutoscaler autoscaler) {
        workloads.scaled(each, autoscaler).ifPresent(applied::add);
      }
    }
    Simulation with = withoutSurplus(objects.simulation(), applied);
    PodHolds holds = holdsOf.apply(with.cluster());
    PodCreation creation = new PodCreation(with, holds.start(), objects.uncounted());
    Simulation gathered = with.of(withBarePods(with.cluster(), applied));
    List<TriedWorkload> tried = new ArrayList<>();
    for (AppliedWorkload each : applied) {
      Optional<TriedWorkload> now = run(each, gathered, creation);
      now.flatMap(t -> doubt(t, r -> Rivals.of(r, t.before(), applied, tried, holds), holds))
          .ifPresent(outcomes::add);
      now.ifPresent(tried::add);
    }
    ended = TriedWorkload.retry(tried, creation);
    OpenWorkloads open = CreationOrder.of(ended, with, holds);
    ended.forEach(t -> report(t, holds, open));
    simulation = creation.simulation();
  }

  /** Returns the cluster with the set, and without the pods that the set's controllers delete. */
  private Simulation withoutSurplus(Simulation stored, List<AppliedWorkload> applied) {
    Simulation with = stored.of(stored.cluster());
    surplus = SurplusPods.of(applied, with.workloads());
    List<Pod> gone = surplus.of(fate);
    Simulation freed = gone.isEmpty() ? with : with.without(gone);
    for (String namespace : gone.stream().map(Pod::namespace).distinct().toList()) {
      freed = freed.withResync(namespace);
    }
    if (fate == SurplusPods.Fate.OVERTAKEN) {
      Rivals rivals = Rivals.of(gone, with, applied, holdsOf.apply(freed.cluster()));
      freed = rivals.take(freed);
      winners = rivals.winners();
    }
    return freed;
  }

  /** Returns the cluster with an object for each new bare pod, as if somebody submitted it. */
  private static Cluster withBarePods(Cluster cluster, List<AppliedWorkload> applied) {
    Cluster with = cluster;
    for (AppliedWorkload each : applied) {
      if (each.isNewPod(cluster)) {
        with = with.with(each.workload());
      }
    }
    return with;
  }

  private void report(CheckedObject checked, AdmissionReport report, UnmodelledAdmission seen) {
    if (!report.isKnown() || (!report.allowed() && !ObjectOutcome.mayMend(seen, report))) {
      outcomes.add(ObjectOutcome.of(checked, report));
    } else if (!seen.sentences().isEmpty()) {
      outcomes.add(ObjectOutcome.unmodelled(checked, seen));
    }
  }

  private Optional<TriedWorkload> run(
      AppliedWorkload each, Simulation gathered, PodCreation creation) {
    if (each.denied().isPresent()) {
      report(each.checked(), each.denied().get(), each.seen());
      return Optional.empty();
    }
    if (!each.seen().sentences().isEmpty() && !(each.checked().object() instanceof Pod)) {
      outcomes.add(ObjectOutcome.unmodelled(each.checked(), each.seen()));
    }
    Simulation before = creation.simulation();
    AppliedWorkload workload = each.with(podsOf(each, gathered.workloads()));
    try {
      List<PodAttempt> attempts = attempts(workload, creation);
      return Optional.of(
          new TriedWorkload(
              workload, attempts, before.gatheredAs(gathered), creation.simulation()));
    } catch (UndecidedException e) {
      unexamined.add(Unexamined.of(each.workload().reference(), e));
      creation.goOnWith(before);
      return Optional.empty();
    }
  }

  /**
   * Plays a roll-out that ends again: in each order of its old pods, and beside pods that wait and
   * may take what it frees.
   */
  private Optional<Outcome> doubt(
      TriedWorkload rolledOut, Function<Rollout, Rivals> rivalsOf, PodHolds holds) {
    AppliedWorkload workload = rolledOut.workload();
    if (!rolledOut.attempts().stream().allMatch(PodAttempt::runs)) {
      return Optional.empty();
    }
    Simulation before = rolledOut.before();
    try {
      for (Rollout order : workload.rollout().map(Rollout::orders).orElse(List.of())) {
        if (!ends(order, before, holds, Rivals.none())) {
          return Optional.of(ObjectOutcome.ofOrder(workload.checked()));
        }
        Rivals rivals = rivalsOf.apply(order);
        if (!rivals.isEmpty()
            && !ends(order, before, holds, rivals)
            && !rivals.winners().isEmpty()) {
          return Optional.of(ObjectOutcome.overtaken(workload.checked(), rivals.winners()));
        }
      }
    } catch (UndecidedException e) {
      unexamined.add(Unexamined.of(workload.workload().reference(), e));
    }
    return Optional.empty();
  }

  private static boolean ends(Rollout rollout, Simulation before, PodHolds holds, Rivals rivals) {
    PodCreation creation = new PodCreation(before, holds.on(before.cluster()).start(), rivals);
    return rollout.run(creation).stream().allMatch(PodAttempt::runs);
  }

  private void report(TriedWorkload tried, PodHolds holds, OpenWorkloads open) {
    List<PodAttempt> attempts = tried.attempts();
    pods += attempts.size();
    placed += (int) attempts.stream().filter(PodAttempt::runs).count();
    AppliedWorkload workload = tried.workload();
    List<Outcome> played =
        WorkloadOutcomes.of(workload, attempts, tried.before(), tried.after(), holds);
    outcomes.addAll(open.certain(tried, played));
    if (open.has(tried) && played.stream().noneMatch(o -> o.key().effect() == Effect.Unknown)) {
      outcomes.add(ObjectOutcome.ofCreationOrder(tried));
    }
    if (workload.workload().templates().stream().anyMatch(CustomKinds::isUnknown)) {
      outcomes.add(ObjectOutcome.ofUnknownPods(workload.checked()));
    }
    int untried = workload.untried();
    if (untried > 0 && attempts.stream().allMatch(PodAttempt::runs)) {
      outcomes.add(ObjectOutcome.untried(workload.checked(), attempts.size(), untried));
    }
  }

  private static WorkloadPods podsOf(AppliedWorkload each, Workloads gathered) {
    Workload workload = each.workload();
    return gathered
        .workloadOf(workload.reference())
        .orElse(new WorkloadPods(workload.reference(), List.of(), List.of()));
  }

  private List<PodAttempt> attempts(AppliedWorkload workload, PodCreation creation) {
    if (workload.rollout().isPresent()) {
      return attempts(workload.rollout().get(), creation);
    }
    List<PodAttempt> attempts = new ArrayList<>(creation.schedule(workload.waiting()));
    WorkloadPods pods = workload.pods().orElseThrow();
    for (PodTemplateOwner owner : pods.templateOwners()) {
      if (CustomKinds.isUnknown(owner.template())) {
        continue;
      }
      if (isNew(pods) && isActiveDaemonSet(owner)) {
        Cluster cluster = creation.simulation().cluster();
        attempts.addAll(
            creation.create(DaemonSetPods.lacking(cluster, owner, List.of()).missingPods(), false));
      } else if (owner.missing() > 0 && owner.awaitedPod().isEmpty()) {
        attempts.addAll(creation.create(owner.missingPods(), owner.isOrdered()));
      } else if (owner.missing() == 0 && isNew(pods) && !surplus.has(owner)) {
        attempts.addAll(later(owner, creation));
      }
    }
    return attempts;
  }

  /** Runs a roll-out in the first order in which it ends, or else in the last. */
  private static List<PodAttempt> attempts(Rollout rollout, PodCreation creation) {
    Simulation before = creation.simulation();
    List<PodAttempt> attempts = List.of();
    for (Rollout order : rollout.orders()) {
      creation.goOnWith(before);
      attempts = order.run(creation);
      if (attempts.stream().allMatch(PodAttempt::runs)) {
        return attempts;
      }
    }
    return attempts;
  }

  private static boolean isActiveDaemonSet(PodTemplateOwner owner) {
    return owner.workload().details() instanceof WorkloadDetails.DaemonSet
        && !owner.workload().inactive();
  }

  private static boolean isNew(WorkloadPods pods) {
    return pods.pods().isEmpty();
  }

  /**
   * Tries an object that creates no pods now. A custom resource leaves pods to its operator and
   * counts. A CronJob or a suspended Job creates pods later and leaves nothing behind.
   */
  private static List<PodAttempt> later(PodTemplateOwner owner, PodCreation creation) {
    Workload workload = owner.workload();
    boolean counts =
        !workload.inactive()
            && !workload.waiting()
            && CustomKinds.isCustom(workload.resource().group());
    Simulation before = creation.simulation();
    int replicas = owner.template().replicas().orElse(1);
    if (replicas == 0) {
      return List.of();
    }
    List<PodAttempt> attempts =
        creation.create(
            counts ? owner.withMissing(replicas).missingPods() : owner.nextPods(1), false);
    if (!counts) {
      creation.goOnWith(before);
    }
    return attempts;
  }

  /** Returns whether an object makes pods later, or on each node. */
  static boolean isLater(ApiObject object) {
    return object instanceof Workload workload
        && (workload.inactive()
            || workload.waiting()
            || workload.details() instanceof WorkloadDetails.CronJob);
  }

  /** Returns all that outcomes need and was not read. */
  static Unread unread(List<CheckFinding> findings) {
    return findings.stream().map(CheckFinding::unread).reduce(Unread.NOTHING, Unread::and);
  }
}
