package dev.plimsoll.advisor.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.advisor.notify.AlertmanagerSettings;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.model.gap.Severity;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdvisorConfigurationTest {
  @TempDir Path folder;

  private AdvisorConfiguration read(String text) throws IOException {
    return AdvisorConfiguration.read(Files.writeString(folder.resolve("advisor.yaml"), text));
  }

  @Test
  void what_is_not_said_is_as_without_a_file() throws IOException {
    assertThat(read("metrics: {}")).isEqualTo(AdvisorConfiguration.DEFAULT);
  }

  @Test
  void replicas_elect_their_leader_on_a_lease_of_their_own() throws IOException {
    assertThat(AdvisorConfiguration.DEFAULT.server().leaderElection().leaderElect()).isTrue();
    assertThat(AdvisorConfiguration.DEFAULT.server().leaderElection().resourceName())
        .isEqualTo("plimsoll-advisor");
    assertThat(read("leaderElection: {leaderElect: false}").server().leaderElection().leaderElect())
        .isFalse();
  }

  @Test
  void a_longer_quiet_time_lengthens_the_longest_wait_with_it() throws IOException {
    DecisionSettings decisions = read("decisions: {quietSeconds: 120}").decisions();

    assertThat(decisions.quiet()).isEqualTo(Duration.ofMinutes(2));
    assertThat(decisions.longest()).isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  void unknown_keys_are_named() {
    assertThatThrownBy(() -> read("decisions: {debounce: 3}"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("debounce");
  }

  @Test
  void without_an_alertmanager_nobody_is_told() throws IOException {
    assertThat(AdvisorConfiguration.DEFAULT.alertmanager()).isEmpty();
    assertThat(read("notify: {alertmanager: {url: 'http://am:9093/'}}").alertmanager())
        .contains(
            new AlertmanagerSettings(
                URI.create("http://am:9093"),
                Duration.ofMinutes(1),
                Severity.Warning,
                Optional.empty(),
                Map.of()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "notify: {alertmanager: {intervalSeconds: 60}}|url is required",
        "notify: {page: 'https://p'}|url is required",
        "notify: {alertmanager: {url: 'am:9093'}}|must be a URL such as",
        "notify: {alertmanager: {url: 'http://a:b@am'}}|must be a URL such as",
        "notify: {alertmanager: {url: 'http://am', intervalSeconds: 1}}|intervalSeconds",
        "notify: {alertmanager: {url: 'http://am', minimumSeverity: bad}}|minimumSeverity",
        "notify: {alertmanager: {url: 'http://am', labels: {a-b: c}}}|a-b is not the name of a label",
        "notify: {alertmanager: {url: 'http://am', labels: {kind: c}}}|kind is a label that each"
      })
  void a_wrong_alertmanager_is_told_in_a_sentence(String text, String problem) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(problem);
  }
}
