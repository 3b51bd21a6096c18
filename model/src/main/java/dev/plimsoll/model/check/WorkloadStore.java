package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.admission.policy.UnmodelledAdmission;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.HorizontalPodAutoscaler;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.workload.HorizontalController;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.kubernetes.workload.Workloads;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Stores workloads of a set. A stored Deployment whose template stays is scaled by its newest
 * ReplicaSet; a new template starts a rollout. A manifest without {@code replicas} leaves the
 * number to whoever set it. A HorizontalPodAutoscaler keeps the number that it has chosen by
 * metrics, within its bounds.
 */
final class WorkloadStore {
  private static final List<String> REPLICAS = List.of("spec", "replicas");
  private static final List<String> TEMPLATE = List.of("spec", "template");

  private final AppliedObjects objects;
  private final Supplier<Workloads> stored;
  private final Predicate<CheckedObject> changesTemplate;

  /**
   * Makes a store.
   *
   * @param stored the workloads and pods that are there already
   * @param changesTemplate whether the template is known to differ from the deployed one, also in
   *     fields that no rule reads
   */
  WorkloadStore(
      AppliedObjects objects,
      Supplier<Workloads> stored,
      Predicate<CheckedObject> changesTemplate) {
    this.objects = objects;
    this.stored = stored;
    this.changesTemplate = changesTemplate;
  }

  AppliedWorkload store(CheckedObject checked) {
    if (checked.object() instanceof Pod pod) {
      AppliedWorkload applied =
          new AppliedWorkload(checked, PodTemplateOwner.ofBarePod(pod), Optional.empty());
      return objects
          .changeBy(checked)
          .filter(r -> !r.allowed())
          .map(applied::denied)
          .orElse(applied);
    }
    Workload given = (Workload) checked.applied();
    Cluster cluster = objects.simulation().cluster();
    Optional<Workload> old = cluster.find(Workload.class, given.namespace(), given.identity());
    Workload workload =
        old.filter(o -> checked.patched().isEmpty() && !checked.has(TEMPLATE))
            .map(o -> part(checked, given, o))
            .orElse(given);
    if (old.isEmpty() && workload.details() instanceof WorkloadDetails.DaemonSet) {
      workload = DaemonSetPods.counted(cluster, workload);
    }
    Workload stored = workload;
    AdmissionReport report = old.isPresent() ? objects.apply(stored) : objects.create(stored);
    if (!report.allowed()) {
      return new AppliedWorkload(checked, stored, Optional.empty()).denied(report);
    }
    return old.map(o -> replaced(checked, o, stored)).orElseGet(() -> created(checked, stored));
  }

  private AppliedWorkload created(CheckedObject checked, Workload stored) {
    Workload scaled = autoscaled(stored, stored);
    if (!scaled.equals(stored)) {
      objects.replace(objects.simulation().cluster().with(scaled));
    }
    return new AppliedWorkload(checked, scaled, Optional.empty());
  }

  /**
   * Returns the target of an autoscaler as its bounds scale it, if the target is stored and gets
   * more pods.
   */
  Optional<AppliedWorkload> scaled(CheckedObject checked, HorizontalPodAutoscaler autoscaler) {
    Cluster cluster = objects.simulation().cluster();
    return cluster.list(Workload.class, autoscaler.namespace()).stream()
        .filter(autoscaler::scales)
        .filter(w -> replicas(autoscaled(w, w)) > replicas(w))
        .findFirst()
        .map(
            target -> {
              Workload more = autoscaled(target, target);
              objects.replace(scaled(cluster.with(more), more));
              return new AppliedWorkload(checked, more, Optional.empty());
            });
  }

  /** Returns a workload with the number of pods that its autoscaler keeps. */
  private Workload autoscaled(Workload old, Workload now) {
    Optional<HorizontalPodAutoscaler> autoscaler =
        HorizontalController.autoscaler(objects.simulation().cluster(), now);
    if (autoscaler.isEmpty() || now.templates().size() != 1 || replicas(now) == 0) {
      return now;
    }
    int kept = replicas(old) == 0 ? replicas(now) : replicas(old);
    return now.withReplicas(OptionalInt.of(HorizontalController.bounded(autoscaler.get(), kept)));
  }

  /** The API server's default is 1. */
  private static int replicas(Workload workload) {
    return workload.templates().get(0).replicas().orElse(1);
  }

  /** A manifest without a template changes labels, or the number of pods, and leaves the rest. */
  private static Workload part(CheckedObject checked, Workload given, Workload old) {
    Workload labelled = old.withMetadata(given.metadata());
    return checked.has(REPLICAS) && given.templates().size() == 1 && old.templates().size() == 1
        ? withReplicas(given, labelled)
        : labelled;
  }

