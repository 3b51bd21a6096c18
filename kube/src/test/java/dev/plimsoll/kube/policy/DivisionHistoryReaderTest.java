package dev.plimsoll.kube.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonParser;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DivisionHistory;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DivisionHistoryReaderTest {

  private static CapacityPolicy policy(String division) {
    return PolicyFile.of(
            JsonParser.parseString(
                    """
                    {'apiVersion': 'plimsoll.dev/v1alpha1', 'kind': 'CapacityPolicy',
                     'metadata': {'name': 'p'},
                     'spec': {'tenants': [{'name': 'red', 'namespaces': ['red']}],
                       'resources': [{'name': 'nvidia.com/gpu'}], 'division': %s}}
                    """
                        .formatted(division)
                        .replace('\'', '"'))
                .getAsJsonObject(),
            "p")
        .policy();
  }

  @Test
  void without_a_history_there_is_none() {
    assertThat(policy("{}").division().leaning()).isEmpty();
  }

  @Test
  void what_is_left_out_is_a_week_and_a_half() {
    assertThat(policy("{'history': {}}").division().leaning()).contains(DivisionHistory.DEFAULT);
  }

  @Test
  void both_are_read() {
    DivisionHistory history =
        policy("{'history': {'halfLife': '12h', 'influence': '25%'}}")
            .division()
            .leaning()
            .orElseThrow();

    assertThat(history.halfLife()).isEqualTo(Duration.ofHours(12));
    assertThat(history.influence().percent()).isEqualByComparingTo("25");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'history': {'halfLife': '0s'}} | must be from 1h to 90d",
        "{'history': {'halfLife': '365d'}} | must be from 1h to 90d",
        "{'history': {'halfLife': '-7d'}} | invalid duration",
        "{'history': {'influence': '150%'}} | must be a percentage from 0% to 100%",
        "{'history': {'influence': '2'}} | must be a percentage from 0% to 100%",
        "{'type': 'Proportional', 'history': {}} | history is only for the division Demand; drop it"
      })
  void what_cannot_be_is_told_in_a_sentence(String division, String sentence) {
    assertThatThrownBy(() -> policy(division))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(sentence.strip());
  }
}
