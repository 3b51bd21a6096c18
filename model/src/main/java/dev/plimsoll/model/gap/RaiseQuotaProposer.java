package dev.plimsoll.model.gap;

import dev.plimsoll.model.admission.AdmissionReport;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ResourceQuota;
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

/** Proposes to raise the quotas that refuse pods by just what is missing. */
final class RaiseQuotaProposer {
  private static final int ROUNDS = 20;

  private record Key(String quota, ResourceName name) {}

  private RaiseQuotaProposer() {}

  static List<Remedy> propose(
      DetectionContext detectionContext,
      WorkloadDenials.WorkloadDenial workloadDenial,
      QuotaDenial.Exceeded exceeded) {
    List<Remedy> remedies = new ArrayList<>();
    raise(detectionContext, workloadDenial).ifPresent(remedies::add);
    remedies.addAll(ReleasePendingPodsProposer.propose(detectionContext, workloadDenial, exceeded));
    return remedies;
  }

  /**
   * Raises what stands in the way, quota by quota and key by key, until nothing does: each to what
   * is used by then plus what the refused pod asks for.
   */
  private static Optional<Remedy> raise(
      DetectionContext detectionContext, WorkloadDenials.WorkloadDenial workloadDenial) {
    String namespace = workloadDenial.group().root().namespace();
    List<Pod> missing = DeniedPodsDetector.missing(workloadDenial);
    Map<Key, Quantity> raised = new LinkedHashMap<>();
    Simulation simulation = detectionContext.simulation();
    SimulationRun simulationRun = SimulationRun.create(simulation, missing);
    for (int round = 0;
        round < ROUNDS * missing.size() && simulationRun.firstDenied().isPresent();
        round++) {
      Optional<QuotaDenial.Exceeded> next =
          simulationRun
              .firstDenied()
              .flatMap(Attempt::admission)
              .flatMap(AdmissionReport::quotaDenial)
              .filter(QuotaDenial.Exceeded.class::isInstance)
              .map(QuotaDenial.Exceeded.class::cast);
      if (next.isEmpty()) {
        return Optional.empty();
      }
      int still = missing.size() - simulationRun.admitted();
      for (ResourceName key : next.get().limited().names()) {
        Quantity needed =
            next.get()
                .used()
                .getOrZero(key)
                .add(next.get().requested().getOrZero(key).multiply(still));
        raised.put(new Key(next.get().quota(), key), needed);
        simulation =
            simulation.with(new Change.SetQuota(namespace, next.get().quota(), key, needed));
      }
      simulationRun = SimulationRun.create(simulation, missing);
    }
    return raised.isEmpty()
        ? Optional.empty()
        : Optional.of(remedy(detectionContext, namespace, raised, simulationRun));
  }

  private static Remedy remedy(
      DetectionContext detectionContext,
      String namespace,
      Map<Key, Quantity> raised,
      SimulationRun simulationRun) {
    List<String> words = new ArrayList<>();
    List<String> options = new ArrayList<>();
    List<String> commands = new ArrayList<>();
    raised.forEach(
        (key, hard) -> {
          Quantity before =
              detectionContext
                  .cluster()
                  .find(ResourceQuota.class, namespace, key.quota())
                  .map(q -> q.spec().hard().getOrZero(key.name()))
                  .orElse(Quantity.ZERO);
          words.add(key.name() + " of quota " + key.quota() + " from " + before + " to " + hard);
          options.add("--set-quota");
          options.add(namespace + "/" + key.quota() + ":" + key.name() + "=" + hard);
          commands.add(QuotaRemedies.patchCommand(namespace, key.quota(), key.name(), hard));
        });
    return new Remedy(
        "raise " + String.join(", ", words),
        Optional.of(String.join(" && ", commands)),
        Optional.empty(),
        options,
        simulationRun.allPlaced(),
        simulationRun.summary());
  }
}
