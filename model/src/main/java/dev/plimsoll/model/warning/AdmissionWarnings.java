package dev.plimsoll.model.warning;

import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quota.DenialText;
import dev.plimsoll.model.ledger.EnforcedQuota;
import dev.plimsoll.model.ledger.EnforcedQuotas;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.LedgerAdmission;
import dev.plimsoll.model.ledger.LedgerDecision;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import dev.plimsoll.model.topology.IgnoredGangFields;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.UndecidedException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Finds warnings for the user who makes an allowed request. A request may exceed a tenant's quota
 * that only warns, its workload's pods may be denied, or its pod may find no node. A tenant learns
 * only amounts of others: no names of tenants, their namespaces or nodes. Requests of controllers
 * get no warnings, since nobody reads them.
 */
public final class AdmissionWarnings {
  private final Simulation simulation;
  private final EnforcedQuotas quotas;
  private final QuotaHeadroom quotaHeadroom;
  private final PlacementWarning placement;
  private final WorkloadWarning workloads;

  /**
   * Creates the warnings for a cluster in its present state.
   *
   * @param policies the policies that name tenants and pools
   * @param quotas the quotas that Plimsoll enforces in addition to Kubernetes
   * @param reservesGangs whether the first pod of a gang needs quota for all its missing pods
   */
  public AdmissionWarnings(
      Simulation simulation,
      List<CapacityPolicy> policies,
      EnforcedQuotas quotas,
      boolean reservesGangs) {
    this.simulation = simulation;
    this.quotas = quotas;
    this.quotaHeadroom = new QuotaHeadroom(simulation.cluster(), quotas);
    this.placement = new PlacementWarning(simulation, List.copyOf(policies), quotaHeadroom);
    this.workloads =
        new WorkloadWarning(simulation, quotas, quotaHeadroom, placement, reservesGangs);
  }

  /** Returns the warnings, as long and as many as the API server passes on. */
  public List<String> of(AdmissionRequest request) {
    List<String> warnings = new ArrayList<>(exceeded(request));
    boolean isByPerson = request.object().metadata().controller().isEmpty();
    if (isByPerson && request.subresource().isEmpty()) {
      try {
        warnings.addAll(consequences(request));
      } catch (UndecidedException e) {
        return WarningTexts.of(warnings);
      }
    }
    return WarningTexts.of(warnings);
  }

  private List<String> consequences(AdmissionRequest request) {
    if (request.object() instanceof Pod pod && request.isCreate()) {
      return Stream.concat(
              placement.of(pod, "this pod will wait").stream(), IgnoredGangFields.of(pod).stream())
          .toList();
    }
    return request.object() instanceof Workload workload
        ? workloads.of(
            workload, request.old().filter(Workload.class::isInstance).map(Workload.class::cast))
        : List.of();
  }

  private List<String> exceeded(AdmissionRequest request) {
    SortedMap<String, Ledger> warning = new TreeMap<>();
    for (EnforcedQuota quota : quotas.in(request.object().namespace())) {
      if (quota.mode() == AdmissionMode.WARN) {
        warning.put(quota.origin().toString(), quotaHeadroom.ledger(quota));
      }
    }
    LedgerDecision decision =
        LedgerAdmission.decide(simulation.cluster(), request, warning, Instant.EPOCH);
    return decision instanceof LedgerDecision.Denied denied
        ? List.of("allowed, since the quota only warns: " + DenialText.of(denied.denials()))
        : List.of();
  }
}
