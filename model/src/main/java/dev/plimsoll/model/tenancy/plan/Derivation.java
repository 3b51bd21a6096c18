package dev.plimsoll.model.tenancy.plan;

import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.Share;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.TenantCapacity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Derives a ceiling step by step, from what the nodes have to what is proposed. */
final class Derivation {
  private final CapacityPolicy policy;
  private final TenantCapacity tenantCapacity;
  private final DividedResource resource;
  private final List<DerivationStep> steps = new ArrayList<>();

  private Derivation(Shares shares, DividedResource resource) {
    this.policy = shares.capacity().policy();
    this.tenantCapacity = shares.capacity();
    this.resource = resource;
  }

  static List<DerivationStep> of(
      Shares shares, NamespaceUsage namespaceUsage, long tenantGoal, long goal, long proposed) {
    Derivation derivation = new Derivation(shares, namespaceUsage.resource());
    derivation.capacity();
    derivation.reserve();
    shares
        .of(namespaceUsage.tenant().name(), namespaceUsage.resource().name())
        .ifPresent(share -> derivation.share(namespaceUsage.tenant(), share, tenantGoal));
    derivation.namespace(namespaceUsage, tenantGoal, goal);
    derivation.step(namespaceUsage, goal, proposed);
    return List.copyOf(derivation.steps);
  }

  private void capacity() {
    BigDecimal withheld = tenantCapacity.withheld(resource);
    String rest = withheld.signum() == 0 ? "" : "; other nodes have " + text(withheld);
    add(
        "capacity",
        quantity(tenantCapacity.allocatable(resource)),
        "ready, schedulable nodes have " + text(tenantCapacity.allocatable(resource)) + rest);
    BigDecimal system = tenantCapacity.system(resource);
    BigDecimal left = tenantCapacity.allocatable(resource).subtract(system);
    if (system.signum() > 0) {
      add("system", quantity(left), "DaemonSets and system namespaces take " + text(system));
    }
    Quantity whole = units(tenantCapacity.available(resource));
    if (whole.compareTo(quantity(left)) != 0) {
      add("rounding", whole, "in each pool in whole units of " + resource.unit());
    }
  }

  private void reserve() {
    long reserve = tenantCapacity.reserve(resource);
    if (reserve > 0) {
      Amount amount = policy.reserve().getOrDefault(resource.name(), Amount.NONE);
      add(
          "reserve",
          units(tenantCapacity.distributable(resource)),
          units(reserve) + " are kept in reserve (" + amount + ")");
    }
    BigDecimal overcommit = policy.division().overcommit();
    if (overcommit.compareTo(BigDecimal.ONE) != 0) {
      add(
          "overcommit",
          units(tenantCapacity.divided(resource)),
          "overcommitted "
              + overcommit.toPlainString()
              + " times, in whole units of "
              + resource.unit());
    }
  }

  private void share(Tenant tenant, Share share, long tenantGoal) {
    long weights = policy.tenants().stream().mapToLong(Tenant::weight).sum();
    String weight = "weight " + tenant.weight() + " of " + weights;
    add(
        divisionName(),
        share.share(),
        "tenant "
            + tenant.name()
            + " has "
            + weight
            + ", wants "
            + share.wanted()
            + ", is guaranteed "
            + share.guarantee()
            + " and may have up to "
            + share.ceiling());
    if (tenantGoal != resource.unitsFor(share.share())) {
      add(
          "in use",
          units(tenantGoal),
          tenantGoal > resource.unitsFor(share.share())
              ? "the tenant uses more than its share and keeps it"
              : "other tenants use more than their shares and keep it");
    }
  }

  private String divisionName() {
    if (policy.division() instanceof Division.Demand) {
      return "demand";
    }
    return policy.division() instanceof Division.Generous ? "peak" : "weight";
  }

  private void namespace(NamespaceUsage namespaceUsage, long tenantGoal, long goal) {
    if (goal != tenantGoal) {
      add(
          "namespace",
          units(goal),
          "the part of namespace "
              + namespaceUsage.namespace()
              + ", which uses "
              + namespaceUsage.used()
              + " and wants "
              + namespaceUsage.wanted());
    }
  }

  private void step(NamespaceUsage namespaceUsage, long goal, long proposed) {
    if (goal != proposed) {
      String reason =
          namespaceUsage.nowUnits() == proposed
              ? "unchanged: the change would be too small, or other quotas have to shrink first"
              : "one change is limited to "
                  + policy.changes().step()
                  + ", and all ceilings together to what there is to divide";
      add("step", units(proposed), reason);
    }
    if (namespaceUsage.usedUnits() > proposed) {
      add(
          "waiting",
          units(proposed),
          namespaceUsage.used()
              + " are charged, pods without a node included; that is not preserved because more is"
              + " charged in total than there is to divide");
    }
  }

  private void add(String name, Quantity amount, String message) {
    steps.add(new DerivationStep(name, amount, message));
  }

  private Quantity units(long units) {
    return resource.quantity(units);
  }

  private Quantity quantity(BigDecimal amount) {
    return resource.written(amount);
  }

  private String text(BigDecimal amount) {
    return quantity(amount).toString();
  }
}
