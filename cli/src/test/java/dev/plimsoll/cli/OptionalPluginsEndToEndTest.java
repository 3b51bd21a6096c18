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

/** An API server with plug-ins that are off by default, and GPU nodes with a taint. */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OptionalPluginsEndToEndTest {
  private static final String TEMPLATE =
      "{'metadata':{'labels':{'a':'b'}},'spec':{%s'containers':[{'name':'c','image':'x',"
          + "'resources':{'limits':{'nvidia.com/gpu':'1'}}}]}}";

  private StoryCluster cluster;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    cluster =
        StoryCluster.startWithPlugins(
            folder,
            List.of("resourcequota-controller", "deployment-controller", "replicaset-controller"),
            "ExtendedResourceToleration",
            "PodNodeSelector");
    for (String node : List.of("n1", "n2")) {
      cluster.node(node, "'team':'" + node + "'", "'cpu':'8','pods':'40','nvidia.com/gpu':'8'");
      JsonObject unused =
          cluster
              .api()
              .patch(
                  "/api/v1/nodes/" + node,
                  "{\"spec\":{\"taints\":[{\"key\":\"nvidia.com/gpu\",\"effect\":\"NoSchedule\"}]}}");
    }
  }

  @AfterAll
  void stop() {
    cluster.close();
  }

  @Test
  void a_raised_quota_lets_denied_pods_run_on_nodes_that_the_plug_in_has_them_tolerate()
      throws Exception {
    namespace("train", "");
    cluster.create(
        "/api/v1/namespaces/train/resourcequotas",
        "{'metadata':{'name':'q'},'spec':{'hard':{'requests.nvidia.com/gpu':'1'}}}");
    Await.until("the quota is in force", () -> isCounted("train"));
    deployment("train", "");
    Await.until("a pod is denied", () -> kind("train").equals("QuotaExhaustedCapacityFree"));

    JsonObject remedy =
        cluster.gaps("train").get(0).getAsJsonArray("remedies").get(0).getAsJsonObject();
    cluster.shell(remedy.get("command").getAsString());

    Await.until("both pods run", () -> hasten("train") && running("train") == 2);
  }

  @Test
  void a_pod_that_selects_other_nodes_than_its_namespace_is_denied_in_the_plug_ins_words()
      throws Exception {
    namespace("other", "'annotations':{'scheduler.alpha.kubernetes.io/node-selector':'team=n1'},");
    deployment("other", "'nodeSelector':{'team':'n2'},");
    Await.until("pods are denied", () -> !events("other").isEmpty());

    JsonObject gap = cluster.gaps("other").get(0);

    assertThat(gap.get("kind").getAsString()).isEqualTo("AdmissionRefused");
    assertThat(events("other"))
        .allSatisfy(
            said ->
                assertThat("Error creating: " + after(gap.get("message").getAsString()))
                    .isEqualTo(said));
  }

  /** Returns the API server's words in the message of a gap. */
  private static String after(String message) {
    return message.substring(message.indexOf("pods is forbidden"));
  }

  private void namespace(String name, String more) throws IOException {
    cluster.create("/api/v1/namespaces", "{'metadata':{" + more + "'name':'" + name + "'}}");
  }

  private void deployment(String namespace, String spec) throws IOException {
    cluster.create(
        "/apis/apps/v1/namespaces/" + namespace + "/deployments",
        "{'metadata':{'name':'web'},'spec':{'replicas':2,'selector':{'matchLabels':{'a':'b'}},'template':"
            + TEMPLATE.formatted(spec)
            + "}}");
  }

  private boolean isCounted(String namespace) throws IOException {
    return cluster
        .api()
        .get("/api/v1/namespaces/" + namespace + "/resourcequotas/q")
        .toString()
        .contains("\"used\"");
  }

  private String kind(String namespace) throws IOException {
    List<JsonObject> gaps = cluster.gaps(namespace);
    return gaps.isEmpty() ? "" : gaps.get(0).get("kind").getAsString();
  }

  private long running(String namespace) throws IOException {
    return cluster.api().list("/api/v1/namespaces/" + namespace + "/pods").stream()
        .filter(p -> p.toString().contains("\"phase\":\"Running\""))
        .count();
  }

  private List<String> events(String namespace) throws IOException {
    return cluster.api().list("/api/v1/namespaces/" + namespace + "/events").stream()
        .filter(e -> e.get("reason").getAsString().equals("FailedCreate"))
        .map(e -> e.get("message").getAsString())
        .distinct()
        .toList();
  }

  /** Has the controller try again at once if that is what pods wait for. */
  private boolean hasten(String namespace) throws Exception {
    for (JsonObject gap : cluster.gaps(namespace)) {
      if (gap.get("kind").getAsString().equals("RetryPending")) {
        cluster.shell(
            gap.getAsJsonArray("remedies").get(0).getAsJsonObject().get("command").getAsString());
      }
    }
    return true;
  }
}
