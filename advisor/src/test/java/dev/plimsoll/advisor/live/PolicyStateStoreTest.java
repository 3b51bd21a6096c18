package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.state.PolicyStateStore;
import dev.plimsoll.advisor.state.StateStore;
import dev.plimsoll.advisor.state.StoredState;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.model.tenancy.decision.CeilingPlan;
import dev.plimsoll.model.tenancy.decision.State;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyStateStoreTest {
  @TempDir Path folder;
  private AdvisorTestCluster advisorTestCluster;
  private Connection connection;

  @BeforeEach
  void start() {
    advisorTestCluster = new AdvisorTestCluster(folder);
    advisorTestCluster.define("capacitypolicies");
    advisorTestCluster.put(
        """
        {'apiVersion': 'plimsoll.dev/v1alpha1', 'kind': 'CapacityPolicy',
         'metadata': {'name': 'gpus', 'generation': 3},
         'spec': {'tenants': [{'name': 'vision', 'namespaces': ['vision']}],
                  'resources': [{'name': 'nvidia.com/gpu'}]}}\
        """);
    connection = advisorTestCluster.connection();
  }

  @AfterEach
  void stop() {
    connection.close();
    advisorTestCluster.close();
  }

  private JsonObject policy() {
    return advisorTestCluster.policies().get(0);
  }

  private StateStore store() {
    return new PolicyStateStore(connection, policy());
  }

  private static JsonObject state(String data) {
    JsonObject state = new JsonObject();
    state.addProperty("version", "3");
    state.addProperty("data", data);
    return state;
  }

  @Test
  void of_two_runs_at_once_the_first_that_writes_wins() {
    StoredState one = store().read();
    StoredState other = store().read();

    assertThat(store().write(state("one"), one.version())).isTrue();
    assertThat(store().write(state("other"), other.version())).isFalse();

    assertThat(store().read().state()).isEqualTo(state("one"));
  }

  @Test
  void what_else_is_written_into_the_status_meanwhile_stays() {
    StoredState before = store().read();
    WriteOutcome published =
        new PolicyStatusWriter(connection, AdvisorTestCluster.NOW)
            .publishReady(
                policy(),
                advisorTestCluster.advice().shares(),
                new CeilingPlan(List.of(), State.NONE, List.of()));
    assertThat(published.failed()).isFalse();

    assertThat(store().write(state("one"), before.version())).isTrue();

    assertThat(JsonFields.objects(policy(), "status", "shares")).isNotEmpty();
    assertThat(JsonFields.text(policy(), "status", "state", "data")).isEqualTo("one");
  }

  @Test
  void without_the_right_to_get_the_policy_the_listed_one_is_read() {
    assertThat(store().write(state("one"), store().read().version())).isTrue();
    StateStore store = store();
    advisorTestCluster.server().access().forbid("me", "get", "capacitypolicies");

    assertThat(store.read().state()).isEqualTo(state("one"));
  }

  @Test
  void without_the_right_to_change_the_status_one_sentence_says_so() {
    StateStore store = store();
    StoredState before = store.read();
    advisorTestCluster.server().access().forbid("me", "patch", "capacitypolicies/status");

    assertThatThrownBy(() -> store.write(state("one"), before.version()))
        .isInstanceOf(UnreachableException.class)
        .hasMessageStartingWith("cannot write the state in /apis/plimsoll.dev")
        .hasMessageContaining("403");
  }
}
