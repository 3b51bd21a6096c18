package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.WorkloadDenial;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Proposes to raise the quotas that deny pods by just what is missing. */
final class RaiseQuotaProposer implements RemedyProposer {
  private static final int ROUNDS = 20;

  private record Key(RaisableQuota quota, ResourceName name) {}

  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    return cause instanceof GapCause.Denied denied
        ? raise(context, denied.denial()).map(List::of).orElse(List.of())
        : List.of();
  }

  @Override
  public TriedPods triedOn(GapCause cause, TriedPods pods) {
    return cause instanceof GapCause.Denied denied
        ? pods.withPods(denied.denial().deniedByQuota())
        : pods;
  }

  /**
   * Raises the keys that deny pods, quota by quota, until none does. Each rises to its usage by
   * then plus the denied pods' requests. Nodes don't matter for that. The controller counts a
   * raised quota again, so the new count decides.
   */
  private static Optional<Proposal> raise(DetectionContext context, WorkloadDenial denial) {
    List<Pod> missing = denial.deniedByQuota();
    Map<Key, Quantity> raised = new LinkedHashMap<>();
    Simulation simulation = context.simulation();
    SimulationRun run = SimulationRun.admit(simulation, missing);
    Map<RaisableQuota, Optional<Change>> counted = new HashMap<>();
    for (int round = 0; round < ROUNDS * missing.size() && run.firstDenied().isPresent(); round++) {
      Optional<AdmissionReport> report = run.firstDenied().flatMap(Attempt::admission);
      Optional<QuotaDenial.Exceeded> next = report.flatMap(AdmissionReport::exceededQuota);
      Optional<RaisableQuota> quota =
          report.flatMap(r -> next.flatMap(n -> RaisableQuota.of(r, n)));
      if (next.isEmpty() || quota.isEmpty()) {
        return Optional.empty();
      }
      if (!counted.containsKey(quota.get())) {
        Optional<Change> resync = quota.get().resync(context);
        counted.put(quota.get(), resync);
        if (resync.isPresent()) {
          simulation = simulation.with(resync.get());
          run = SimulationRun.admit(simulation, missing);
          continue;
        }
      }
      long still = isOfCreator(run) ? 1 : deniedAlike(run);
      for (ResourceName key : next.get().limited().names()) {
        Quantity needed =
            next.get()
                .used()
                .getOrZero(key)
                .add(next.get().requested().getOrZero(key).multiply(still));
        Optional<Change> change = quota.get().raised(simulation.cluster(), key, needed);
        if (change.isEmpty()) {
          return Optional.empty();
        }
        raised.put(new Key(quota.get(), key), needed);
        simulation = simulation.with(change.get());
      }
      run = SimulationRun.admit(simulation, missing);
    }
    if (raised.isEmpty()) {
      return Optional.empty();
    }
    List<Change> resyncs =
        raised.keySet().stream()
            .map(Key::quota)
            .distinct()
            .flatMap(q -> counted.getOrDefault(q, Optional.empty()).stream())
            .toList();
    return proposal(context, raised, resyncs);
  }

  /** Pods of other templates request other amounts. */
  private static long deniedAlike(SimulationRun run) {
    PodSpec first = run.firstDenied().orElseThrow().pod().spec();
    return run.attempts().stream()
        .filter(a -> !a.isAdmitted() && a.pod().spec().equals(first))
        .count();
  }

  /** One ReplicaSet or Job makes all the pods. */
  private static boolean isOfCreator(SimulationRun run) {
    return run.firstDenied()
        .flatMap(Attempt::admission)
        .filter(report -> report.object() instanceof Workload)
        .isPresent();
  }

  private static Optional<Proposal> proposal(
      DetectionContext context, Map<Key, Quantity> raised, List<Change> resyncs) {
    List<String> words = new ArrayList<>();
    List<Change> changes = new ArrayList<>(resyncs);
    Set<String> costs = new LinkedHashSet<>();
    Cluster changed = context.cluster();
    for (Map.Entry<Key, Quantity> each : raised.entrySet()) {
      RaisableQuota quota = each.getKey().quota();
      ResourceName key = each.getKey().name();
      Optional<Change> change = quota.raised(changed, key, each.getValue());
      if (change.isEmpty()) {
        return Optional.empty();
      }
      words.add(quota.describe(changed, key, each.getValue()));
      costs.addAll(quota.costs(changed, key));
      changes.add(change.get());
      changed = change.get().applyTo(changed);
    }
    for (Key each : raised.keySet()) {
      PromisedQuota.of(context, changed, each.name()).ifPresent(costs::add);
    }
    return Optional.of(
        Proposal.ofCluster("raise " + String.join(", ", words), Actor.ADMIN, changes)
            .withCosts(List.copyOf(costs)));
  }
}
