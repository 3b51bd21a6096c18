package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExampleGapsTest {

  @Test
  void finds_what_is_wrong_in_the_example_and_nothing_else() {
    assertThat(gaps())
        .containsExactlyInAnyOrder(
            "vision LimitRangeInjects gpu-defaults nvidia.com/gpu",
            "vision QuotaExhaustedCapacityFree notebook requests.nvidia.com/gpu",
            "nlp Fragmented llm-8gpu nvidia.com/gpu",
            "nlp QuotaUnreachable gpu requests.nvidia.com/gpu",
            "speech NoEligibleNode asr nvidia.com/gpu",
            "robotics DeadQuotaKey gpu limits.nvidia.com/gpu",
            "robotics DeadQuotaKey gpu nvidia.com/gpu",
            "batch QuotaBelowUsage gpu requests.nvidia.com/gpu",
            "research NoEligibleNode h200-sweep nvidia.com/gpu",
            "research PendingHoldsQuota h200-sweep requests.nvidia.com/gpu",
            "research QuotaExhaustedCapacityFree eval requests.nvidia.com/gpu",
            "serving RequestRequired api limits.memory",
            "platform QuotaExhaustedCapacityFree ingress pods",
            "sandbox NoQuota sandbox nvidia.com/gpu",
            "sandbox SchedulingGated gated ",
            " QuotasOvercommitted  nvidia.com/gpu",
            " CapacityWithheld a100-3 nvidia.com/gpu");
  }

  @Test
  void each_problem_that_keeps_pods_from_running_has_a_remedy_that_helps() {
    for (JsonElement element :
        CliRun.jsonOnExample("gaps").getAsJsonObject().getAsJsonArray("gaps")) {
      JsonObject gap = element.getAsJsonObject();
      if (gap.get("pods").getAsInt() > 0) {
        assertThat(gap.getAsJsonArray("remedies"))
            .as(gap.get("message").getAsString())
            .anyMatch(r -> r.getAsJsonObject().get("helps").getAsBoolean());
      }
    }
  }

  @Test
  void a_namespace_shows_its_own_gaps_only() {
    CliRun cliRun = CliRun.onExample("gaps", "-n", "speech");

    assertThat(cliRun.out().lines().skip(1)).hasSize(1).allMatch(l -> l.startsWith("speech"));
  }

  @Test
  void exit_code_tells_of_gaps_only_when_asked() {
    assertThat(CliRun.onExample("gaps").exitCode()).isZero();
    assertThat(CliRun.onExample("gaps", "--exit-code").exitCode()).isEqualTo(1);
    assertThat(CliRun.onExample("gaps", "--exit-code", "-n", "kube-public").exitCode()).isZero();
  }

  private static List<String> gaps() {
    List<String> found = new ArrayList<>();
    for (JsonElement element :
        CliRun.jsonOnExample("gaps").getAsJsonObject().getAsJsonArray("gaps")) {
      JsonObject gap = element.getAsJsonObject();
      found.add(
          String.join(
              " ",
              gap.get("namespace").getAsString(),
              gap.get("kind").getAsString(),
              gap.getAsJsonObject("object").get("name").getAsString(),
              gap.get("resource").getAsString()));
    }
    return found;
  }
}
