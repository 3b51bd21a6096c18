package dev.plimsoll.extender.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.plimsoll.extender.LiveExtender;
import dev.plimsoll.extender.config.ServiceConfiguration;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.Program;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A real kube-scheduler and the extender under the one account of their pod, with the files, the
 * rights and the policy of the manifests.
 */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SecondSchedulerEndToEndTest {
  private static final String PODS = "/api/v1/namespaces/team/pods/";

  private Path folder = Path.of("");
  private ControlPlane plane;
  private EndToEndCluster cluster;
  private AdminApi account;
  private LiveExtender extender;
  private Program scheduler;

  @BeforeAll
  void start(@TempDir Path temporary) throws Exception {
    folder = temporary;
    plane = ControlPlane.start(Files.createDirectory(folder.resolve("plane")));
    cluster = new EndToEndCluster(plane.api());
    cluster.addNamespace("plimsoll");
    cluster.addNamespace("team");
    cluster.addPriorityClass("low", 1);
    cluster.addPriorityClass("high", 1000);
    cluster.addNode("a");
    cluster.add(
        "crds/capacitypolicies.yaml",
        "second-scheduler/role.yaml",
        "second-scheduler/rbac.yaml",
        "second-scheduler/rbac-write.yaml",
        "policies/extender/policy.yaml");
    account = plane.api("scheduler-account");
    addPod("bystander", "low", 0, "none");
    Await.until(
        "the policy is in force",
        () -> !isAllowed("{\"metadata\": {\"labels\": {\"in-force\": \"yes\"}}}"));
    startPod();
  }

  private boolean isAllowed(String patch) {
    try {
      JsonObject unused = account.patch(PODS + "bystander?dryRun=All", patch);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Starts what runs in the pod of the manifests, on ports that are free. */
  private void startPod() throws Exception {
    int port = Program.freePort();
    String serve =
        manifest("serve.yaml")
            .replace("0.0.0.0", "127.0.0.1")
            .replace("port: 8888", "port: " + port)
            .replace("port: 8890", "port: 0")
            .replace("port: 8081", "port: 0")
            .replace("port: 8082", "port: 0");
    extender =
        LiveExtender.start(
            ServiceConfiguration.read(
                Files.writeString(
                    folder.resolve("serve.yaml"),
                    serve + "cluster:\n  kubeconfig: " + kubeconfig() + "\n")),
            "end-to-end");
    Path configuration =
        Files.writeString(
            folder.resolve("scheduler.yaml"),
            manifest("scheduler.yaml").replace("127.0.0.1:8888", "127.0.0.1:" + port)
                + "clientConnection:\n  kubeconfig: "
                + kubeconfig()
                + "\n");
    scheduler =
        Program.start(
            folder,
            "kube-scheduler",
            List.of(
                "--config=" + configuration,
                "--authentication-kubeconfig=" + kubeconfig(),
                "--authorization-kubeconfig=" + kubeconfig(),
                "--bind-address=127.0.0.1",
                "--secure-port=" + Program.freePort(),
                "--cert-dir=" + folder.resolve("scheduler")));
  }

  private static String manifest(String file) throws IOException {
    return Files.readString(ManifestFiles.FOLDER.resolve("second-scheduler").resolve(file));
  }

  private Path kubeconfig() throws IOException {
    return plane.kubeconfig("scheduler-account");
  }

  @AfterAll
  void stop() {
    scheduler.close();
    extender.close();
    plane.close();
  }

  private void addPod(String name, String priority, int gpus, String schedulerName)
      throws IOException {
    JsonObject unused =
        plane
            .api()
            .create(
                PODS,
                """
                {"metadata": {"name": "%s"}, "spec": {"schedulerName": "%s",
                  "priorityClassName": "%s", "terminationGracePeriodSeconds": 0, "containers": [
                    {"name": "main", "image": "none", "resources": {
                      "limits": {"cpu": "1", "memory": "1Gi", "nvidia.com/gpu": "%d"}}}]}}
                """
                    .formatted(name, schedulerName, priority, gpus));
  }

  @Test
  void the_scheduler_places_tells_why_it_cannot_and_preempts() throws Exception {
    addPod("low", "low", 8, "plimsoll");
    Await.until("the first pod is placed", () -> cluster.placed("team", "low") == 1);
    assertThat(
            cluster
                .condition("team", "low", "PodScheduled")
                .map(c -> c.get("status").getAsString()))
        .contains("True");

    addPod("wants-a-gpu", "low", 1, "plimsoll");
    Await.until(
        "the condition PodScheduled says why",
        () ->
            cluster
                .condition("team", "wants-a-gpu", "PodScheduled")
                .filter(c -> c.get("status").getAsString().equals("False"))
                .filter(c -> c.get("message").getAsString().contains("nvidia.com/gpu"))
                .isPresent());
    assertThat(cluster.condition("team", "wants-a-gpu", "PodScheduled").orElseThrow().get("reason"))
        .hasToString("\"Unschedulable\"");
    addFinalizer("low");

    addPod("high", "high", 8, "plimsoll");
    Await.until(
        "the victim's condition says that it is preempted",
        () -> cluster.condition("team", "low", "DisruptionTarget").isPresent());
    Await.until("the pod is nominated", () -> cluster.nominated("team").contains("high"));
    removeFinalizer("low");
    Await.until("the pod of high priority is placed", () -> cluster.placed("team", "high") == 1);

    assertThat(schedulerLog()).doesNotContain("Plimsoll's", "ValidatingAdmissionPolicy");
  }

  /** With it, the victim is there as long as it takes to look at it. */
  private void addFinalizer(String pod) throws IOException {
    JsonObject unused =
        plane.api().patch(PODS + pod, "{\"metadata\": {\"finalizers\": [\"example.com/look\"]}}");
  }

  private void removeFinalizer(String pod) throws IOException {
    JsonObject unused = plane.api().patch(PODS + pod, "{\"metadata\": {\"finalizers\": null}}");
  }

  private String schedulerLog() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      Path log =
          files
              .filter(f -> f.getFileName().toString().startsWith("kube-scheduler-"))
              .findFirst()
              .orElseThrow();
      return Files.readString(log);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'metadata':{'labels':{'team':'other'}}}",
        "{'metadata':{'annotations':{'other':'x'}}}",
        "{'metadata':{'finalizers':['example.com/stuck']}}",
      })
  void the_account_forges_no_metadata_on_either_way(String patch) {
    for (String path : List.of("bystander", "bystander/status")) {
      assertThatThrownBy(() -> account.patch(PODS + path, patch.replace('\'', '"')))
          .as(path)
          .hasMessageContaining("Plimsoll's extender");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'metadata':{'ownerReferences':[{'apiVersion':'v1','kind':'Pod','name':'x','uid':'x'}]}}",
        "{'spec':{'activeDeadlineSeconds':1}}",
        "{'spec':{'containers':[{'name':'main','image':'other','resources':"
            + "{'limits':{'cpu':'1','memory':'1Gi','nvidia.com/gpu':'0'}}}]}}",
      })
  void the_account_forges_no_owner_and_no_spec(String patch) {
    assertThatThrownBy(() -> account.patch(PODS + "bystander", patch.replace('\'', '"')))
        .hasMessageContaining("Plimsoll's extender does not change the");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'status':{'phase':'Failed'}}",
        "{'status':{'podIP':'10.0.0.1','podIPs':[{'ip':'10.0.0.1'}]}}",
        "{'status':{'reason':'Evicted'}}",
        "{'status':{'conditions':[{'type':'Ready','status':'True'}]}}",
        "{'status':{'containerStatuses':[{'name':'main','image':'i','imageID':'i','ready':true,"
            + "'restartCount':0}]}}",
      })
  void the_account_forges_no_other_part_of_a_status(String patch) {
    assertThatThrownBy(() -> account.patch(PODS + "bystander/status", patch.replace('\'', '"')))
        .hasMessageContaining("Plimsoll's");
  }

  @Test
  void the_account_may_do_what_extender_and_scheduler_do() {
    assertThatCode(
            () -> {
              account.patch(
                  PODS + "bystander?dryRun=All",
                  "{\"metadata\": {\"annotations\": {\"plimsoll.dev/requeued-at\": \"now\"}}}");
              for (String node : List.of("\"requeue.plimsoll.dev\"", "\"a\"", "null")) {
                account.patch(
                    PODS + "bystander/status?dryRun=All",
                    "{\"status\": {\"nominatedNodeName\": " + node + "}}");
              }
            })
        .doesNotThrowAnyException();
  }
}
