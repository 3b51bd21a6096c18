package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A control plane with a player that has placed pods run and deleted ones end, on which printed
 * commands are tried.
 */
final class StoryCluster implements AutoCloseable {
  private static final Path KUBECTL =
      Path.of(String.valueOf(System.getenv("KUBEBUILDER_ASSETS"))).resolve("kubectl");
  private static final String RUNNING =
      """
      {"status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}}
      """;

  private final Path folder;
  private final ControlPlane plane;
  private final Program scheduler;
  private final ScheduledExecutorService player = Executors.newSingleThreadScheduledExecutor();

  private StoryCluster(Path folder, ControlPlane plane, String more) throws IOException {
    this.folder = folder;
    this.plane = plane;
    Path configuration =
        Files.writeString(
            folder.resolve("scheduler.yaml"),
            """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            clientConnection: {kubeconfig: %s}
            leaderElection: {leaderElect: false}
            %s
            """
                .formatted(plane.kubeconfig("scheduler"), more));
    this.scheduler =
        Program.start(
            folder,
            "kube-scheduler",
            List.of(
                "--config=" + configuration,
                "--bind-address=127.0.0.1",
                "--secure-port=" + Program.freePort(),
                "--cert-dir=" + folder.resolve("scheduler")));
    Future<?> unused =
        player.scheduleWithFixedDelay(
            () -> runPlacedPods(plane.api()), 0, 100, TimeUnit.MILLISECONDS);
  }

  static StoryCluster start(Path folder, List<String> controllers) throws Exception {
    return new StoryCluster(folder, ControlPlane.start(folder, controllers), "");
  }

  /** Starts one whose API server runs plug-ins that are off by default. */
  static StoryCluster startWithPlugins(Path folder, List<String> controllers, String... plugins)
      throws Exception {
    ControlPlane.Setup setup =
        new ControlPlane.Setup(
            "127.0.0.1",
            controllers,
            List.of("--enable-admission-plugins=" + String.join(",", plugins)),
            List.of());
    return new StoryCluster(folder, ControlPlane.start(folder, setup), "");
  }

  /** Starts one whose kube-scheduler asks an extender that will listen at a port. */
  static StoryCluster startWithExtender(Path folder, List<String> controllers, int port)
      throws Exception {
    return new StoryCluster(
        folder,
        ControlPlane.start(folder, controllers),
        "extenders: [{urlPrefix: 'http://127.0.0.1:%d/scheduler', filterVerb: filter, nodeCacheCapable: true}]"
            .formatted(port));
  }

  /** Starts one whose kube-scheduler runs without a plug-in. */
  static StoryCluster startWithout(Path folder, List<String> controllers, String plugin)
      throws Exception {
    return new StoryCluster(
        folder,
        ControlPlane.start(folder, controllers),
        "profiles: [{plugins: {multiPoint: {disabled: [{name: %s}]}}}]".formatted(plugin));
  }

  ControlPlane plane() {
    return plane;
  }

  AdminApi api() {
    return plane.api();
  }

  /** Creates an object from a manifest with single quotes. */
  void create(String path, String json) throws IOException {
    JsonObject unused = api().create(path, json.replace('\'', '"'));
  }

  /** Makes a ready node that has this, such as {@code 'cpu':'8','pods':'10'}. */
  void node(String name, String labels, String resources) throws IOException {
    create("/api/v1/nodes", "{'metadata':{'name':'%s','labels':{%s}}}".formatted(name, labels));
    JsonObject unused =
        api()
            .patch(
                "/api/v1/nodes/" + name + "/status",
                "{'status':{'capacity':{%1$s},'allocatable':{%1$s},'conditions':[{'type':'Ready','status':'True'}]}}"
                    .formatted(resources)
                    .replace('\'', '"'));
  }

  /** Returns whether a pod would be denied, as quotas that are new are not in force at once. */
  boolean deniesPods(String namespace) throws IOException {
    return api()
            .exchange(
                "POST",
                "/api/v1/namespaces/" + namespace + "/pods?dryRun=All",
                "application/json",
                "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"x\"}]}}")
            .code()
        == 403;
  }

  /** Runs Plimsoll on the cluster, and returns what it prints. */
  String plimsoll(String... arguments) throws IOException {
    CliRun run = plimsollAs("admin", arguments);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.out();
  }

  /** Runs Plimsoll on the cluster for one of its users. */
  CliRun plimsollAs(String user, String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--kubeconfig", plane.kubeconfig(user).toString()));
    return CliRun.of(all.toArray(String[]::new));
  }

  /** Returns the gaps of a namespace as JSON, the costliest first. */
  List<JsonObject> gaps(String namespace) throws IOException {
    return JsonParser.parseString(plimsoll("gaps", "-n", namespace, "-o", "json"))
        .getAsJsonObject()
        .getAsJsonArray("gaps")
        .asList()
        .stream()
        .map(g -> g.getAsJsonObject())
        .toList();
  }

  /** Runs printed commands in a shell, just as they are. */
  String shell(String commands) throws Exception {
    Path printed = folder.resolve("shell.out");
    ProcessBuilder shell =
        new ProcessBuilder("sh", "-ec", commands)
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile());
    shell.environment().put("KUBECONFIG", plane.kubeconfig("admin").toString());
    shell
        .environment()
        .merge("PATH", KUBECTL.resolveSibling("").toString(), (old, own) -> own + ":" + old);
    int exitCode = shell.start().waitFor();
    String text = Files.readString(printed);
    assertThat(exitCode).as(commands + ": " + text).isZero();
    return text;
  }

  private static void runPlacedPods(AdminApi api) {
    try {
      for (JsonObject pod : api.list("/api/v1/pods")) {
        JsonObject metadata = pod.getAsJsonObject("metadata");
        if (metadata.has("deletionTimestamp")) {
          AdminApi.Answer unused =
              api.exchange(
                  "DELETE",
                  "/api/v1/namespaces/%s/pods/%s"
                      .formatted(
                          metadata.get("namespace").getAsString(),
                          metadata.get("name").getAsString()),
                  "application/json",
                  "{\"gracePeriodSeconds\": 0}");
        } else if (pod.getAsJsonObject("spec").has("nodeName")
            && pod.getAsJsonObject("status").get("phase").getAsString().equals("Pending")) {
          AdminApi.Answer unused =
              api.exchange(
                  "PATCH",
                  "/api/v1/namespaces/%s/pods/%s/status"
                      .formatted(
                          metadata.get("namespace").getAsString(),
                          metadata.get("name").getAsString()),
                  "application/strategic-merge-patch+json",
                  RUNNING);
        }
      }
    } catch (IOException e) {
      // A pod that is gone by now: the next round looks again.
    }
  }

  @Override
  public void close() {
    player.shutdownNow();
    scheduler.close();
    plane.close();
  }
}
