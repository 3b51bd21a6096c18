package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.extender.LiveExtender;
import dev.plimsoll.extender.config.ServiceConfiguration;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.Program;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two racks of two nodes; a pod of a Deployment runs in each, so that no rack takes a gang of two
 * whole nodes. The first remedy, as printed, makes room in one rack.
 */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DomainRemedyEndToEndTest {
  private static final String PODS = "/api/v1/namespaces/train/pods";

  private StoryCluster cluster;
  private LiveExtender extender;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    int port = Program.freePort();
    cluster =
        StoryCluster.startWithExtender(
            Files.createDirectory(folder.resolve("plane")),
            List.of("deployment-controller", "replicaset-controller"),
            port);
    Path service =
        Files.writeString(
            folder.resolve("serve.yaml"),
            """
            apiVersion: config.plimsoll.dev/v1alpha1
            kind: ServiceConfiguration
            scheduler: {listen: {port: %d}}
            console: {listen: {port: 0}}
            cluster: {kubeconfig: %s}
            """
                .formatted(port, cluster.plane().kubeconfig("admin")));
    extender = LiveExtender.start(ServiceConfiguration.read(service), "end-to-end");
    cluster.create("/api/v1/namespaces", "{'metadata':{'name':'serving'}}");
    cluster.create("/api/v1/namespaces", "{'metadata':{'name':'train'}}");
    node("a1");
    node("b1");
    cluster.create(
        "/apis/apps/v1/namespaces/serving/deployments",
        "{'metadata':{'name':'web'},'spec':{'replicas':2,'selector':{'matchLabels':{'a':'web'}},'template':{'metadata':{'labels':{'a':'web'}},'spec':{'affinity':{'podAntiAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{'labelSelector':{'matchLabels':{'a':'web'}},'topologyKey':'kubernetes.io/hostname'}]}},'containers':[{'name':'c','image':'x','resources':{'limits':{'nvidia.com/gpu':'4'}}}]}}}}");
    Await.until("a pod runs in each rack", () -> running("serving") == 2);
    node("a0");
    node("b0");
    for (int i = 0; i < 2; i++) {
      cluster.create(
          PODS,
          "{'metadata':{'name':'llm-%d','annotations':{'plimsoll.dev/group':'llm','plimsoll.dev/group-size':'2','plimsoll.dev/within':'rack'}},'spec':{'containers':[{'name':'c','image':'x','resources':{'limits':{'nvidia.com/gpu':'8'}}}]}}"
              .formatted(i));
    }
    Await.until(
        "the gang waits",
        () ->
            cluster.api().list(PODS).stream()
                    .filter(p -> p.toString().contains("can be placed in one domain"))
                    .count()
                == 2);
  }

  @AfterAll
  void stop() {
    extender.close();
    cluster.close();
  }

  private void node(String name) throws IOException {
    cluster.node(
        name,
        "'kubernetes.io/hostname':'%s','topology.kubernetes.io/rack':'%s'"
            .formatted(name, name.substring(0, 1)),
        "'cpu':'32','memory':'64Gi','pods':'110','nvidia.com/gpu':'8'");
  }

  private long running(String namespace) throws IOException {
    return cluster.api().list("/api/v1/namespaces/" + namespace + "/pods").stream()
        .filter(p -> !p.getAsJsonObject("metadata").has("deletionTimestamp"))
        .filter(p -> p.getAsJsonObject("status").get("phase").getAsString().equals("Running"))
        .count();
  }

  @Test
  void moving_the_pod_that_the_first_remedy_names_lets_the_gang_run_in_one_rack() throws Exception {
    JsonObject gap =
        cluster.gaps("train").stream()
            .filter(g -> g.get("kind").getAsString().equals("FragmentedDomain"))
            .findFirst()
            .orElseThrow();
    JsonObject remedy = gap.getAsJsonArray("remedies").get(0).getAsJsonObject();
    assertThat(remedy.get("helps").getAsBoolean()).as(gap.toString()).isTrue();

    cluster.shell(remedy.get("command").getAsString());

    Await.until("the gang runs", () -> running("train") == 2);
    assertThat(
            cluster.api().list(PODS).stream()
                .map(p -> p.getAsJsonObject("spec").get("nodeName").getAsString().substring(0, 1))
                .distinct())
        .hasSize(1);
    Await.until("the moved pod runs again", () -> running("serving") == 2);
    assertThat(cluster.gaps("train"))
        .noneMatch(g -> g.get("kind").getAsString().equals("FragmentedDomain"));
  }
}
