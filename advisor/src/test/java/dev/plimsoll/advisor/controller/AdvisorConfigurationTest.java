package dev.plimsoll.advisor.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}