  private AppliedWorkload replaced(CheckedObject checked, Workload old, Workload now) {
    ObjectMeta metadata =
        now.metadata()
            .with()
            .uid(old.metadata().uid())
            .creationTimestamp(old.metadata().creationTimestamp())
            .owners(old.metadata().owners())
            .build();
    Workload kept =
        autoscaled(
            old, scaled(checked, old, now).withMetadata(metadata).withConditions(old.conditions()));
    boolean isNew =
        checked
            .patched()
            .map(p -> changesTemplate(p, kept))
            .orElseGet(
                () ->
                    changesTemplate.test(checked)
                        || !PodTemplates.areSame(old, kept, objects.simulation()));
    Cluster cluster = objects.simulation().cluster();
    if (!isNew && now.details() instanceof WorkloadDetails.Job) {
      Workload job = withCounts(checked, old, now);
      objects.replace(cluster.with(job));
      return new AppliedWorkload(checked, job, Optional.empty());
    }
    WorkloadPods pods =
        stored
            .get()
            .workloadOf(old.reference())
            .orElse(new WorkloadPods(old.reference(), List.of(), List.of()));
    List<Pod> alive = pods.pods().stream().filter(p -> !p.isTerminal()).toList();
    if (!isNew || alive.isEmpty() || kept.templates().size() != 1 || kept.inactive()) {
      Cluster changed = cluster.with(kept);
      if (!isNew && kept.details() instanceof WorkloadDetails.Deployment) {
        changed = scaled(changed, kept);
      }
      objects.replace(changed);
      return new AppliedWorkload(checked, kept, Optional.empty());
    }
    return rolledOut(checked, kept, alive);
  }

  /** A Job whose template stays may be scaled, suspended or resumed. Its counts stay. */
  private static Workload withCounts(CheckedObject checked, Workload old, Workload now) {
    if (!(old.details() instanceof WorkloadDetails.Job before)
        || !(now.details() instanceof WorkloadDetails.Job given)) {
      return old;
    }
    WorkloadDetails.Job job =
        before.with(
            (isGiven(checked, "suspend") ? given : before).suspended(),
            (isGiven(checked, "parallelism") ? given : before).parallelism(),
            (isGiven(checked, "completions") ? given : before).completions());
    boolean isFinished = old.inactive() && !before.suspended();
    return old.withDetails(job)
        .withInactive(isFinished || job.suspended())
        .withWaiting(!isFinished && job.suspended())
        .withTemplates(
            old.templates().stream()
                .map(t -> t.withReplicas(OptionalInt.of(job.wanted(t.replicas().orElse(0)))))
                .toList());
  }

  private static boolean isGiven(CheckedObject checked, String field) {
    return checked.patched().isPresent() || checked.has(List.of("spec", field));
  }

  private AppliedWorkload rolledOut(CheckedObject checked, Workload kept, List<Pod> alive) {
    objects.replace(objects.simulation().cluster().with(kept));
    Workload creator = kept;
    Optional<WorkloadDetails.RollingUpdate> update = Optional.empty();
    UnmodelledAdmission seen = UnmodelledAdmission.NOTHING;
    if (kept.details() instanceof WorkloadDetails.Deployment deployment) {
      creator = Rollout.newReplicaSet(objects.simulation().cluster(), kept);
      seen = objects.seeing(creator);
      update = deployment.rollingUpdate();
      AdmissionReport report = objects.create(creator);
      if (!report.allowed()) {
        return new AppliedWorkload(checked, kept, Optional.empty()).seenBy(seen).denied(report);
      }
    }
    Cluster cluster = objects.simulation().cluster();
    Workload.PodTemplate template = creator.templates().get(0);
    PodTemplateOwner owner =
        new PodTemplateOwner(
            creator, template, List.of(), template.replicas().orElse(1), List.of());
    if (kept.details() instanceof WorkloadDetails.DaemonSet) {
      owner = DaemonSetPods.lacking(cluster, owner, alive);
    }
    if (kept.details() instanceof WorkloadDetails.StatefulSet set
        && set.rollingUpdate().isEmpty()) {
      return new AppliedWorkload(checked, kept, Optional.empty()).seenBy(seen);
    }
    Rollout rollout = new Rollout(owner, owner.missingPods(), alive, update);
    return new AppliedWorkload(checked, kept, Optional.of(rollout)).seenBy(seen);
  }

  /** An absent number of replicas stays what it is. */
  private static Workload scaled(CheckedObject checked, Workload old, Workload now) {
    boolean isScaled =
        now.details() instanceof WorkloadDetails.Deployment
            || now.details() instanceof WorkloadDetails.StatefulSet;
    boolean isGiven = checked.patched().isPresent() || checked.has(REPLICAS);
    if (!isScaled || isGiven || old.templates().size() != 1) {
      return now.details() instanceof WorkloadDetails.DaemonSet && old.templates().size() == 1
          ? withReplicas(old, now)
          : now;
    }
    return withReplicas(old, now);
  }

  private static Workload withReplicas(Workload from, Workload to) {
    return to.withReplicas(from.templates().get(0).replicas());
  }

  /** The controller passes the number on to the newest ReplicaSet. */
  private static Cluster scaled(Cluster cluster, Workload deployment) {
    Optional<Workload> newest =
        cluster.list(Workload.class, deployment.namespace()).stream()
            .filter(w -> Rollout.isOf(w, deployment))
            .max(Comparator.comparingLong(WorkloadStore::revision));
    if (newest.isEmpty() || newest.get().templates().size() != 1) {
      return cluster;
    }
    return cluster.with(withReplicas(deployment, newest.get()));
  }

  private static long revision(Workload workload) {
    return workload.details() instanceof WorkloadDetails.ReplicaSet set
        ? set.revision().orElse(0)
        : 0;
  }

  private static boolean changesTemplate(PatchedObject patched, Workload workload) {
    return workload.templates().stream().anyMatch(t -> patched.changes(FieldPath.parse(t.path())));
  }
}
