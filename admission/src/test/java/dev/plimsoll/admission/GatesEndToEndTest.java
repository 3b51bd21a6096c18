package dev.plimsoll.admission;

import static dev.plimsoll.admission.AdmissionEndToEndCluster.pods;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.Program;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scheduling gates on a real control plane whose kube-scheduler asks no extender. */
@RealControlPlane
class GatesEndToEndTest {
  private static final String GATE = "plimsoll.dev/share";
  private static final String GPU = "nvidia.com/gpu";
  private static final String FPGA = "example.com/fpga";
  private static final Duration A_WHILE = Duration.ofSeconds(3);

  @TempDir private static Path folder;
  private static AdmissionEndToEndCluster cluster;
  private static Program scheduler;

  @BeforeAll
  static void start() throws Exception {
    cluster = new AdmissionEndToEndCluster(folder);
    for (String name : List.of("a", "b", "c")) {
      node(name, GPU, 8);
    }
    node("d", GPU, 4);
    node("e", GPU, 4);
    node("f", FPGA, 4);
    for (String namespace : List.of("train", "other", "east", "west")) {
      JsonObject unused =
          cluster
              .api()
              .create("/api/v1/namespaces", "{\"metadata\": {\"name\": \"" + namespace + "\"}}");
    }
    policy("gpus", GPU, "Idle", "train", "other");
    policy("fpgas", FPGA, "Never", "east", "west");
    scheduler = startScheduler();
    Await.until(
        "the webhook has been told of the policies",
        () -> !gates(dryRun("train", GPU)).isEmpty() && !gates(dryRun("east", FPGA)).isEmpty());
  }

  @AfterAll
  static void close() {
    scheduler.close();
    cluster.close();
  }

  private static Program startScheduler() throws IOException {
    Path configuration =
        Files.writeString(
            folder.resolve("scheduler.yaml"),
            """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            clientConnection:
              kubeconfig: %s
            leaderElection:
              leaderElect: false
            """
                .formatted(cluster.plane().kubeconfig("scheduler")));
    return Program.start(
        folder,
        "kube-scheduler",
        List.of(
            "--config=" + configuration,
            "--bind-address=127.0.0.1",
            "--secure-port=" + Program.freePort(),
            "--cert-dir=" + folder.resolve("scheduler")));
  }

  private static void node(String name, String resource, int devices) throws IOException {
    JsonObject unused =
        cluster.api().create("/api/v1/nodes", "{\"metadata\": {\"name\": \"" + name + "\"}}");
    JsonObject unusedStatus =
        cluster
            .api()
            .patch(
                "/api/v1/nodes/" + name + "/status",
                """
                {"status": {
                  "capacity": {"cpu": "64", "memory": "512Gi", "pods": "110", "%1$s": "%2$d"},
                  "allocatable": {"cpu": "64", "memory": "512Gi", "pods": "110", "%1$s": "%2$d"},
                  "conditions": [{"type": "Ready", "status": "True", "reason": "MadeUp"}]}}
                """
                    .formatted(resource, devices));
  }

  private static void policy(
      String name, String resource, String borrowing, String one, String other) throws IOException {
    JsonObject unused =
        cluster
            .api()
            .create(
                "/apis/plimsoll.dev/v1alpha1/capacitypolicies",
                """
                {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "CapacityPolicy",
                 "metadata": {"name": "%s"}, "spec": {"division": {"type": "Proportional"},
                   "tenants": [{"name": "%s", "namespaces": ["%2$s"]},
                     {"name": "%s", "namespaces": ["%3$s"]}],
                   "resources": [{"name": "%s"}],
                   "enforcement": {"placement": "Gate", "borrowing": "%s"}}}
                """
                    .formatted(name, one, other, resource, borrowing));
  }

  /** Creates a pod with devices, and with further fields of its metadata and spec. */
  private static JsonObject create(
      String namespace, String name, String devices, String metadata, String spec)
      throws IOException {
    return cluster
        .api()
        .create(
            pods(namespace),
            """
            {"metadata": {"name": "%s" %s}, "spec": {%s "containers": [{"name": "c", "image": "i",
              "resources": {"requests": {%4$s}, "limits": {%4$s}}}]}}
            """
                .formatted(name, metadata, spec, devices));
  }

  private static JsonObject create(String namespace, String name, String devices)
      throws IOException {
    return create(namespace, name, devices, "", "");
  }

  private static String devices(String resource, int number) {
    return "\"" + resource + "\": \"" + number + "\"";
  }

