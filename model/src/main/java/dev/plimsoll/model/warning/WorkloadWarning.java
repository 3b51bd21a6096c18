package dev.plimsoll.model.warning;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quota.QuotaLedgerAdmission;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.model.ledger.EnforcedQuota;
import dev.plimsoll.model.ledger.EnforcedQuotas;
import dev.plimsoll.model.ledger.GangRequest;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.LedgerAdmission;
import dev.plimsoll.model.ledger.LedgerDecision;
import dev.plimsoll.model.queue.QueueAnswer;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import dev.plimsoll.model.topology.IgnoredGangFields;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.UndecidedException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Warns if some pods of a new workload, or some additional pods of a changed one, would be denied
 * or find no node at present. The warning has the number of pods that would be admitted or find a
 * node, and the reason for the next pod. If the number of pods stays, pods of the new template
 * replace pods of the old one, so no quota need be exceeded. Then only a denial regardless of usage
 * is reported.
 */
final class WorkloadWarning {
  private static final int MOST_TRIED = 100;

  /** How many nodes are examined for all pods of a template together. */
  private static final int MOST_NODES = 20_000;

  private final Simulation simulation;
  private final EnforcedQuotas quotas;
  private final QuotaHeadroom quotaHeadroom;
  private final PlacementWarning placement;
  private final boolean reservesGangs;

  WorkloadWarning(
      Simulation simulation,
      EnforcedQuotas quotas,
      QuotaHeadroom quotaHeadroom,
      PlacementWarning placement,
      boolean reservesGangs) {
    this.simulation = simulation;
    this.quotas = quotas;
    this.quotaHeadroom = quotaHeadroom;
    this.placement = placement;
    this.reservesGangs = reservesGangs;
  }

  /** Returns the warnings about each of the templates. */
  List<String> of(Workload workload, Optional<Workload> old) {
    List<String> warnings = new ArrayList<>();
    if (!workload.inactive() && !workload.isManagedElsewhere()) {
      for (Workload.PodTemplate template : workload.templates()) {
        of(workload, template, old.flatMap(o -> templateOf(o, template)), warnings);
      }
    }
    return warnings;
  }

  private static Optional<Workload.PodTemplate> templateOf(
      Workload workload, Workload.PodTemplate same) {
    return workload.inactive()
        ? Optional.empty()
        : workload.templates().stream().filter(t -> t.path().equals(same.path())).findFirst();
  }

  private void of(
      Workload workload,
      Workload.PodTemplate template,
      Optional<Workload.PodTemplate> old,
      List<String> warnings) {
    int added = pods(template) - old.map(WorkloadWarning::pods).orElse(0);
    boolean isChanged = old.isEmpty() || !old.get().spec().equals(template.spec());
    boolean isImmediate = added > 0 && !workload.type().kind().equals("CronJob");
    if (pods(template) == 0 || (added <= 0 && !isChanged)) {
      return;
    }
    int tried = isImmediate ? Math.min(added, MOST_TRIED) : 1;
    PodTemplateOwner owner = new PodTemplateOwner(workload, template, List.of(), tried, List.of());
    new Submission(workload, isImmediate ? added : 1, isImmediate)
        .submit(owner.nextPods(tried), warnings);
    owner.nextPods(1).stream()
        .flatMap(
            p ->
                IgnoredGangFields.of(p, workload.metadata().labels().containsKey(QueueAnswer.LABEL))
                    .stream())
        .filter(field -> warnings.stream().noneMatch(w -> w.endsWith(field)))
        .forEach(warnings::add);
  }

  private static int pods(Workload.PodTemplate template) {
    return template.replicas().orElse(1);
  }

  /** Pods that are submitted one after the other, up to the first that is denied. */
  private final class Submission {
    private final Workload workload;
    private final int wanted;
    private final boolean isImmediate;
    private final Map<String, Ledger> ledgers = new TreeMap<>();
    private int admitted;
    private boolean isPlacing = true;

    Submission(Workload workload, int wanted, boolean isImmediate) {
      this.workload = workload;
      this.wanted = wanted;
      this.isImmediate = isImmediate;
    }

