package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.advisor.state.PolicyStateStore;
import dev.plimsoll.advisor.state.StateJson;
import dev.plimsoll.advisor.state.StoredState;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.QuotaRequests;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.decision.CeilingPlan;
import dev.plimsoll.model.tenancy.decision.State;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What a real API server makes of the definitions of policies and requests. */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DefinitionsEndToEndTest {
  private static final String GROUP = "/apis/plimsoll.dev/v1alpha1/";
  private static final String POLICIES = GROUP + "capacitypolicies";
  private static final String REQUESTS = GROUP + "namespaces/vision/quotarequests";

  private AdvisorEndToEndCluster cluster;

  @BeforeAll
  void startControlPlane(@TempDir Path folder) throws Exception {
    cluster = new AdvisorEndToEndCluster(folder);
    Await.until("requests can be listed", () -> cluster.api().isThere(REQUESTS));
    Await.until("policies can be listed", () -> cluster.api().isThere(POLICIES));
  }

  @AfterAll
  void stopControlPlane() {
    cluster.close();
  }

  @Test
  void the_definitions_have_no_schema_errors() throws IOException {
    for (JsonObject definition :
        cluster.api().list("/apis/apiextensions.k8s.io/v1/customresourcedefinitions")) {
      assertThat(JsonFields.objects(definition, "status", "conditions"))
          .noneMatch(c -> JsonFields.text(c, "type").equals("NonStructuralSchema"))
          .anyMatch(
              c ->
                  JsonFields.text(c, "type").equals("Established")
                      && JsonFields.text(c, "status").equals("True"));
    }
  }

  @Test
  void a_policy_gets_its_defaults_and_shows_its_shares() throws IOException {
    JsonObject stored = cluster.api().create(POLICIES, policy("gpus", ""));
    CapacityPolicy policy = PolicyFile.of(stored, "p").policy();
    assertThat(policy)
        .isEqualTo(
            PolicyFile.of(JsonParser.parseString(policy("gpus", "")).getAsJsonObject(), "p")
                .policy());

    try (Connection connection = cluster.connection()) {
      WriteOutcome outcome =
          new PolicyStatusWriter(connection, AdvisorEndToEndCluster.NOW)
              .publishReady(
                  stored,
                  Shares.of(cluster.read(), policy),
                  new CeilingPlan(List.of(), State.NONE, List.of()));
      assertThat(outcome.failed()).isFalse();
    }

    assertThat(row(POLICIES, "gpus"))
        .contains("gpus", "Demand", "Never", "True", "5m", "vision 12, nlp 4");
    cluster.api().deleteAll(POLICIES);
  }

  @Test
  void the_state_is_kept_with_a_policy_whatever_else_is_written_there() throws Exception {
    JsonObject stored = cluster.api().create(POLICIES, policy("gpus", ""));
    JsonObject first = StateJson.write(State.NONE);
    try (Connection connection = cluster.connection()) {
      PolicyStateStore store = new PolicyStateStore(connection, stored);
      StoredState before = store.read();
      assertThat(before.state().size()).isZero();
      assertThat(store.write(first, before.version())).isTrue();

      new PolicyStatusWriter(connection, AdvisorEndToEndCluster.NOW)
          .publishReady(
              stored,
              Shares.of(cluster.read(), PolicyFile.of(stored, "p").policy()),
              new CeilingPlan(List.of(), State.NONE, List.of()));

      StoredState read = store.read();
      assertThat(StateJson.read(read.state())).isEqualTo(State.NONE);
      assertThat(store.write(first, before.version())).isFalse();
      assertThat(store.write(first, read.version())).isTrue();
    }
    cluster.api().deleteAll(POLICIES);
  }

  @Test
  void a_policy_with_every_key_is_taken_and_a_wrong_one_is_not() throws IOException {
    Path full =
        Path.of(System.getProperty("plimsoll.root"), "kube/src/test/resources/policy/full.yaml");
    JsonObject policy = YamlFile.read(full).get(0).json();
    policy.getAsJsonObject("metadata").addProperty("name", "full");
    JsonObject unused = cluster.api().create(POLICIES, policy.toString());

    for (String wrong :
        List.of(
            "\"division\": {\"overcommit\": \"0.5\"}",
            "\"division\": {\"interval\": \"often\"}",
            "\"demand\": {\"suspended\": [\"Slurm\"]}",
            "\"changes\": {\"limits\": {\"quotas\": 0}}",
            "\"changes\": {\"lostCapacity\": {\"threshold\": \"120%\"}}",
            "\"changes\": {\"reclaim\": \"Always\"}",
            "\"changes\": {\"undivided\": [{\"key\": \"pods\", \"upTo\": -1}]}",
            "\"approvals\": [{\"namespace\": \"a\", \"request\": \"b\", \"decision\": \"Yes\"}]")) {
      assertThatThrownBy(() -> cluster.api().create(POLICIES, policy("wrong", ", " + wrong)))
          .as(wrong)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("422");
    }
    cluster.api().deleteAll(POLICIES);
  }

  @Test
  void a_request_shows_what_was_decided_and_stays_as_it_is() throws Exception {
    JsonObject unused =
        cluster
            .api()
            .create(
                REQUESTS,
                """
                {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "QuotaRequest",
                 "metadata": {"name": "more"},
                 "spec": {"hard": {"requests.nvidia.com/gpu": 16}, "reason": "the paper is due",
                          "until": "2026-12-01T00:00:00Z"}}
                """);
    CapacityPolicy policy =
        PolicyFile.of(
                JsonParser.parseString(
                        policy(
                            "gpus",
                            ", \"approvals\": [{\"namespace\": \"vision\", \"request\": \"more\","
                                + " \"decision\": \"Approved\"}]"))
                    .getAsJsonObject(),
                "p")
            .policy();

    QuotaRequests requests =
        QuotaRequests.of(cluster.read().at(AdvisorEndToEndCluster.NOW), policy);
    assertThat(requests.units("vision", policy.resources().get(0))).isEqualTo(16);
    try (Connection connection = cluster.connection()) {
      assertThat(
              new QuotaRequestStatusWriter(connection, AdvisorEndToEndCluster.NOW)
                  .publish(requests))
          .singleElement()
          .satisfies(o -> assertThat(o.message()).isEqualTo("posted"));
    }

    assertThat(row(REQUESTS, "more"))
        .contains("{\"requests.nvidia.com/gpu\":16}", "2026-12-01T00:00:00Z", "True", "False");
    assertThatThrownBy(
            () ->
                cluster
                    .api()
                    .patch(
                        REQUESTS + "/more",
                        "{\"spec\": {\"hard\": {\"requests.nvidia.com/gpu\": 32}}}"))
        .hasMessageContaining("a request stays as it was decided on");
  }

  private static String policy(String name, String more) {
    return """
        {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "CapacityPolicy",
         "metadata": {"name": "%s"},
         "spec": {"tenants": [{"name": "vision", "namespaces": ["vision"], "weight": 3},
                              {"name": "nlp", "namespaces": ["nlp"], "weight": 1}],
                  "resources": [{"name": "nvidia.com/gpu"}]%s}}
        """
        .formatted(name, more);
  }

  /** Returns the cells of an object's row, as kubectl prints it with {@code -o wide}. */
  private List<String> row(String path, String name) throws IOException {
    for (JsonElement each : cluster.api().table(path).getAsJsonArray("rows")) {
      JsonArray cells = each.getAsJsonObject().getAsJsonArray("cells");
      if (cells.get(0).getAsString().equals(name)) {
        List<String> texts = new ArrayList<>();
        cells.forEach(c -> texts.add(c.isJsonNull() ? "" : c.getAsString()));
        return texts;
      }
    }
    throw new AssertionError("no row " + name);
  }
}
