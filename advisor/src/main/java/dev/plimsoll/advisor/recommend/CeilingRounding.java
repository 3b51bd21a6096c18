package dev.plimsoll.advisor.recommend;

import dev.plimsoll.advisor.recommend.NamespaceCeilings.NamespaceCeiling;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import dev.plimsoll.model.tenancy.plan.NamespaceCharges;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Brings ceilings to multiples that pods can use, where a limit range's default shapes what they
 * are charged: beyond what is used a ceiling is cut to a multiple of the {@linkplain
 * ChargeGranularity charge of a pod}. What that sets free makes others a whole multiple, or goes to
 * namespaces whose pods can use any number. Ceilings, guarantees and the hysteresis hold.
 */
final class CeilingRounding {
  private final Cluster cluster;
  private final Shares shares;
  private final QuotaProposalDrafts quotaProposalDrafts;

  CeilingRounding(Cluster cluster, Shares shares, QuotaProposalDrafts quotaProposalDrafts) {
    this.cluster = cluster;
    this.shares = shares;
    this.quotaProposalDrafts = quotaProposalDrafts;
  }

  void fit() {
    if (shares.capacity().policy().changes().anySize()) {
      shares.capacity().policy().resources().forEach(this::fit);
    }
  }

  private void fit(DividedResource resource) {
    Map<String, Long> multiples = ChargeGranularity.of(cluster, resource);
    if (multiples.isEmpty()) {
      return;
    }
    NamespaceCeilings namespaceCeilings =
        NamespaceCeilings.of(new NamespaceCharges(cluster), shares, resource, quotaProposalDrafts);
    List<NamespaceCeiling> before = namespaceCeilings.all();
    long rest = 0;
    for (NamespaceCeiling namespaceCeiling : before) {
      long cut =
          Math.max(0, namespaceCeiling.ceiling() - namespaceCeiling.charged())
              % multiples.getOrDefault(namespaceCeiling.namespace(), 1L);
      if (cut > 0 && mayLose(namespaceCeiling, cut, resource, namespaceCeilings)) {
        namespaceCeilings.put(namespaceCeiling.with(namespaceCeiling.ceiling() - cut));
        rest += cut;
      }
    }
    if (rest == 0) {
      return;
    }
    rest = restoreMultiples(rest, resource, namespaceCeilings, before, multiples);
    distributeRest(rest, resource, namespaceCeilings, multiples);
    for (NamespaceCeiling namespaceCeiling : before) {
      long now =
          namespaceCeilings
              .in(namespaceCeiling.namespace())
              .map(NamespaceCeiling::ceiling)
              .orElse(namespaceCeiling.ceiling());
      if (now != namespaceCeiling.ceiling()) {
        set(
            namespaceCeiling,
            now,
            resource,
            multiples.getOrDefault(namespaceCeiling.namespace(), 1L));
      }
    }
  }

  /** Makes those cut most a whole multiple again; returns what is left. */
  private long restoreMultiples(
      long rest,
      DividedResource resource,
      NamespaceCeilings namespaceCeilings,
      List<NamespaceCeiling> before,
      Map<String, Long> multiples) {
    long left = rest;
    List<NamespaceCeiling> cut =
        before.stream()
            .filter(a -> lost(a, namespaceCeilings) > 0)
            .sorted(
                Comparator.comparingLong((NamespaceCeiling a) -> -lost(a, namespaceCeilings))
                    .thenComparing(NamespaceCeiling::namespace))
            .toList();
    for (NamespaceCeiling namespaceCeiling : cut) {
      long more = multiples.getOrDefault(namespaceCeiling.namespace(), 1L);
      if (more <= left
          && give(namespaceCeiling.namespace(), more, resource, namespaceCeilings) > 0) {
        left -= more;
      }
    }
    return left;
  }

  private static long lost(NamespaceCeiling namespaceCeiling, NamespaceCeilings namespaceCeilings) {
    return namespaceCeiling.ceiling()
        - namespaceCeilings
            .in(namespaceCeiling.namespace())
            .map(NamespaceCeiling::ceiling)
            .orElse(namespaceCeiling.ceiling());
  }

  /** Gives the rest to namespaces that can use any number, the largest ceilings first. */
  private void distributeRest(
      long rest,
      DividedResource resource,
      NamespaceCeilings namespaceCeilings,
      Map<String, Long> multiples) {
    long left = rest;
    List<NamespaceCeiling> others =
        namespaceCeilings.all().stream()
            .filter(a -> !multiples.containsKey(a.namespace()) && a.ceiling() > 0)
            .sorted(
                Comparator.comparingLong((NamespaceCeiling a) -> -a.ceiling())
                    .thenComparing(NamespaceCeiling::namespace))
            .toList();
    for (NamespaceCeiling namespaceCeiling : others) {
      left -= give(namespaceCeiling.namespace(), left, resource, namespaceCeilings);
    }
  }

  /** Gives as much of it as a tenant may have, or nothing if the change is too small. */
  private long give(
      String namespace, long units, DividedResource resource, NamespaceCeilings namespaceCeilings) {
    Optional<NamespaceCeiling> to = namespaceCeilings.in(namespace);
    if (to.isEmpty()) {
      return 0;
    }
    long given = Math.min(units, namespaceCeilings.spare(to.get().tenant()));
    NamespaceCeiling with = to.get().with(to.get().ceiling() + given);
    if (given <= 0 || !with.exceedsHysteresis(shares.capacity().stepLimits(resource))) {
      return 0;
    }
    namespaceCeilings.put(with);
    return given;
  }

  private boolean mayLose(
      NamespaceCeiling namespaceCeiling,
      long units,
      DividedResource resource,
      NamespaceCeilings namespaceCeilings) {
    return namespaceCeilings.beyondGuarantee(namespaceCeiling.tenant()) >= units
        && namespaceCeiling
            .with(namespaceCeiling.ceiling() - units)
            .exceedsHysteresis(shares.capacity().stepLimits(resource));
  }

  private void set(
      NamespaceCeiling namespaceCeiling, long units, DividedResource resource, long multiple) {
    String reason =
        multiple > 1
            ? "pods are charged in multiples of "
                + resource.quantity(multiple)
                + " because of a limit range's default"
            : "it gets what pods elsewhere, charged in larger multiples, cannot use";
    quotaProposalDrafts.setAll(
        cluster,
        namespaceCeiling.namespace(),
        resource,
        new DerivationStep("multiple", resource.quantity(units), reason));
  }
}