    void submit(List<Pod> pods, List<String> warnings) {
      Simulation current = simulation;
      for (Pod pod : pods) {
        isPlacing &= isExamined(admitted + 1);
        Simulation.Step step = step(current, withUid(pod));
        Optional<AdmissionReport> report = step.attempt().admission();
        if (report.isEmpty() || !report.get().isKnown()) {
          return;
        }
        if (!step.attempt().isAdmitted()) {
          if (isImmediate || report.get().exceededQuota().isEmpty()) {
            warnings.add(text("admitted", report.get().message()));
          }
          return;
        }
        if (isImmediate && isBeyondQuota(step.attempt().pod(), warnings)) {
          return;
        }
        if (isPlacing && !step.attempt().isPlaced()) {
          isPlacing = false;
          unplaced(current, step.attempt()).ifPresent(warnings::add);
        }
        current = step.after();
        admitted++;
      }
    }

    private boolean isExamined(int pods) {
      return pods == 1 || (long) pods * simulation.cluster().nodes().size() <= MOST_NODES;
    }

    /** Submits a pod, and schedules the pod while all pods before it have found a node. */
    private Simulation.Step step(Simulation current, Pod pod) {
      if (isPlacing) {
        try {
          return current.create(pod);
        } catch (UndecidedException e) {
          isPlacing = false;
        }
      }
      return current.admit(pod);
    }

    private Optional<String> unplaced(Simulation current, Attempt attempt) {
      if (admitted == 0) {
        return attempt
            .scheduleResult()
            .flatMap(result -> placement.of(attempt.pod(), result, "its pods will wait"));
      }
      return attempt
          .scheduleResult()
          .flatMap(
              result ->
                  placement.after(current).of(attempt.pod(), result, "the other pods will wait"))
          .map(
              why ->
                  "only " + admitted + " of its " + wanted + " new pods find a node now: " + why);
    }

    private boolean isBeyondQuota(Pod pod, List<String> warnings) {
      Cluster created = simulation.cluster().with(workload);
      boolean isWhole = admitted == 0 && isReservedWhole(created, pod);
      Optional<String> problem = isWhole ? GangRequest.problem(created, pod) : Optional.empty();
      if (problem.isPresent()) {
        warnings.add(text("admitted", problem.get()));
        return true;
      }
      Optional<GangRequest> gang =
          isWhole ? GangRequest.of(created, pod, Instant.EPOCH) : Optional.empty();
      for (EnforcedQuota quota : quotas.in(pod.namespace())) {
        String name = quota.origin().toString();
        Ledger ledger = ledgers.computeIfAbsent(name, n -> quotaHeadroom.ledger(quota));
        LedgerDecision decision =
            LedgerAdmission.decide(
                simulation.cluster(),
                AdmissionRequest.create(pod),
                new TreeMap<>(Map.of(name, ledger)),
                Instant.EPOCH,
                gang.filter(g -> quota.mode() == AdmissionMode.DENY));
        if (decision instanceof LedgerDecision.Denied denied) {
          String how = quota.mode() == AdmissionMode.DENY ? "admitted" : "within quota";
          warnings.add(text(how, denied.text()));
          return true;
        }
        ((LedgerDecision.Admitted) decision)
            .reservations()
            .values()
            .forEach(r -> ledgers.computeIfPresent(name, (n, l) -> l.withReservation(r)));
      }
      return false;
    }

    /** Returns whether the first pod of a gang needs quota for all. The other pods draw on it. */
    private boolean isReservedWhole(Cluster created, Pod pod) {
      return reservesGangs
          && quotas.in(pod.namespace()).stream().anyMatch(q -> q.mode() == AdmissionMode.DENY)
          && created
              .find(Namespace.class, "", pod.namespace())
              .filter(QuotaLedgerAdmission::isAudited)
              .isEmpty();
    }

    private Pod withUid(Pod pod) {
      return pod.withMetadata(pod.metadata().with().uid("new-" + admitted).build());
    }

    private String text(String how, String message) {
      String many = admitted == 0 ? "none" : "only " + admitted;
      return wanted == 1
          ? "its pod would not be " + how + ": " + message
          : many + " of its " + wanted + " new pods would be " + how + ": " + message;
    }
  }
}
