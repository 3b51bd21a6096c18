package dev.plimsoll.advisor.backtest;

import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.decision.NamespaceObservation;
import dev.plimsoll.model.tenancy.decision.Observation;
import dev.plimsoll.model.tenancy.decision.PoolObservation;
import dev.plimsoll.model.tenancy.decision.ResourceObservation;
import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.Claimant;
import dev.plimsoll.model.tenancy.division.ProportionalDivision;
import dev.plimsoll.model.tenancy.division.UnitDemand;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes observations of the steps of a trace, each tenant with one namespace of its name. */
final class TraceObservations {
  private static final String POOL = "gpus";

  private final DemandTrace trace;
  private final TracePolicy tracePolicy;
  private final Map<String, Long> peaks = new HashMap<>();

  TraceObservations(DemandTrace trace, TracePolicy tracePolicy) {
    this.trace = trace;
    this.tracePolicy = tracePolicy;
  }

  /**
   * Returns the observation at a step under those quotas. A tenant's pods run as far as its quota
   * and the nodes allow; its other demand is denied.
   */
  Observation of(DemandTrace.Sample sample, Map<String, Long> quotas) {
    CapacityPolicy policy = tracePolicy.of(trace.tenants(), sample.quotas());
    Apportionment running = running(trace, sample, quotas);
    List<NamespaceObservation> namespaces = new ArrayList<>();
    List<Claimant> claimants = new ArrayList<>();
    for (int i = 0; i < trace.tenants().size(); i++) {
      String tenant = trace.tenants().get(i);
      long demand = sample.demands().get(i);
      long runs = running.of(tenant);
      peaks.merge(tenant, runs, Math::max);
      namespaces.add(
          NamespaceObservation.of(
              tenant, tenant, quotas.getOrDefault(tenant, 0L), runs, demand - runs));
      claimants.add(
          new Claimant(
              Claim.of(tenant, sample.quotas().get(i)),
              List.of(new UnitDemand(demand, Set.of(POOL))),
              Set.of(POOL)));
    }
    DividedResource gpus = policy.resources().get(0);
    return new Observation(
        policy,
        sample.time().toInstant(ZoneOffset.UTC),
        trace.step(),
        false,
        List.of(
            new ResourceObservation(
                gpus,
                List.of(PoolObservation.of(POOL, sample.capacity())),
                claimants,
                peaks,
                namespaces)));
  }

  /**
   * Returns the running units of each tenant: its demand, as far as its quota and the nodes allow.
   */
  static Apportionment running(
      DemandTrace trace, DemandTrace.Sample sample, Map<String, Long> quotas) {
    List<Claim> claims = new ArrayList<>();
    for (int i = 0; i < trace.tenants().size(); i++) {
      String tenant = trace.tenants().get(i);
      long runs = Math.min(sample.demands().get(i), quotas.getOrDefault(tenant, 0L));
      claims.add(new Claim(tenant, runs, 0, runs));
    }
    return ProportionalDivision.divide(sample.capacity(), claims);
  }
}
