package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.admission.AdmissionReport;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.WorkloadDenial;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.Workload;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quota.QuotaDenial;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

  /**
   * Raises what denies pods, quota by quota and key by key, until nothing does: each to what is
   * used by then plus what the denied pods request.
   */
  private static Optional<Proposal> raise(DetectionContext context, WorkloadDenial denial) {
    List<Pod> missing = denial.missingPods();
    Map<Key, Quantity> raised = new LinkedHashMap<>();
    Simulation simulation = context.simulation();
    SimulationRun run = SimulationRun.create(simulation, missing);
    for (int round = 0; round < ROUNDS * missing.size() && run.firstDenied().isPresent(); round++) {
      Optional<AdmissionReport> report = run.firstDenied().flatMap(Attempt::admission);
      Optional<QuotaDenial.Exceeded> next = report.flatMap(AdmissionReport::exceededQuota);
      Optional<RaisableQuota> quota =
          report.flatMap(r -> next.flatMap(n -> RaisableQuota.of(r, n)));
      if (next.isEmpty() || quota.isEmpty()) {
        return Optional.empty();
      }
      int still = isOfCreator(run) ? 1 : missing.size() - run.admitted();
      for (ResourceName key : next.get().limited().names()) {
        Quantity needed =
            next.get()
                .used()
                .getOrZero(key)
                .add(next.get().requested().getOrZero(key).multiply(still));
        raised.put(new Key(quota.get(), key), needed);
        simulation = simulation.with(quota.get().raised(key, needed));
      }
      run = SimulationRun.create(simulation, missing);
    }
    return raised.isEmpty() ? Optional.empty() : Optional.of(proposal(context, raised));
  }

  /** One ReplicaSet or Job makes all the pods. */
  private static boolean isOfCreator(SimulationRun run) {
    return run.firstDenied()
        .flatMap(Attempt::admission)
        .filter(report -> report.object() instanceof Workload)
        .isPresent();
  }

  private static Proposal proposal(DetectionContext context, Map<Key, Quantity> raised) {
    List<String> words = new ArrayList<>();
    List<Change> changes = new ArrayList<>();
    List<String> costs = new ArrayList<>();
    raised.forEach(
        (key, hard) -> {
          Quantity before = key.quota().hard(context.cluster()).getOrZero(key.name());
          words.add(key.name() + " of " + key.quota() + " from " + before + " to " + hard);
          changes.add(key.quota().raised(key.name(), hard));
        });
    Simulation changed = context.simulation().with(changes);
    raised.keySet().stream()
        .flatMap(k -> PromisedQuota.of(context, changed.cluster(), k.name()).stream())
        .distinct()
        .forEach(costs::add);
    return Proposal.ofCluster("raise " + String.join(", ", words), Actor.ADMIN, changes)
        .withCosts(costs);
  }
}
