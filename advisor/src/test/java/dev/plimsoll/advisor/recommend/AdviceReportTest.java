package dev.plimsoll.advisor.recommend;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.ContendedUsage;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.DivisionHistory;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.tenancy.decision.State;
import dev.plimsoll.model.whatif.Simulation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AdviceReportTest {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  private static final Instant SINCE = ClusterFixture.NOW.minus(Duration.ofDays(7));
  private static final State STATE =
      new State(
          ClusterFixture.NOW,
          Instant.EPOCH,
          new TreeMap<>(
              Map.of(
                  GPU,
                  new State.ResourceState(
                      0,
                      Map.of(),
                      Map.of(),
                      Map.of("red", new ContendedUsage(10.5, 40, Optional.of(SINCE)))))));

  private static JsonArray shares(Optional<DivisionHistory> history) {
    CapacityPolicy policy =
        CapacityPolicy.proportional(
                "p",
                List.of(Tenant.of("red", 1, "red"), Tenant.of("blue", 1, "blue")),
                List.of(DividedResource.of(GPU)))
            .withDivision(new Division.Demand(Duration.ZERO, BigDecimal.ONE, history));
    Simulation simulation =
        Simulation.of(
            ClusterFixture.cluster(
                new Namespace(ObjectMeta.of("", "red")), new Namespace(ObjectMeta.of("", "blue"))),
            AdmissionChain.standard(),
            DefaultPlugins.scheduler());
    return AdviceReport.of(
            Advisor.advise(simulation, policy, UsageHistory.NONE, STATE, false, Set.of()))
        .getAsJsonArray("shares");
  }

  @Test
  void a_share_has_the_account_of_its_tenant() {
    JsonArray shares = shares(Optional.of(DivisionHistory.DEFAULT));

    JsonObject red = shares.get(0).getAsJsonObject().getAsJsonObject("history");
    assertThat(red.get("had").getAsDouble()).isEqualTo(10.5);
    assertThat(red.get("due").getAsDouble()).isEqualTo(40);
    assertThat(red.get("owed").getAsDouble()).isEqualTo(29.5);
    assertThat(red.get("since").getAsString()).isEqualTo(SINCE.toString());
    assertThat(red.get("factor").getAsDouble()).isGreaterThan(1);
    assertThat(shares.get(1).getAsJsonObject().getAsJsonObject("history"))
        .hasToString("{\"had\":0.0,\"due\":0.0,\"owed\":0.0,\"factor\":1.0}");
  }

  @Test
  void without_a_history_no_share_has_an_account() {
    assertThat(shares(Optional.empty())).noneMatch(s -> s.getAsJsonObject().has("history"));
  }
}
