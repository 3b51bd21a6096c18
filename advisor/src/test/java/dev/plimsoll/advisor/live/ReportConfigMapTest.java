package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.Advisor;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportConfigMapTest {
  private static Advice advice(String policy) {
    return Advisor.advise(
        Simulation.of(
            ClusterFixture.cluster(), AdmissionChain.standard(), DefaultPlugins.scheduler()),
        CapacityPolicy.proportional(policy, List.of(), List.of()),
        UsageHistory.NONE);
  }

  private static Set<String> keys(JsonObject document) {
    return document.getAsJsonObject("data").keySet();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 248, 249, 253})
  void a_policy_of_any_name_has_valid_keys(int length) {
    JsonObject document =
        ReportConfigMap.of(advice("p".repeat(length)), "ns", Optional.empty(), Set.of());

    assertThat(keys(document)).hasSize(3).allMatch(k -> k.matches("[-._a-zA-Z0-9]{1,253}"));
  }

  @Test
  void reports_of_policies_with_long_names_stand_side_by_side() {
    String start = "p".repeat(252);
    JsonObject first = ReportConfigMap.of(advice(start + "a"), "ns", Optional.empty(), Set.of());
    Set<String> others = Set.of(start + "a");

    JsonObject both = ReportConfigMap.of(advice(start + "b"), "ns", Optional.of(first), others);

    assertThat(keys(both)).hasSize(6).containsAll(keys(first));
    assertThat(ReportConfigMap.hasOthers(first, start + "a")).isFalse();
    assertThat(ReportConfigMap.hasOthers(both, start + "a")).isTrue();
  }
}
