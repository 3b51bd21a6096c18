package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A rollout of six pods where a quota allows four, so that four of six are available. */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScarceRolloutEndToEndTest {
  private static final String PODS = "/api/v1/namespaces/roll/pods";
  private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/roll/deployments";
  private static final String TEMPLATE =
      "{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'%s'}]}}";

  private StoryCluster cluster;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    cluster =
        StoryCluster.start(
            folder,
            List.of("resourcequota-controller", "deployment-controller", "replicaset-controller"));
    cluster.node("n1", "", "'cpu':'8','pods':'40'");
    cluster.create("/api/v1/namespaces", "{'metadata':{'name':'roll'}}");
    cluster.create(
        "/api/v1/namespaces/roll/resourcequotas",
        "{'metadata':{'name':'q'},'spec':{'hard':{'pods':'0'}}}");
    Await.until("the quota is in force", () -> cluster.deniesPods("roll"));
    JsonObject raised =
        cluster
            .api()
            .patch(
                "/api/v1/namespaces/roll/resourcequotas/q",
                "{\"spec\":{\"hard\":{\"pods\":\"4\"}}}");
    assertThat(raised.toString()).contains("\"pods\":\"4\"");
    Await.until("the quota is raised", () -> !cluster.deniesPods("roll"));
    cluster.create(
        DEPLOYMENTS,
        "{'metadata':{'name':'web'},'spec':{'replicas':6,'selector':{'matchLabels':{'a':'b'}},'template':"
            + TEMPLATE.formatted("x")
            + "}}");
    Await.until("four pods are available", () -> available() == 4);
    JsonObject unused =
        cluster
            .api()
            .patch(
                DEPLOYMENTS + "/web",
                ("{'spec':{'template':" + TEMPLATE.formatted("y") + "}}").replace('\'', '"'));
    Await.until("the rollout is stuck", () -> kind().equals("RolloutBlocked"));
  }

  @AfterAll
  void stop() {
    cluster.close();
  }

  private int available() throws IOException {
    JsonObject status =
        cluster.api().get(DEPLOYMENTS + "/web").getAsJsonObject().getAsJsonObject("status");
    return status.has("availableReplicas") ? status.get("availableReplicas").getAsInt() : 0;
  }

  private String kind() throws IOException {
    List<JsonObject> gaps = cluster.gaps("roll");
    return gaps.isEmpty() ? "" : gaps.get(0).get("kind").getAsString();
  }

  private long pods(String image) throws IOException {
    return cluster.api().list(PODS).stream()
        .filter(p -> p.toString().contains("\"image\":\"" + image + "\""))
        .count();
  }

  @Test
  void the_first_remedy_lets_new_pods_take_the_place_of_old_ones() throws Exception {
    JsonObject gap = cluster.gaps("roll").get(0);
    JsonObject remedy = gap.getAsJsonArray("remedies").get(0).getAsJsonObject();
    assertThat(remedy.get("action").getAsString()).startsWith("set maxSurge to 0");
    assertThat(pods("x")).isEqualTo(4);

    cluster.shell(remedy.get("command").getAsString());

    Await.until(
        "old pods give way to new ones",
        () -> {
          hasten();
          return pods("x") == 0 && pods("y") > 0;
        });
  }

  /** Has the controller try again at once wherever that is what pods wait for. */
  private void hasten() throws Exception {
    for (JsonObject gap : cluster.gaps("roll")) {
      if (gap.get("kind").getAsString().equals("RetryPending")) {
        cluster.shell(
            gap.getAsJsonArray("remedies").get(0).getAsJsonObject().get("command").getAsString());
      }
    }
  }
}
