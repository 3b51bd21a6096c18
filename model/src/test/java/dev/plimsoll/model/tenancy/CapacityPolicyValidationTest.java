package dev.plimsoll.model.tenancy;

import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.GPU;
import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.gpuPolicy;
import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.label;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.topology.TopologyLevel;
import dev.plimsoll.model.topology.TopologyLevels;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CapacityPolicyValidationTest {
  private static final Cluster CLUSTER =
      new TenancyClusterBuilder()
          .node("a", "A100", 8)
          .namespace("red", "team", "red")
          .namespace("blue", "team", "blue")
          .build();
  private static final Tenant RED = Tenant.of("red", 1, "red");
  private static final Tenant BLUE = Tenant.of("blue", 1, "blue");

  @Test
  void a_sound_policy_has_no_problems() {
    assertThat(CapacityPolicyValidation.of(gpuPolicy(RED, BLUE), CLUSTER)).isEmpty();
  }

  @Test
  void a_level_that_no_node_has_is_reported_and_stops_nothing() {
    CapacityPolicy policy =
        gpuPolicy(RED, BLUE)
            .withTopology(
                new TopologyLevels(List.of(new TopologyLevel("rack", "example.com/rack"))));

    assertThat(CapacityPolicyValidation.of(policy, CLUSTER))
        .extracting(PolicyViolation::severity, PolicyViolation::toString)
        .containsExactly(
            tuple(
                PolicyViolation.Severity.WARNING,
                "spec.topology.levels[0].nodeLabel: no node has the label example.com/rack of level"
                    + " rack: label the nodes or correct the key"));
  }

  @Test
  void a_namespace_named_in_two_tenants_is_reported_once() {
    CapacityPolicy policy = gpuPolicy(RED, Tenant.of("other", 1, "blue", "red"));

    assertThat(CapacityPolicyValidation.of(policy, CLUSTER))
        .extracting(PolicyViolation::toString)
        .containsExactly(
            "spec.tenants[1].namespaces[1]: namespace red is in tenants red and other:"
                + " keep it in one");
  }

  @Test
  void a_namespace_in_two_tenants_by_its_labels_is_reported_and_stops_nothing() {
    CapacityPolicy policy =
        gpuPolicy(RED, labelled("one", label("for", "one")), labelled("two", label("to", "two")));
    Cluster cluster =
        new TenancyClusterBuilder()
            .node("n", "A100", 8)
            .namespace("red")
            .add(namespace("disputed", Map.of("for", "one", "to", "two")))
            .namespace("first", "for", "one")
            .namespace("second", "to", "two")
            .build();

    assertThat(CapacityPolicyValidation.of(policy, cluster))
        .extracting(PolicyViolation::toString, PolicyViolation::severity)
        .containsExactly(
            tuple(
                "spec.tenants[2].selector: namespace disputed is selected by tenants one and two by"
                    + " its labels, so it is set aside as nobody's: label it for one",
                PolicyViolation.Severity.WARNING));
    TenantNamespaces namespaces = TenantNamespaces.of(cluster, policy);
    assertThat(namespaces.tenantOf("disputed")).isEmpty();
    assertThat(TenantNamespaces.tenantOf("disputed", cluster, policy)).isEmpty();
    assertThat(namespaces.of(policy.tenants().get(1))).containsExactly("first");
    assertThat(namespaces.of(policy.tenants().get(2))).containsExactly("second");
  }

  @Test
  void a_namespace_that_a_tenant_names_is_not_taken_away_by_labels() {
    CapacityPolicy policy = gpuPolicy(labelled("thief", label("for", "thief")), RED);
    Cluster cluster =
        new TenancyClusterBuilder()
            .node("n", "A100", 8)
            .namespace("red", "for", "thief")
            .namespace("own", "for", "thief")
            .build();

    assertThat(TenantNamespaces.of(cluster, policy).tenantOf("red")).contains(RED);
    assertThat(TenantNamespaces.tenantOf("red", cluster, policy)).contains(RED);
    assertThat(CapacityPolicyValidation.of(policy, cluster)).isEmpty();
  }

  private static Tenant labelled(String name, LabelSelector selector) {
    return new Tenant(name, NamespaceSelection.labelled(selector), 1, Map.of(), Map.of());
  }

  private static Namespace namespace(String name, Map<String, String> labels) {
    return new Namespace(ObjectMeta.builder().name(name).labels(labels).build());
  }

  @Test
  void a_weight_of_zero_is_a_warning_unless_all_are_zero() {
    assertThat(CapacityPolicyValidation.of(gpuPolicy(RED, Tenant.of("blue", 0, "blue"))))
        .singleElement()
        .satisfies(
            p -> {
              assertThat(p.path()).isEqualTo("spec.tenants[1].weight");
              assertThat(p.severity()).isEqualTo(PolicyViolation.Severity.WARNING);
            });
    assertThat(CapacityPolicyValidation.of(gpuPolicy(Tenant.of("red", 0, "red"))))
        .anySatisfy(p -> assertThat(p.severity()).isEqualTo(PolicyViolation.Severity.ERROR));
  }

  @Test
  void a_hysteresis_beyond_the_step_is_a_warning() {
    CapacityPolicy policy =
        gpuPolicy(RED)
            .withChanges(
                ChangePolicy.PROPOSED
                    .withStep(Amount.parse("1"))
                    .withHysteresis(Amount.parse("50%")));

    assertThat(CapacityPolicyValidation.of(policy, CLUSTER))
        .singleElement()
        .satisfies(
            p -> {
              assertThat(p.path()).isEqualTo("spec.changes.hysteresis");
              assertThat(p.severity()).isEqualTo(PolicyViolation.Severity.WARNING);
            });
  }

  @Test
  void guarantees_beyond_the_capacity_are_reported_where_they_pass_it() {
    CapacityPolicy policy = gpuPolicy(bounded("red", "6", "8"), bounded("blue", "50%", "100%"));

    assertThat(CapacityPolicyValidation.of(policy, CLUSTER))
        .extracting(PolicyViolation::toString)
        .containsExactly(
            "spec.tenants[1].guarantee.nvidia.com/gpu: including this tenant the guarantees of"
                + " nvidia.com/gpu add up to 10, more than the capacity of 8, so each is scaled down:"
                + " lower them");
  }

  @Test
  void a_guarantee_above_the_ceiling_is_reported_even_if_one_is_a_percentage() {
    assertThat(CapacityPolicyValidation.of(gpuPolicy(bounded("red", "4", "2"))))
        .extracting(PolicyViolation::path)
        .containsExactly("spec.tenants[0].guarantee.nvidia.com/gpu");
    assertThat(CapacityPolicyValidation.of(gpuPolicy(bounded("red", "50%", "2")), CLUSTER))
        .extracting(PolicyViolation::path)
        .containsExactly("spec.tenants[0].guarantee.nvidia.com/gpu");
  }

  @Test
  void an_unknown_pool_is_reported() {
    CapacityPolicy policy =
        CapacityPolicy.proportional(
            "p", List.of(RED), List.of(new DividedResource(GPU, Quantity.of(1), List.of("H200"))));

    assertThat(CapacityPolicyValidation.of(policy))
        .extracting(PolicyViolation::toString)
        .containsExactly(
            "spec.resources[0].pools[0]: unknown pool H200: add it to spec.pools or correct"
                + " the name");
  }

  @Test
  void what_matches_nothing_is_reported() {
    Tenant nobody =
        new Tenant(
            "nobody",
            new NamespaceSelection(List.of("gone"), List.of(label("team", "green"))),
            1,
            Map.of(),
            Map.of());
    CapacityPolicy policy =
        gpuPolicy(RED, nobody)
            .withPools(
                List.of(TenancyClusterBuilder.pool("A100"), TenancyClusterBuilder.pool("B200")));

    assertThat(CapacityPolicyValidation.of(policy, CLUSTER))
        .extracting(PolicyViolation::path)
        .containsExactly(
            "spec.tenants[1].namespaces[0]",
            "spec.tenants[1].selector",
            "spec.pools[1].nodeSelector");
  }

  @Test
  void a_resource_that_no_node_has_is_reported() {
    CapacityPolicy policy =
        CapacityPolicy.proportional(
            "p", List.of(RED), List.of(DividedResource.of(ResourceName.of("amd.com/gpu"))));

    assertThat(CapacityPolicyValidation.of(policy, CLUSTER))
        .extracting(PolicyViolation::path)
        .containsExactly("spec.resources[0].name");
  }

  @Test
  void a_guarantee_of_something_not_divided_is_reported() {
    Tenant tenant =
        new Tenant(
            "red",
            NamespaceSelection.named("red"),
            1,
            Map.of(ResourceName.CPU, Amount.parse("1")),
            Map.of());

    assertThat(CapacityPolicyValidation.of(gpuPolicy(tenant)))
        .extracting(PolicyViolation::path)
        .containsExactly("spec.tenants[0].guarantee.cpu");
  }

  @Test
  void a_factor_below_one_is_reported() {
    CapacityPolicy policy =
        gpuPolicy(RED)
            .withDivision(
                new Division.Generous(new BigDecimal("0.5"), Duration.ofDays(7), BigDecimal.ONE));

    assertThat(CapacityPolicyValidation.of(policy))
        .extracting(PolicyViolation::path)
        .containsExactly("spec.division.factor");
  }

  @Test
  void a_node_in_two_pools_is_reported() {
    CapacityPolicy policy =
        gpuPolicy(RED)
            .withPools(
                List.of(
                    TenancyClusterBuilder.pool("A100"),
                    new NodePool("all", label("kubernetes.io/hostname", "a"))));

    assertThat(CapacityPolicyValidation.of(policy, CLUSTER))
        .extracting(PolicyViolation::message)
        .containsExactly("node a is in pools A100 and all; it counts in A100");
  }

  private static Tenant bounded(String name, String guarantee, String ceiling) {
    return new Tenant(
        name,
        NamespaceSelection.named(name),
        1,
        Map.of(GPU, Amount.parse(guarantee)),
        Map.of(GPU, Amount.parse(ceiling)));
  }
}
