package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedCapacity;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.LeanedWeight;
import dev.plimsoll.model.tenancy.Share;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.TenantCapacity;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Derives a ceiling step by step, from what the nodes have to what is proposed. */
final class Derivation {
  private final CapacityPolicy policy;
  private final TenantCapacity tenantCapacity;
  private final DividedCapacity divided;
  private final DividedResource resource;
  private final List<DerivationStep> steps = new ArrayList<>();

  private Derivation(Shares shares, ResourceCeilings decided) {
    this.policy = shares.capacity().policy();
    this.tenantCapacity = shares.capacity();
    this.divided = decided.capacity();
    this.resource = divided.resource();
  }

  static List<DerivationStep> of(
      Shares shares, ResourceCeilings decided, NamespaceUsage usage, DecidedCeiling ceiling) {
    Derivation derivation = new Derivation(shares, decided);
    derivation.capacity();
    derivation.lost(decided.lost());
    derivation.reserve();
    shares
        .of(usage.tenant().name(), usage.resource().name())
        .ifPresent(
            share -> derivation.share(usage.tenant(), share, decided.shares().of(share.tenant())));
    derivation.history(usage.tenant(), decided);
    derivation.denied(usage, ceiling);
    derivation.inUse(decided.shares().of(usage.tenant().name()), ceiling.tenantGoal());
    derivation.namespace(usage, ceiling);
    derivation.clusterQuotas(decided.clusterQuotas(), usage.namespace());
    derivation.inForce(usage, ceiling);
    derivation.steps.addAll(ceiling.why());
    derivation.waiting(usage, ceiling.units());
    return List.copyOf(derivation.steps);
  }

  private void capacity() {
    BigDecimal withheld = tenantCapacity.withheld(resource);
    String rest = withheld.signum() == 0 ? "" : "; other nodes have " + text(withheld);
    add(
        "capacity",
        quantity(tenantCapacity.allocatable(resource)),
        "ready, schedulable nodes have " + text(tenantCapacity.allocatable(resource)) + rest);
    BigDecimal left = tenantCapacity.allocatable(resource);
    BigDecimal toCome = tenantCapacity.toCome(resource);
    if (toCome.signum() > 0) {
      left = left.add(toCome);
      add("nodes to come", quantity(left), "autoscalers may add nodes with " + text(toCome));
    }
    BigDecimal system = tenantCapacity.system(resource);
    left = left.subtract(system);
    if (system.signum() > 0) {
      add("system", quantity(left), "DaemonSets and system namespaces take " + text(system));
    }
    BigDecimal others = tenantCapacity.others(resource);
    if (others.signum() > 0) {
      left = left.subtract(others);
      add(
          "other namespaces",
          quantity(left),
          "pods in namespaces that are of no tenant take " + text(others));
    }
    Quantity whole = units(tenantCapacity.promisable(resource));
    if (whole.compareTo(quantity(left)) != 0) {
      add("rounding", whole, "in each pool in whole units of " + resource.unit());
    }
  }

  private void lost(long lost) {
    if (lost > 0) {
      add(
          "lost",
          units(divided.available()),
          units(lost) + " on nodes that are not ready or not there any more still count");
    }
  }

  private void reserve() {
    long reserve = divided.reserve();
    if (reserve > 0) {
      Amount amount = policy.reserve().getOrDefault(resource.name(), Amount.NONE);
      add(
          "reserve",
          units(divided.distributable()),
          units(reserve) + " are kept in reserve (" + amount + ")");
    }
    BigDecimal overcommit = policy.division().overcommit();
    if (overcommit.compareTo(BigDecimal.ONE) != 0) {
      add(
          "overcommit",
          units(divided.divided()),
          "overcommitted "
              + overcommit.toPlainString()
              + " times, in whole units of "
              + resource.unit());
    }
  }

  private void share(Tenant tenant, Share share, long units) {
    long weights = policy.tenants().stream().mapToLong(Tenant::weight).sum();
    String weight = "weight " + tenant.weight() + " of " + weights;
    add(
        divisionName(),
        units(units),
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
  }

  private String divisionName() {
    if (policy.division() instanceof Division.Demand) {
      return "demand";
    }
    return policy.division() instanceof Division.Generous ? "peak" : "weight";
  }

  private void history(Tenant tenant, ResourceCeilings decided) {
    LeanedWeight leaned = decided.accounts().get(tenant.name());
    if (leaned != null) {
      add("history", units(decided.shares().of(tenant.name())), leaned.sentence(tenant.name()));
    }
  }

  /** Adds a step about pods that a rule other than a ceiling denies. */
  private void denied(NamespaceUsage usage, DecidedCeiling ceiling) {
    long denied = resource.unitsFor(usage.wanted().subtract(usage.used()));
    long counted = ceiling.seen().denied();
    if (policy.division() instanceof Division.Demand && denied > counted) {
      add(
          "denied",
          units(denied - counted),
          units(denied - counted)
              + " of what namespace "
              + usage.namespace()
              + " wants would not run with any ceiling, and does not count");
    }
  }

  private void inUse(long share, long tenantGoal) {
    if (tenantGoal != share) {
      add(
          "in use",
          units(tenantGoal),
          tenantGoal > share
              ? "the tenant uses more than its share and keeps it"
              : "other tenants use more than their shares and keep it");
    }
  }

  private void namespace(NamespaceUsage usage, DecidedCeiling ceiling) {
    if (ceiling.goal() != ceiling.tenantGoal()) {
      add(
          "namespace",
          units(ceiling.goal()),
          "the part of namespace "
              + usage.namespace()
              + ", which uses "
              + usage.used()
              + " and wants "
              + usage.wanted());
    }
  }

  private void clusterQuotas(List<ClusterQuotaObservation> quotas, String namespace) {
    for (ClusterQuotaObservation quota : quotas) {
      if (quota.namespaces().contains(namespace)) {
        add("cluster quota", units(quota.units()), quota.message());
      }
    }
  }

  private void inForce(NamespaceUsage usage, DecidedCeiling ceiling) {
    long now = ceiling.seen().hasQuota() ? ceiling.seen().quota() : ceiling.seen().charged();
    if (ceiling.units() != ceiling.goal() || !ceiling.why().isEmpty()) {
      add(
          "in force",
          units(now),
          ceiling.seen().hasQuota()
              ? "the quota allows that now"
              : usage.used() + " are used, no quota limits them");
    }
    if (ceiling.units() != ceiling.goal() && ceiling.why().isEmpty() && ceiling.units() == now) {
      add("unchanged", units(now), unchanged(usage, ceiling));
    }
  }

  private String unchanged(NamespaceUsage usage, DecidedCeiling ceiling) {
    Quantity waiting =
        Quantity.max(
            usage.wanted().subtract(usage.bound()),
            units(ceiling.seen().demand() - ceiling.seen().running()));
    return waiting.signum() > 0
        ? waiting
            + " of what is wanted here "
            + (waiting.compareTo(Quantity.of(1)) == 0 ? "waits" : "wait")
            + ", and this step moves nothing to it"
        : "nothing waits here for which a change would be worth it";
  }

  private void waiting(NamespaceUsage usage, long proposed) {
    if (usage.usedUnits() > proposed) {
      add(
          "waiting",
          units(proposed),
          usage.used()
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
