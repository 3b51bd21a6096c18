package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.cli.document.CodeBlock;
import dev.plimsoll.cli.document.Document;
import dev.plimsoll.cli.document.ShellCommand;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.Program;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of {@code examples/kind/README.md}, one after the other, on a real control plane.
 * What kind and KWOK do is done here: containers of the Deployment are processes, and pods that are
 * bound to a node run.
 */
@RealControlPlane
class TutorialEndToEndTest {
  private static final Path MANIFESTS = CliRun.ROOT.resolve("manifests/second-scheduler");
  private static final Path KUBECTL =
      Path.of(Optional.ofNullable(System.getenv("KUBEBUILDER_ASSETS")).orElse(""))
          .resolve("kubectl");
  private static final String PODS = "/api/v1/namespaces/blue/pods";
  private static final String RUNNING =
      """
      {"status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}}
      """;
  private static final List<String> CONTROLLERS =
      List.of(
          "resourcequota-controller",
          "deployment-controller",
          "replicaset-controller",
          ControlPlane.SERVICE_ACCOUNTS);

  /** What makes the cluster and the image. */
  private static final String ELSEWHERE = "(kind|mvn|kubectl apply -f https:).*";

  @TempDir private Path folder;
  private final int port = Program.freePort();
  private final List<AutoCloseable> containers = new ArrayList<>();

  @Test
  void two_of_six_pods_are_held_until_teams_may_borrow() throws Exception {
    Assumptions.assumeTrue(Files.isExecutable(KUBECTL), "KUBEBUILDER_ASSETS has no kubectl");
    ScheduledExecutorService kubelets = Executors.newSingleThreadScheduledExecutor();
    try (ControlPlane plane = ControlPlane.start(folder, CONTROLLERS)) {
      Future<?> unused =
          kubelets.scheduleWithFixedDelay(
              () -> runBoundPods(plane.api()), 0, 100, TimeUnit.MILLISECONDS);
      for (ShellCommand command : commands()) {
        see(plane, command, run(plane, command));
      }
    } finally {
      kubelets.shutdownNow();
      for (AutoCloseable each : containers) {
        each.close();
      }
    }
  }

  private static List<ShellCommand> commands() {
    return Document.all(CliRun.ROOT).stream()
        .filter(d -> d.name().equals("examples/kind/README.md"))
        .flatMap(d -> d.blocks().stream())
        .filter(block -> block.language().equals("sh"))
        .flatMap((CodeBlock block) -> block.commands().stream())
        .filter(command -> !command.line().matches(ELSEWHERE))
        .toList();
  }

  /** Runs a command in the project's folder, and returns what it printed. */
  private String run(ControlPlane plane, ShellCommand command) throws Exception {
    if (command.isPlimsoll()) {
      List<String> all = new ArrayList<>(command.arguments());
      all.addAll(List.of("--kubeconfig", plane.kubeconfig("admin").toString()));
      CliRun cliRun = CliRun.of(all.toArray(String[]::new));
      assertThat(cliRun.exitCode()).as(cliRun.err()).isZero();
      return cliRun.out();
    }
    if (command.line().startsWith("kubectl rollout status -n plimsoll")) {
      startContainers(plane);
      return "";
    }
    return kubectl(plane, command.line());
  }

  private String kubectl(ControlPlane plane, String line) throws Exception {
    assertThat(line).startsWith("kubectl ");
    Path printed = folder.resolve("kubectl.out");
    ProcessBuilder shell =
        new ProcessBuilder("sh", "-c", KUBECTL + line.substring("kubectl".length()))
            .directory(CliRun.ROOT.toFile())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile());
    shell.environment().put("KUBECONFIG", plane.kubeconfig("admin").toString());
    int exitCode = shell.start().waitFor();
    String text = Files.readString(printed);
    assertThat(exitCode).as(line + ": " + text).isZero();
    return text;
  }

  /** Requires what the tutorial says that one sees. */
  private void see(ControlPlane plane, ShellCommand command, String printed) throws Exception {
    String line = command.line();
    if (line.equals("./plimsoll gaps")) {
      assertThat(printed).contains("QuotasOvercommitted", "promise 16 nvidia.com/gpu");
    } else if (line.equals("kubectl get resourcequota -A")) {
      assertThat(printed.lines().filter(l -> l.contains("requests.nvidia.com/gpu: 0/4")))
          .hasSize(2);
    } else if (line.startsWith("kubectl get pods -n blue")) {
      assertThat(printed.lines().filter(l -> l.contains(" Running "))).hasSize(4);
      assertThat(printed.lines().filter(l -> l.contains(" Pending "))).hasSize(2);
    } else if (line.startsWith("kubectl get events")) {
      Await.until(
          "both are said to be held",
          () -> run(plane, command).lines().filter(l -> l.contains("HeldAtShare")).count() == 2);
    }
  }

  private static void runBoundPods(AdminApi api) {
    try {
      for (JsonObject each : api.list(PODS)) {
        if (JsonPaths.text(each, "status", "phase").equals("Pending")
            && !JsonPaths.text(each, "spec", "nodeName").isEmpty()) {
          JsonObject unused =
              api.patch(PODS + "/" + JsonPaths.text(each, "metadata", "name") + "/status", RUNNING);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts the two programs of the Deployment's pod, once it has been admitted. */
  private void startContainers(ControlPlane plane) throws Exception {
    AdminApi api = plane.api();
    Await.until(
        "its pod is admitted", () -> api.list("/api/v1/namespaces/plimsoll/pods").size() == 1);
    int management = Program.freePort();
    String account = plane.kubeconfig("scheduler-account").toString();
    Path service =
        written("serve.yaml", "port: 8081", "port: " + management, "port: 8890", "port: 0");
    Files.writeString(
        service, "cluster: {kubeconfig: %s}\n".formatted(account), StandardOpenOption.APPEND);
    PlimsollProcess extender =
        PlimsollProcess.start(folder, List.of(), "serve", "--config", service.toString());
    containers.add(extender);
    Await.until(
        "the extender is ready",
        () -> {
          assertThat(extender.goesOnFor(Duration.ZERO)).as(extender.err()).isTrue();
          return isReady(management);
        });
    Path configuration = written("scheduler.yaml");
    Files.writeString(
        configuration,
        "clientConnection: {kubeconfig: %s}\n".formatted(account),
        StandardOpenOption.APPEND);
    containers.add(
        Program.start(
            folder,
            "kube-scheduler",
            List.of(
                "--config=" + configuration,
                "--bind-address=127.0.0.1",
                "--secure-port=" + Program.freePort(),
                "--cert-dir=" + folder.resolve("scheduler"))));
  }

  /** Writes a file of the manifests, with the extender's port another and more replaced. */
  private Path written(String name, String... replaced) throws IOException {
    String text = Files.readString(MANIFESTS.resolve(name)).replace("8888", String.valueOf(port));
    for (int i = 0; i < replaced.length; i += 2) {
      assertThat(text).contains(replaced[i]);
      text = text.replace(replaced[i], replaced[i + 1]);
    }
    return Files.writeString(folder.resolve(name), text);
  }

  private static boolean isReady(int management) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + management + "/readyz")).build();
    try {
      return HttpClient.newHttpClient()
              .send(request, HttpResponse.BodyHandlers.discarding())
              .statusCode()
          == 200;
    } catch (IOException e) {
      return false;
    }
  }
}
