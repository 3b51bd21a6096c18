package dev.plimsoll.model.tenancy;

import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.GPU;
import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.gpuPolicy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Amounts in a policy that no cluster has. */
class AbsurdAmountsTest {
  private static final Cluster CLUSTER =
      new TenancyClusterBuilder()
          .node("a", "A100", 8)
          .namespace("red", "team", "red")
          .namespace("blue", "team", "blue")
          .build();

  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775807", "9E", "9223372036854775807%", "101%"})
  void guarantees_beyond_everything_are_a_warning_and_scaled_down(String amount) {
    Map<ResourceName, Amount> all = Map.of(GPU, Amount.parse(amount));
    CapacityPolicy policy =
        gpuPolicy(
            new Tenant("red", NamespaceSelection.named("red"), 1, all, Map.of()),
            new Tenant("blue", NamespaceSelection.named("blue"), 1, all, Map.of()));

    assertThat(CapacityPolicyValidation.of(policy, CLUSTER))
        .isNotEmpty()
        .allSatisfy(p -> assertThat(p.severity()).isEqualTo(PolicyViolation.Severity.WARNING));
    assertThat(Shares.of(CLUSTER, policy).all())
        .extracting(s -> s.share().value())
        .containsExactly(4L, 4L);
  }

  @Test
  void a_step_and_a_hysteresis_beyond_everything_are_the_greatest_there_are() {
    Amount all = Amount.parse("9223372036854775807");
    CapacityPolicy policy =
        gpuPolicy(Tenant.of("red", 1, "red"))
            .withChanges(ChangePolicy.PROPOSED.withStep(all).withHysteresis(all));

    assertThat(
            TenantCapacity.of(CLUSTER, policy).stepLimits(policy.resources().get(0)).towards(0, 8))
        .isEqualTo(8);
  }
}
