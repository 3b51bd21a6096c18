package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each controller fails at a quota that is raised then, and waits for its next attempt. */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RetryEndToEndTest {
  private static final String TEMPLATE =
      "'template':{'metadata':{'labels':{'a':'b'}},'spec':{%s'containers':[{'name':'c','image':'x'}]}}";

  /** After so long, the next attempt comes later than what the test does by then. */
  private static final Duration FAILING = Duration.ofSeconds(12);

  private StoryCluster cluster;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    cluster =
        StoryCluster.start(
            folder,
            List.of(
                "resourcequota-controller",
                "deployment-controller",
                "replicaset-controller",
                "replicationcontroller-controller",
                "statefulset-controller",
                "daemonset-controller",
                "job-controller"));
    cluster.node("n1", "", "'cpu':'8','pods':'40'");
  }

  @AfterAll
  void stop() {
    cluster.close();
  }

  @ParameterizedTest
  @CsvSource({
    "apps/v1,ReplicaSet,pods",
    "v1,ReplicationController,pods",
    "apps/v1,StatefulSet,pods",
    "apps/v1,DaemonSet,pods",
    "batch/v1,Job,pods",
    "apps/v1,Deployment,pods",
    "apps/v1,Deployment,count/replicasets.apps"
  })
  void pods_that_wait_for_the_next_attempt_are_said_to_and_come_at_once_by_the_printed_command(
      String apiVersion, String kind, String key) throws Exception {
    String namespace = kind.toLowerCase(Locale.ROOT) + (key.equals("pods") ? "" : "-denied");
    String path = "/api/v1/namespaces/" + namespace;
    JsonObject denied = denied(namespace, apiVersion, kind, key);
    String raiseOnly = command(denied).lines().findFirst().orElseThrow();
    cluster.shell(raiseOnly);
    Await.until(
        "the quota is raised",
        () ->
            !cluster
                .api()
                .get(path + "/resourcequotas/q")
                .getAsJsonObject("status")
                .getAsJsonObject("hard")
                .get(key)
                .getAsString()
                .equals("0"));
    List<JsonObject> gaps = cluster.gaps(namespace);

    assertThat(gaps)
        .singleElement()
        .satisfies(g -> assertThat(g.get("kind").getAsString()).isEqualTo("RetryPending"));
    cluster.shell(command(gaps.get(0)));
    Await.until("there is a pod", () -> !cluster.api().list(path + "/pods").isEmpty());
    Await.until("no gap is left", () -> cluster.gaps(namespace).isEmpty());
  }

  /** Creates a workload whose pods are denied for a while, and returns the gap. */
  private JsonObject denied(String namespace, String apiVersion, String kind, String key)
      throws Exception {
    String path = "/api/v1/namespaces/" + namespace;
    cluster.create("/api/v1/namespaces", "{'metadata':{'name':'%s'}}".formatted(namespace));
    cluster.create(
        path + "/resourcequotas",
        "{'metadata':{'name':'q'},'spec':{'hard':{'%s':'0'}}}".formatted(key));
    Await.until(
        "the quota is in force", () -> cluster.api().get(path + "/resourcequotas/q").has("status"));
    Await.until(
        "the quota denies pods", () -> !key.equals("pods") || cluster.deniesPods(namespace));
    create(namespace, apiVersion, kind);
    Instant start = Instant.now();
    Await.until(
        "attempts have failed for a while",
        () -> Duration.between(start, Instant.now()).compareTo(FAILING) > 0);

    JsonObject denied = cluster.gaps(namespace).get(0);
    assertThat(denied.get("kind").getAsString()).startsWith("QuotaExhausted");
    return denied;
  }

  private static String command(JsonObject gap) {
    return gap.getAsJsonArray("remedies").get(0).getAsJsonObject().get("command").getAsString();
  }

  private void create(String namespace, String apiVersion, String kind) throws IOException {
    boolean isJob = kind.equals("Job");
    String template = TEMPLATE.formatted(isJob ? "'restartPolicy':'Never'," : "");
    String selector =
        switch (kind) {
          case "Job" -> "";
          case "ReplicationController" -> "'selector':{'a':'b'},'replicas':2,";
          case "DaemonSet" -> "'selector':{'matchLabels':{'a':'b'}},";
          default -> "'selector':{'matchLabels':{'a':'b'}},'replicas':2,";
        };
    cluster.create(
        (apiVersion.equals("v1") ? "/api/v1" : "/apis/" + apiVersion)
            + "/namespaces/"
            + namespace
            + "/"
            + kind.toLowerCase(Locale.ROOT)
            + "s",
        "{'metadata':{'name':'web'},'spec':{" + selector + template + "}}");
  }
}
