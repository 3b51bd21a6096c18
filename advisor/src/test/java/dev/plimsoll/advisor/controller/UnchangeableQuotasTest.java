package dev.plimsoll.advisor.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.ApplyOverrides;
import dev.plimsoll.advisor.live.WriteOutcome;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.advisor.state.StateStore;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.LiveCluster;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.testkit.access.User;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** 16 GPUs, divided in equal parts among red, blue and green, whose quotas are 2, 4 and 10. */
class UnchangeableQuotasTest {
  @TempDir Path folder;
  private ControllerTestCluster cluster;
  private final AdviceRun posting = run(true);

  @BeforeEach
  void start() {
    cluster = new ControllerTestCluster(folder);
    cluster.put("{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'green'}}");
    quota("red", "2", "");
    quota("blue", "4", "");
    policy("1000");
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void what_they_leave_is_divided_among_the_others() {
    quota("green", "10", "'configmanagement.gke.io/managed': 'enabled'");

    List<WriteOutcome> outcomes = decide();

    assertThat(outcomes)
        .filteredOn(WriteOutcome::failed)
        .extracting(WriteOutcome::object, WriteOutcome::result)
        .containsExactly(tuple("quota green/gpu", Result.CONFLICT));
    assertThat(List.of(cluster.hard("red"), cluster.hard("blue"), cluster.hard("green")))
        .containsExactly("3", "3", "10");
    assertThat(recommended("green")).isEqualTo("5");
    assertThat(decide())
        .filteredOn(o -> o.object().startsWith("quota ") && o.result() == Result.DONE)
        .isEmpty();
  }

  @Test
  void they_do_not_count_towards_the_limits_of_a_run() {
    quota("green", "10", "'configmanagement.gke.io/managed': 'enabled'");
    policy("1");

    assertThat(decide()).filteredOn(o -> o.result() == Result.WITHHELD).isEmpty();
    assertThat(cluster.hard("red")).isEqualTo("3");
  }

  @Test
  void beyond_the_capacity_they_leave_nothing_to_raise() {
    quota("green", "20", "'configmanagement.gke.io/managed': 'enabled'");

    assertThat(decide())
        .extracting(WriteOutcome::object, WriteOutcome::result)
        .contains(tuple("quota red/gpu", Result.WITHHELD));
    assertThat(List.of(cluster.hard("red"), cluster.hard("blue"), cluster.hard("green")))
        .containsExactly("2", "4", "20");
  }

  @Test
  void a_denied_change_holds_nothing_back_from_the_others() {
    quota("green", "10", "");
    cluster.server().access().token("secret", new User("me", "1", List.of()));
    List.of("list", "get").forEach(v -> cluster.server().access().allow("me", v, "*", "*"));
    List.of("red", "blue")
        .forEach(n -> cluster.server().access().allow("me", "patch", "resourcequotas", n));

    assertThat(decide(run(false)))
        .filteredOn(WriteOutcome::failed)
        .extracting(WriteOutcome::object)
        .containsExactly("quota green/gpu");
    assertThat(List.of(cluster.hard("red"), cluster.hard("blue"))).containsExactly("3", "3");
  }

  @Test
  void a_change_is_not_repeated_if_somebody_replaces_the_whole_quota() {
    quota("green", "10", "");
    decide();
    assertThat(cluster.hard("green")).isEqualTo("5");
    decide();
    cluster
        .server()
        .objects()
        .change(
            "v1",
            "ResourceQuota",
            "green",
            "gpu",
            q -> {
              q.getAsJsonObject("metadata").remove("annotations");
              q.getAsJsonObject("metadata").remove("managedFields");
              q.getAsJsonObject("spec")
                  .getAsJsonObject("hard")
                  .addProperty(ControllerTestCluster.GPU, "10");
              return q;
            });

    List<WriteOutcome> outcomes = decide();

    assertThat(outcomes)
        .filteredOn(WriteOutcome::failed)
        .extracting(WriteOutcome::object, WriteOutcome::result)
        .containsExactly(tuple("quota green/gpu", Result.CONFLICT));
    decide();
    assertThat(cluster.hard("green")).isEqualTo("10");
  }

  private String recommended(String namespace) {
    return cluster.server().objects().list("plimsoll.dev/v1alpha1", "QuotaRecommendation").stream()
        .filter(r -> r.getAsJsonObject("metadata").get("namespace").getAsString().equals(namespace))
        .map(r -> r.getAsJsonObject("spec").get("proposed").getAsString())
        .findFirst()
        .orElseThrow();
  }

  private void quota(String namespace, String gpus, String annotations) {
    cluster.put(
        """
        {'apiVersion': 'v1', 'kind': 'ResourceQuota',
         'metadata': {'name': 'gpu', 'namespace': '%1$s', 'annotations': {%4$s}},
         'spec': {'hard': {'%2$s': '%3$s'}},
         'status': {'hard': {'%2$s': '%3$s'}, 'used': {'%2$s': '0'}}}
        """
            .formatted(namespace, ControllerTestCluster.GPU, gpus, annotations));
  }

  private void policy(String units) {
    cluster.put(
        """
        {'apiVersion': 'plimsoll.dev/v1alpha1', 'kind': 'CapacityPolicy',
         'metadata': {'name': 'gpus'},
         'spec': {'tenants': [{'name': 'red', 'namespaces': ['red']},
                              {'name': 'blue', 'namespaces': ['blue']},
                              {'name': 'green', 'namespaces': ['green']}],
           'resources': [{'name': 'nvidia.com/gpu'}],
           'division': {'type': 'Proportional'},
           'changes': {'apply': 'Automatic', 'step': '100%%', 'limits': {'units': %s}}}}
        """
            .formatted(units));
  }

  private static AdviceRun run(boolean post) {
    return new AdviceRun(
        new RunOptions(post, Optional.empty(), ApplyOverrides.NONE, false, "plimsoll"));
  }

  private List<WriteOutcome> decide() {
    return decide(posting);
  }

  private List<WriteOutcome> decide(AdviceRun run) {
    Cluster seen = LiveCluster.read(cluster.access(), n -> {});
    JsonObject policy =
        cluster
            .server()
            .objects()
            .get("plimsoll.dev/v1alpha1", "CapacityPolicy", "", "gpus")
            .orElseThrow();
    try (Connection connection = Connection.open(cluster.access())) {
      DecidedAdvice decided =
          run.decide(
              Simulation.of(seen, AdmissionChain.standard(), DefaultPlugins.scheduler()),
              PolicyFile.of(policy, "gpus").policy(),
              List.of(policy),
              UsageHistory.NONE,
              StateStore.NONE,
              Optional.of(connection));
      return run.carryOut(decided, Optional.of(policy), connection, Instant.now());
    }
  }
}
