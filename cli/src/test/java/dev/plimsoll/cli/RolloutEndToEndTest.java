package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A real Deployment whose rollout a quota blocks, before and after the first remedy. */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RolloutEndToEndTest {
  private static final String NAMESPACE = "/api/v1/namespaces/roll";
  private static final String APPS = "/apis/apps/v1/namespaces/roll";
  private static final String DEPLOYMENT = APPS + "/deployments/web";
  private static final String TEMPLATE =
      "{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'%s'}]}}";

  private ControlPlane plane;
  private AdminApi api;

  @BeforeAll
  void startControlPlane(@TempDir Path folder) throws Exception {
    plane =
        ControlPlane.start(
            folder,
            List.of("resourcequota-controller", "deployment-controller", "replicaset-controller"));
    api = plane.api();
    create("/api/v1/nodes", "{'metadata':{'name':'n1'}}");
    patch(
        "/api/v1/nodes/n1/status",
        "{'status':{'allocatable':{'cpu':'8','pods':'10'},'conditions':[{'type':'Ready','status':'True'}]}}");
    create("/api/v1/namespaces", "{'metadata':{'name':'roll'}}");
    create(NAMESPACE + "/resourcequotas", "{'metadata':{'name':'q'},'spec':{'hard':{'pods':'2'}}}");
    Await.until(
        "the quota is in force", () -> api.get(NAMESPACE + "/resourcequotas/q").has("status"));
    create(
        APPS + "/deployments",
        "{'metadata':{'name':'web'},'spec':{'replicas':2,'selector':{'matchLabels':{'a':'b'}},'template':"
            + TEMPLATE.formatted("x")
            + "}}");
    Await.until("there are two pods", () -> api.list(NAMESPACE + "/pods").size() == 2);
    Await.until("the quota counts both pods", () -> usedPods().equals("2"));
    patch(DEPLOYMENT, "{'spec':{'template':" + TEMPLATE.formatted("y") + "}}");
    Await.until("the new ReplicaSet is to have a pod", () -> newPods("spec") == 1);
  }

  @AfterAll
  void stopControlPlane() {
    plane.close();
  }

  private void create(String path, String json) throws IOException {
    JsonObject unused = api.create(path, json.replace('\'', '"'));
  }

  private void patch(String path, String json) throws IOException {
    JsonObject unused = api.patch(path, json.replace('\'', '"'));
  }

  private String usedPods() throws IOException {
    return JsonPaths.text(api.get(NAMESPACE + "/resourcequotas/q"), "status", "used", "pods");
  }

  /** Returns how many pods the ReplicaSet of the new template should have, or has. */
  private int newPods(String part) throws IOException {
    for (JsonObject set : api.list(APPS + "/replicasets")) {
      if (set.toString().contains("\"image\":\"y\"")) {
        return set.getAsJsonObject(part).get("replicas").getAsInt();
      }
    }
    return 0;
  }

  @Test
  void a_blocked_rollout_goes_on_once_the_first_remedy_is_applied() throws Exception {
    CliRun run =
        CliRun.of(
            "explain",
            "deployment/web",
            "-n",
            "roll",
            "-o",
            "json",
            "--kubeconfig",
            plane.kubeconfig("admin").toString());

    assertThat(run.out()).as(run.err()).contains("RolloutBlocked");
    JsonObject gap =
        JsonParser.parseString(run.out())
            .getAsJsonObject()
            .getAsJsonArray("gaps")
            .get(0)
            .getAsJsonObject();
    assertThat(gap.get("kind").getAsString()).isEqualTo("RolloutBlocked");
    assertThat(newPods("status")).isZero();
    JsonObject remedy = gap.getAsJsonArray("remedies").get(0).getAsJsonObject();
    assertThat(remedy.get("helps").getAsBoolean()).isTrue();

    patch(DEPLOYMENT, "{'spec':{'strategy':{'rollingUpdate':{'maxSurge':0,'maxUnavailable':1}}}}");

    assertThat(remedy.toString().replace("\\", ""))
        .contains("\"rollingUpdate\":{\"maxSurge\":0,\"maxUnavailable\":1}");
    Await.until("the new ReplicaSet has a pod", () -> newPods("status") > 0);
  }
}
