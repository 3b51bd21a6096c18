package dev.plimsoll.kube.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.PodDisruptionBudget;
import org.junit.jupiter.api.Test;

class DisruptionBudgetReaderTest {

  private static PodDisruptionBudget budget(String spec, String status) {
    return (PodDisruptionBudget)
        ObjectReader.read(
            JsonTree.of(
                JsonParser.parseString(
                        """
                {"apiVersion": "policy/v1", "kind": "PodDisruptionBudget",
                 "metadata": {"namespace": "team", "name": "keep", "generation": 3},
                 "spec": %s, "status": %s}
                """
                            .formatted(spec, status))
                    .getAsJsonObject()));
  }

  @Test
  void a_status_of_the_current_spec_says_how_many_pods_may_be_evicted() {
    PodDisruptionBudget budget =
        budget(
            "{\"selector\": {\"matchLabels\": {\"app\": \"x\"}}}",
            "{\"observedGeneration\": 3, \"disruptionsAllowed\": 2}");

    assertThat(budget.evictable()).isEqualTo(2);
    assertThat(budget.selects(PodBuilder.pod("team", "p").label("app", "x").build())).isTrue();
    assertThat(budget.selects(PodBuilder.pod("team", "p").label("app", "y").build())).isFalse();
    assertThat(budget.selects(PodBuilder.pod("other", "p").label("app", "x").build())).isFalse();
  }

  @Test
  void a_status_of_a_former_spec_allows_no_eviction_through_the_api() {
    PodDisruptionBudget budget =
        budget("{}", "{\"observedGeneration\": 2, \"disruptionsAllowed\": 2}");

    assertThat(budget.evictable()).isZero();
    assertThat(budget.disruptionsAllowed()).isEqualTo(2);
  }

  @Test
  void pods_whose_eviction_has_begun_are_named() {
    assertThat(
            budget("{}", "{\"disruptedPods\": {\"image\": \"2026-01-01T00:00:00Z\"}}")
                .disruptedPods())
        .containsExactly("image");
  }

  @Test
  void an_empty_selector_is_about_every_pod_and_an_absent_one_about_none() {
    assertThat(budget("{\"selector\": {}}", "{}").selects(PodBuilder.pod("team", "p").build()))
        .isTrue();
    assertThat(budget("{}", "{}").selects(PodBuilder.pod("team", "p").build())).isFalse();
  }
}
