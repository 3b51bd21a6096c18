package dev.plimsoll.bench.conformance;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.conform.Json;
import dev.plimsoll.kube.conform.ManifestPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A kube-scheduler as it comes, and what it makes of pods. */
final class RealScheduler implements AutoCloseable {
  private static final long TIMEOUT_NANOS = 4_000_000_000L;

  private final AdminApi api;
  private final FeasibleNodes feasible;
  private final Program program;
  private int probes;

  private RealScheduler(AdminApi api, FeasibleNodes feasible, Program program) {
    this.api = api;
    this.feasible = feasible;
    this.program = program;
  }

  /** Starts one; its configuration goes into the folder. */
  static RealScheduler start(ControlPlane plane, Path folder) throws IOException {
    FeasibleNodes feasible = FeasibleNodes.start();
    Path configuration =
        Files.writeString(
            folder.resolve("scheduler.yaml"),
            """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            clientConnection: {kubeconfig: "%s", qps: 500, burst: 1000}
            leaderElection: {leaderElect: false}
            percentageOfNodesToScore: 100
            extenders:
              - {urlPrefix: "http://127.0.0.1:%d", filterVerb: filter, nodeCacheCapable: true}
            """
                .formatted(plane.kubeconfig("scheduler"), feasible.port()));
    Program program =
        Program.start(
            folder,
            "kube-scheduler",
            List.of(
                "--config=" + configuration,
                "--bind-address=127.0.0.1",
                "--secure-port=" + Program.freePort(),
                "--cert-dir=" + folder.resolve("scheduler")));
    return new RealScheduler(plane.api(), feasible, program);
  }

  /** Waits until it sees these nodes, sorted by name, and no others. */
  void awaitNodes(List<String> names) throws Exception {
    Await.until("kube-scheduler sees the nodes " + names, () -> probe().equals(names));
  }

  private List<String> probe() throws Exception {
    JsonObject probe = Json.manifest("v1", "Pod", "default", "probe-" + probes++);
    probe.getAsJsonObject("metadata").add("labels", Json.object(FeasibleNodes.PROBE, ""));
    probe.add(
        "spec",
        Json.object(
            "terminationGracePeriodSeconds",
            0,
            "tolerations",
            Json.array(Json.object("operator", "Exists")),
            "containers",
            Json.array(Json.object("name", "c", "image", "x"))));
    JsonObject created = api.create(ManifestPaths.list(probe), probe.toString());
    JsonObject answered = answer(created);
    api.delete(ManifestPaths.object(probe));
    boolean none =
        condition(answered).map(c -> Json.text(c, "message")).orElse("").startsWith("no nodes");
    return none
        ? List.of()
        : feasible.of(uid(created)).stream()
            .findFirst()
            .orElse(List.of("kube-scheduler has not answered"));
  }

  /**
   * Returns a pod once kube-scheduler has bound it or said why not, or as it is if neither happens
   * within four seconds.
   */
  JsonObject answer(JsonObject pod) throws Exception {
    program.requireRunning();
    long end = System.nanoTime() + TIMEOUT_NANOS;
    JsonObject now = pod;
    while (!isAnswered(now) && System.nanoTime() < end) {
      Await.pause();
      now = api.get(ManifestPaths.object(withType(pod)));
    }
    return now;
  }

  private static boolean isAnswered(JsonObject pod) {
    return Json.child(pod, "spec").has("nodeName") || condition(pod).isPresent();
  }

  /** Returns the nodes that passed the filters for a pod, each time that it was tried. */
  List<List<String>> feasible(JsonObject pod) {
    return feasible.of(uid(pod));
  }

  /** Returns the pod's condition PodScheduled, if it is there. */
  static Optional<JsonObject> condition(JsonObject pod) {
    JsonObject status = Json.child(pod, "status");
    if (!status.has("conditions")) {
      return Optional.empty();
    }
    return status.getAsJsonArray("conditions").asList().stream()
        .map(c -> c.getAsJsonObject())
        .filter(c -> Json.text(c, "type").equals("PodScheduled"))
        .findFirst();
  }

  private static JsonObject withType(JsonObject pod) {
    return pod.has("apiVersion")
        ? pod
        : Json.manifest(
            "v1", "Pod", Json.text(Json.child(pod, "metadata"), "namespace"), Json.name(pod));
  }

  private static String uid(JsonObject pod) {
    return Json.child(pod, "metadata").get("uid").getAsString();
  }

  @Override
  public void close() {
    program.close();
    feasible.close();
  }
}
