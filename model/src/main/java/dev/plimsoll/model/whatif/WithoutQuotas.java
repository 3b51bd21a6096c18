package dev.plimsoll.model.whatif;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quota.ClusterResourceQuotaAdmission;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A simulation whose quotas deny nothing in some namespaces; all else stays as it is. */
public final class WithoutQuotas {
  private WithoutQuotas() {}

  /** Returns the simulation without ResourceQuotas, ClusterResourceQuotas and ledgers. */
  public static Simulation of(Simulation simulation, Collection<String> namespaces) {
    List<QuotaChange> removed = new ArrayList<>();
    Set<ApiObject> wider = new LinkedHashSet<>();
    for (String namespace : namespaces) {
      simulation
          .cluster()
          .list(ResourceQuota.class, namespace)
          .forEach(q -> removed.add(new QuotaChange.RemoveQuota(q.namespace(), q.name())));
      wider.addAll(ClusterResourceQuotaAdmission.selecting(simulation.cluster(), namespace));
      simulation.cluster().list(LedgerSummary.class).stream()
          .filter(l -> l.namespaces().contains(namespace))
          .forEach(wider::add);
    }
    Simulation unlimited = removed.isEmpty() ? simulation : simulation.with(removed);
    return wider.isEmpty() ? unlimited : unlimited.without(wider);
  }
}
