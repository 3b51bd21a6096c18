package dev.plimsoll.kube.policy;

import dev.plimsoll.kube.yaml.Section;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Enforcement;
import dev.plimsoll.model.tenancy.NamespaceSelection;
import dev.plimsoll.model.tenancy.NodePool;
import dev.plimsoll.model.tenancy.PoolAutoscaling;
import dev.plimsoll.model.tenancy.RequestApproval;
import dev.plimsoll.model.tenancy.RequestApproval.Decision;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.topology.TopologyLevel;
import dev.plimsoll.model.topology.TopologyLevels;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the content of a policy. */
final class PolicyReader {
  private PolicyReader() {}

  static CapacityPolicy read(Section document, String name) {
    Section spec = document.section("spec", PolicyKeys.SPEC);
    Section division = spec.section("division", PolicyKeys.DIVISION);
    return new CapacityPolicy(
        name,
        spec.sections("tenants", PolicyKeys.TENANT, PolicyKeys.MAX_TENANTS).stream()
            .map(PolicyReader::tenant)
            .toList(),
        spec.sections("pools", PolicyKeys.POOL, PolicyKeys.MAX_POOLS).stream()
            .map(PolicyReader::pool)
            .toList(),
        spec.has("systemNamespaces")
            ? namespaces(spec.section("systemNamespaces", PolicyKeys.SYSTEM_NAMESPACES))
            : CapacityPolicy.SYSTEM,
        amounts(spec, "reserve"),
        spec.sections("resources", PolicyKeys.RESOURCE, PolicyKeys.MAX_RESOURCES).stream()
            .map(PolicyReader::resource)
            .toList(),
        DivisionReader.read(division),
        division
            .parsed("interval", t -> PolicyDurations.parse(t, "1m", "24h"))
            .orElse(CapacityPolicy.DEFAULT_INTERVAL),
        Set.copyOf(
            spec.section("demand", PolicyKeys.DEMAND).choices("suspended", PolicyKeys.SUSPENDED)),
        enforcement(spec.section("enforcement", PolicyKeys.ENFORCEMENT)),
        ChangesReader.read(spec.section("changes", PolicyKeys.CHANGES)),
        new TopologyLevels(
            spec
                .section("topology", PolicyKeys.TOPOLOGY)
                .sections("levels", PolicyKeys.LEVEL, PolicyKeys.MAX_LEVELS)
                .stream()
                .map(PolicyReader::level)
                .toList()),
        spec.sections("approvals", PolicyKeys.APPROVAL, PolicyKeys.MAX_APPROVALS).stream()
            .map(PolicyReader::approval)
            .toList());
  }

  private static Tenant tenant(Section tenant) {
    return new Tenant(
        tenant.required("name"),
        namespaces(tenant),
        tenant.number("weight", Tenant.DEFAULT_WEIGHT, 0, Tenant.MAX_WEIGHT),
        amounts(tenant, "guarantee"),
        amounts(tenant, "ceiling"));
  }

  private static NamespaceSelection namespaces(Section section) {
    return new NamespaceSelection(
        section.texts("namespaces"),
        section.has("selector") ? List.of(selector(section, "selector")) : List.of());
  }

  private static NodePool pool(Section pool) {
    if (!pool.has("nodeSelector")) {
      pool.addError("nodeSelector", "is missing; give the labels of the pool's nodes");
    }
    return new NodePool(
        pool.required("name"),
        selector(pool, "nodeSelector"),
        pool.has("autoscaling")
            ? Optional.of(autoscaling(pool.section("autoscaling", PolicyKeys.AUTOSCALING)))
            : Optional.empty());
  }

