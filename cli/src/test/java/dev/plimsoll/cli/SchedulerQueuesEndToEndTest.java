package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queues of Volcano and KAI on a real API server that serves their kinds. */
@RealControlPlane
class SchedulerQueuesEndToEndTest {
  private static final Path DUMPS = Path.of("../kube/src/test/resources/queues");

  private static void serve(StoryCluster cluster, String group, String version, String kind)
      throws Exception {
    String plural = kind.equals("Queue") ? "queues" : "podgroups";
    cluster.create(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        """
        {'metadata':{'name':'%1$s.%2$s'},
         'spec':{'group':'%2$s','scope':'%3$s',
           'names':{'kind':'%4$s','listKind':'%4$sList','plural':'%1$s'},
           'versions':[{'name':'%5$s','served':true,'storage':true,'schema':{'openAPIV3Schema':
             {'type':'object','x-kubernetes-preserve-unknown-fields':true}}}]}}
        """
            .formatted(
                plural, group, kind.equals("Queue") ? "Cluster" : "Namespaced", kind, version));
    Await.until(
        plural + " are served",
        () ->
            cluster
                    .api()
                    .exchange(
                        "GET",
                        "/apis/" + group + "/" + version + "/" + plural,
                        "application/json",
                        "")
                    .code()
                == 200);
  }

  /** Applies a dump whose objects are in namespace team in another namespace. */
  private static void apply(StoryCluster cluster, Path folder, String dump, String namespace)
      throws Exception {
    String text =
        Files.readString(DUMPS.resolve(dump + ".yaml"))
            .replace("namespace: team", "namespace: " + namespace)
            .replace("{name: team}", "{name: " + namespace + "}");
    Path file = Files.writeString(folder.resolve(dump + ".yaml"), text);
    String unused = cluster.shell("kubectl apply -f " + file);
  }

  @Test
  void both_schedulers_are_explained_live_and_from_a_redacted_snapshot(@TempDir Path folder)
      throws Exception {
    try (StoryCluster cluster = StoryCluster.start(folder, List.of("resourcequota-controller"))) {
      serve(cluster, "scheduling.volcano.sh", "v1beta1", "Queue");
      serve(cluster, "scheduling.volcano.sh", "v1beta1", "PodGroup");
      serve(cluster, "scheduling.run.ai", "v2", "Queue");
      serve(cluster, "scheduling.run.ai", "v2alpha2", "PodGroup");
      cluster.node("a", "", "'cpu':'32','memory':'256Gi','pods':'110','nvidia.com/gpu':'8'");
      apply(cluster, folder, "volcano-over-capability", "volcano");
      apply(cluster, folder, "kai-over-limit", "kai");

      String snapshot = folder.resolve("cluster.json").toString();
      String unused = cluster.plimsoll("snapshot", "--redact", snapshot);

      for (String source : List.of("--kubeconfig", "--snapshot")) {
        String from =
            source.equals("--snapshot") ? snapshot : cluster.plane().kubeconfig("admin").toString();
        CliRun volcano = CliRun.of("explain", "-n", "volcano", "pod/train-0", source, from);
        CliRun kai = CliRun.of("explain", "-n", "kai", "job/train", source, from);

        assertThat(volcano.out().replaceAll("\\s+", " "))
            .contains("PodGroup podgroup-1: Unschedulable is True (NotEnoughResources)")
            .contains("capability 8, allocated 6; the group needs at least 4, more than is left")
            .contains("by kube-scheduler's rules, 1 node takes a pod of it");
        assertThat(kai.out().replaceAll("\\s+", " "))
            .contains("PodGroup pg-train-1: UnschedulableOnNodePool is True (OverLimit)")
            .contains("limit 4, quota 2, allocated 2; the group needs at least 4")
            .contains("parent Queue dept: nvidia.com/gpu no limit, quota 6, allocated 2");
      }
      assertThat(cluster.plimsoll("gaps", "-o", "json"))
          .contains("the quotas of 2 queues of KAI are 10 nvidia.com/gpu in total");
    }
  }
}
