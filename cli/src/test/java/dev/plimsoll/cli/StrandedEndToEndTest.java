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

/** GPUs are free and whole, and pods without GPUs have the CPU of their nodes. */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StrandedEndToEndTest {
  private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/team/deployments";
  private static final String PODS = "/api/v1/namespaces/team/pods";

  private StoryCluster cluster;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    cluster =
        StoryCluster.start(
            folder,
            List.of("resourcequota-controller", "deployment-controller", "replicaset-controller"));
    cluster.create("/api/v1/namespaces", "{'metadata':{'name':'team'}}");
    for (String node : List.of("g0", "g1", "g2")) {
      cluster.node(node, "", "'cpu':'64','memory':'256Gi','pods':'110','nvidia.com/gpu':'8'");
    }
    deploy("web", 9, "{'requests':{'cpu':'21'}}");
    Await.until("the pods without GPUs run", () -> running("web") == 9);
    for (String node : List.of("c0", "c1")) {
      cluster.node(node, "", "'cpu':'128','memory':'256Gi','pods':'110'");
    }
    deploy("train", 4, "{'requests':{'cpu':'8'},'limits':{'nvidia.com/gpu':'4'}}");
    Await.until("the pods with GPUs have been rejected", () -> rejected() == 4);
  }

  @AfterAll
  void stop() {
    cluster.close();
  }

  private void deploy(String name, int replicas, String resources) throws IOException {
    cluster.create(
        DEPLOYMENTS,
        "{'metadata':{'name':'%1$s'},'spec':{'replicas':%2$d,'selector':{'matchLabels':{'a':'%1$s'}},'template':{'metadata':{'labels':{'a':'%1$s'}},'spec':{'containers':[{'name':'c','image':'x','resources':%3$s}]}}}}"
            .formatted(name, replicas, resources));
  }

  private long running(String name) throws IOException {
    return cluster.api().list(PODS + "?labelSelector=a%3D" + name).stream()
        .filter(p -> !p.getAsJsonObject("metadata").has("deletionTimestamp"))
        .filter(p -> p.getAsJsonObject("status").get("phase").getAsString().equals("Running"))
        .count();
  }

  private long rejected() throws IOException {
    return cluster.api().list(PODS + "?labelSelector=a%3Dtrain").stream()
        .filter(p -> p.toString().contains("Insufficient cpu"))
        .count();
  }

  @Test
  void moving_the_pods_that_the_first_remedy_names_lets_all_that_wait_run() throws Exception {
    assertThat(cluster.plimsoll("capacity"))
        .containsPattern("nvidia.com/gpu +8 +24 +0 +24 +0 +0 +8");
    JsonObject gap = cluster.gaps("team").get(0);
    assertThat(gap.get("kind").getAsString()).isEqualTo("GpusStranded");
    assertThat(gap.get("message").getAsString())
        .isEqualTo(
            "4 pods request 4 nvidia.com/gpu and 8 cpu; 24 nvidia.com/gpu are free, but stranded on"
                + " 3 nodes that have at most 1 cpu left: 9 pods without nvidia.com/gpu have 189 of"
                + " 192 cpu there (team 189)");
    JsonObject remedy = gap.getAsJsonArray("remedies").get(0).getAsJsonObject();
    assertThat(remedy.get("helps").getAsBoolean()).isTrue();

    cluster.shell(remedy.get("command").getAsString());

    Await.until("all pods run", () -> running("train") == 4 && running("web") == 9);
    Await.until("no gap is left", () -> cluster.gaps("team").stream().allMatch(this::isQuotaless));
    assertThat(cluster.plimsoll("capacity"))
        .containsPattern("nvidia.com/gpu +8 +24 +16 +8 +[0-8] +0 +8");
  }

  private boolean isQuotaless(JsonObject gap) {
    return gap.get("kind").getAsString().equals("NoQuota");
  }
}