  private static PoolAutoscaling autoscaling(Section autoscaling) {
    if (!autoscaling.has("maxNodes")) {
      autoscaling.addError("maxNodes", "is required");
    }
    Resources.Builder allocatable = Resources.builder();
    autoscaling
        .map("allocatable", PolicyReader::amountOfNode)
        .forEach((name, amount) -> allocatable.put(ResourceName.of(name), amount));
    return new PoolAutoscaling(
        (int) autoscaling.number("maxNodes", 1, 1, PoolAutoscaling.MAX_NODES),
        allocatable.build(),
        autoscaling.labels("labels"),
        autoscaling.sections("taints", PolicyKeys.TAINT, PolicyKeys.MAX_TAINTS).stream()
            .map(PolicyReader::taint)
            .toList());
  }

  private static Taint taint(Section taint) {
    return new Taint(
        taint.required("key"),
        taint.text("value").orElse(""),
        taint.choice("effect", PolicyKeys.EFFECTS, "NoSchedule"));
  }

  private static Quantity amountOfNode(String text) {
    Quantity amount = Quantity.parse(text);
    if (amount.signum() < 0) {
      throw new IllegalArgumentException("an amount must not be negative");
    }
    return amount;
  }

  private static LabelSelector selector(Section section, String key) {
    Section selector = section.section(key, PolicyKeys.SELECTOR);
    return new LabelSelector(
        selector.labels("matchLabels"),
        selector
            .sections("matchExpressions", PolicyKeys.REQUIREMENT, PolicyKeys.MAX_REQUIREMENTS)
            .stream()
            .map(PolicyReader::requirement)
            .toList());
  }

  private static LabelSelector.Requirement requirement(Section requirement) {
    String operator = requirement.choice("operator", PolicyKeys.OPERATORS, "");
    List<String> values = requirement.texts("values");
    if (!requirement.has("operator")) {
      requirement.addError("operator", "is missing; give In, NotIn, Exists or DoesNotExist");
    } else if (operator.endsWith("In") && values.isEmpty()) {
      requirement.addError("values", "is empty; " + operator + " compares with at least one");
    } else if (operator.contains("Exist") && !values.isEmpty()) {
      requirement.addError(
          "values", "must not be there, since " + operator + " compares with none");
    }
    return new LabelSelector.Requirement(
        requirement.required("key"), operator.isEmpty() ? "Exists" : operator, values);
  }

  private static DividedResource resource(Section resource) {
    ResourceName name = ResourceName.of(resource.required("name"));
    return new DividedResource(
        name,
        resource.parsed("unit", PolicyReader::unit).orElse(DividedResource.usualUnit(name)),
        resource.texts("pools"));
  }

  private static Quantity unit(String text) {
    Quantity unit = Quantity.parse(text);
    if (unit.signum() <= 0) {
      throw new IllegalArgumentException("a unit must be more than 0");
    }
    return unit;
  }

  private static Enforcement enforcement(Section enforcement) {
    Enforcement none = Enforcement.NONE;
    return new Enforcement(
        enforcement.choice("admission", PolicyKeys.ADMISSION, none.admission()),
        enforcement.choice("placement", PolicyKeys.PLACEMENT, none.placement()),
        enforcement.choice("borrowing", PolicyKeys.BORROWING, none.borrowing()));
  }

  private static TopologyLevel level(Section level) {
    String label = level.required("nodeLabel");
    return new TopologyLevel(level.text("name").orElse(label), label);
  }

  private static RequestApproval approval(Section approval) {
    Decision decision = approval.choice("decision", PolicyKeys.DECISIONS, Decision.DENIED);
    if (!approval.has("decision")) {
      approval.addError("decision", "is required: Approved or Denied");
    }
    return new RequestApproval(
        approval.required("namespace"),
        approval.required("request"),
        approval.text("uid").orElse(""),
        decision,
        approval.text("reason").orElse(""));
  }

  private static Map<ResourceName, Amount> amounts(Section section, String key) {
    Map<ResourceName, Amount> amounts = new LinkedHashMap<>();
    section
        .map(key, Amount::parse)
        .forEach((name, amount) -> amounts.put(ResourceName.of(name), amount));
    return amounts;
  }
}