  private static JsonObject pod(String namespace, String name) throws IOException {
    return cluster.api().get(pods(namespace) + "/" + name);
  }

  private static List<String> gates(JsonObject pod) {
    return Optional.ofNullable(pod.getAsJsonObject("spec").getAsJsonArray("schedulingGates"))
        .map(JsonArray::asList)
        .orElse(List.of())
        .stream()
        .map(JsonElement::getAsJsonObject)
        .map(g -> g.get("name").getAsString())
        .toList();
  }

  private static boolean isBound(String namespace, String name) throws IOException {
    return pod(namespace, name).getAsJsonObject("spec").has("nodeName");
  }

  private static void awaitBound(String namespace, String name) throws Exception {
    Await.until(name + " has a node", () -> isBound(namespace, name));
  }

  private static void delete(String namespace, String name) throws IOException {
    cluster.api().delete(pods(namespace) + "/" + name);
  }

  @Test
  void a_gang_of_which_three_of_four_fit_waits_whole_and_runs_whole_with_another_node()
      throws Exception {
    String group =
        ", \"annotations\": {\"plimsoll.dev/group\": \"g\", \"plimsoll.dev/group-size\": \"4\"}";
    for (int i = 0; i < 4; i++) {
      JsonObject unused = create("train", "g-" + i, devices(GPU, 8), group, "");
    }
    Await.stays(
        "all of it is gated",
        A_WHILE,
        () -> {
          for (int i = 0; i < 4; i++) {
            if (!gates(pod("train", "g-" + i)).equals(List.of(GATE))) {
              return false;
            }
          }
          return true;
        });

    node("g", GPU, 8);

    for (int i = 0; i < 4; i++) {
      awaitBound("train", "g-" + i);
    }
  }

  @Test
  void a_pod_beyond_its_share_waits_gated_and_runs_when_another_has_ended() throws Exception {
    JsonObject unused = create("east", "first", devices(FPGA, 2));
    awaitBound("east", "first");

    assertThat(gates(create("east", "second", devices(FPGA, 1)))).containsExactly(GATE);
    JsonObject unusedOther = create("west", "theirs", devices(FPGA, 2));
    awaitBound("west", "theirs");
    Await.stays("it is gated", A_WHILE, () -> !gates(pod("east", "second")).isEmpty());
    assertThat(
            pod("east", "second")
                .getAsJsonObject("status")
                .getAsJsonArray("conditions")
                .get(0)
                .getAsJsonObject()
                .get("reason")
                .getAsString())
        .isEqualTo("SchedulingGated");

    delete("east", "first");
    awaitBound("east", "second");
    delete("east", "second");
    delete("west", "theirs");
  }

  @Test
  void only_new_pods_that_wait_for_a_share_are_gated_and_gates_of_others_stay() throws Exception {
    String daemon =
        ", \"ownerReferences\": [{\"apiVersion\": \"apps/v1\", \"kind\": \"DaemonSet\","
            + " \"name\": \"d\", \"uid\": \"d\", \"controller\": true}]";
    String gated = "\"schedulingGates\": [{\"name\": \"example.com/budget\"}],";

    assertThat(gates(create("other", "daemon", devices(GPU, 1), daemon, ""))).isEmpty();
    assertThat(gates(create("other", "bound", devices(GPU, 1), "", "\"nodeName\": \"e\",")))
        .isEmpty();
    assertThat(gates(create("other", "plain", devices("cpu", 1)))).isEmpty();
    assertThat(gates(create("default", "nobodys", devices(FPGA, 1)))).isEmpty();
    assertThat(gates(create("other", "twice", devices(GPU, 1), "", gated)))
        .containsExactly("example.com/budget", GATE);
    Await.until(
        "its own gate is gone",
        () -> gates(pod("other", "twice")).equals(List.of("example.com/budget")));
    for (String name : List.of("daemon", "bound", "plain", "twice")) {
      delete("other", name);
    }
    delete("default", "nobodys");
  }

  private static JsonObject dryRun(String namespace, String resource) throws IOException {
    return cluster
        .api()
        .create(
            pods(namespace) + "?dryRun=All",
            """
            {"metadata": {"name": "dry"}, "spec": {"containers": [{"name": "c", "image": "i",
              "resources": {"limits": {"%s": "1"}}}]}}
            """
                .formatted(resource));
  }

  @Test
  void a_dry_run_shows_the_gate() throws Exception {
    JsonObject pod = dryRun("east", FPGA);

    assertThat(gates(pod)).containsExactly(GATE);
  }
}
