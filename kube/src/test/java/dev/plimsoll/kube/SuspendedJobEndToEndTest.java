package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.LiveCluster;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.patch.KubectlCommand;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.ChangeCommands;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A running Job gets smaller requests with the printed commands, and stays the Job that it is. */
@RealControlPlane
class SuspendedJobEndToEndTest {
  private static final String JOBS = "/apis/batch/v1/namespaces/team/jobs";

  @Test
  void the_printed_commands_change_the_requests_of_a_job_that_has_pods(@TempDir Path folder)
      throws Exception {
    Path kubectl = Path.of(System.getenv("KUBEBUILDER_ASSETS"), "kubectl");
    assumeThat(Files.isExecutable(kubectl)).isTrue();
    try (ControlPlane plane = ControlPlane.start(folder, List.of("job-controller"))) {
      AdminApi api = plane.api();
      JsonObject unused = api.create("/api/v1/namespaces", "{\"metadata\": {\"name\": \"team\"}}");
      String uid =
          api.create(
                  JOBS,
                  """
                  {"metadata": {"name": "train"}, "spec": {"parallelism": 2, "completions": 2,
                   "template": {"spec": {"restartPolicy": "Never", "containers": [
                     {"name": "c", "image": "i", "resources": {"requests": {"cpu": "3"}}}]}}}}
                  """)
              .getAsJsonObject("metadata")
              .get("uid")
              .getAsString();
      Await.until("the Job has pods", () -> requests(api).equals(List.of("3", "3")));
      Path kubeconfig = plane.kubeconfig("admin");
      Cluster cluster =
          LiveCluster.read(new ClusterAccess(Optional.of(kubeconfig), Optional.empty()), n -> {});

      String commands =
          ChangeCommands.of(cluster, List.of(new Change.Apply(smaller(cluster)))).stream()
              .map(KubectlCommand::text)
              .collect(Collectors.joining("\n"));

      assertThat(run(kubectl, kubeconfig, commands)).as(commands).isZero();
      Await.until("the Job has new pods", () -> requests(api).equals(List.of("1", "1")));
      assertThat(api.get(JOBS + "/train").getAsJsonObject("metadata").get("uid").getAsString())
          .isEqualTo(uid);
    }
  }

  private static Workload smaller(Cluster cluster) {
    Workload job =
        cluster.list(Workload.class, "team").stream()
            .filter(w -> w.name().equals("train"))
            .findFirst()
            .orElseThrow();
    Workload.PodTemplate old = job.templates().get(0);
    List<Container> containers =
        old.spec().containers().stream()
            .map(
                c ->
                    c.withResources(
                        new ResourceRequirements(
                            Resources.EMPTY.with(ResourceName.CPU, Quantity.parse("1")),
                            Resources.EMPTY,
                            List.of())))
            .toList();
    return job.withTemplates(
        List.of(
            new Workload.PodTemplate(
                old.path(),
                old.metadata(),
                old.spec().withContainers(containers),
                old.replicas())));
  }

  /** Returns the cpu requests of the namespace's pods that aren't being deleted. */
  private static List<String> requests(AdminApi api) throws Exception {
    return api.list("/api/v1/namespaces/team/pods").stream()
        .filter(p -> !p.getAsJsonObject("metadata").has("deletionTimestamp"))
        .map(SuspendedJobEndToEndTest::cpu)
        .toList();
  }

  private static String cpu(JsonObject pod) {
    JsonArray containers = pod.getAsJsonObject("spec").getAsJsonArray("containers");
    return containers
        .get(0)
        .getAsJsonObject()
        .getAsJsonObject("resources")
        .getAsJsonObject("requests")
        .get("cpu")
        .getAsString();
  }

  private static int run(Path kubectl, Path kubeconfig, String commands) throws Exception {
    ProcessBuilder bash =
        new ProcessBuilder("bash", "-ec", commands)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    bash.environment().put("KUBECONFIG", kubeconfig.toString());
    bash.environment().merge("PATH", kubectl.getParent() + ":", (path, first) -> first + path);
    return bash.start().waitFor();
  }
}
