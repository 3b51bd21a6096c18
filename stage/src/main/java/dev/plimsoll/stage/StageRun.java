package dev.plimsoll.stage;

import com.google.gson.JsonObject;
import dev.plimsoll.stage.ask.Answer;
import dev.plimsoll.stage.ask.Inventory;
import dev.plimsoll.stage.ask.Patience;
import dev.plimsoll.stage.ask.Question;
import dev.plimsoll.stage.ask.Questions;
import dev.plimsoll.stage.ask.Removes;
import dev.plimsoll.stage.ask.Scene;
import dev.plimsoll.stage.cluster.Cluster;
import dev.plimsoll.stage.install.Certificates;
import dev.plimsoll.stage.install.Installer;
import dev.plimsoll.stage.install.Way;
import dev.plimsoll.stage.node.Shell;
import dev.plimsoll.stage.rights.RightsRecord;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/** Installs one way after the other on a cluster, and asks. */
final class StageRun {
  private static final String NAMESPACES = "/api/v1/namespaces";

  private final Cluster cluster;
  private final Path manifests;
  private final Certificates certificates;
  private final Table table;
  private final RightsRecord rights;
  private final Inventory clean;
  private Inventory before = new Inventory(Set.of());

  StageRun(Cluster cluster, Path manifests, Table table, RightsRecord rights)
      throws IOException, InterruptedException {
    this.cluster = cluster;
    this.manifests = manifests;
    this.certificates = new Certificates(cluster.folder().resolve("certificates"));
    this.table = table;
    this.rights = rights;
    this.clean = Inventory.of(cluster.api());
  }

  /** Plays one way: installs it, asks, and leaves the cluster as it was. */
  void play(Installer installer, Way way) throws Exception {
    if (install(installer, way)) {
      ask(installer, way);
    }
    clear();
  }

  /** Installs a way, runs a command of bash, and leaves the cluster as it was. */
  void exec(Installer installer, Way way, String command) throws Exception {
    if (install(installer, way)) {
      ProcessBuilder bash = new ProcessBuilder("bash", "-c", command).inheritIO();
      bash.environment().put("KUBECONFIG", cluster.kubectl().kubeconfig().toString());
      bash.environment().put("LOGS", cluster.kubelet().logs().toString());
      bash.environment().put("MANIFESTS", manifests.toString());
      int code = bash.start().waitFor();
      table.add(
          installer.name() + " " + way.name(), command, new Answer(code == 0, "exit code " + code));
    }
    clear();
  }

  /** Installs a way, and returns whether the installer succeeded. */
  boolean install(Installer installer, Way way) throws Exception {
    String name = installer.name() + " " + way.name();
    Shell.Output shared = installer.installShared();
    table.add(name, "shared", new Answer(shared.isSuccess(), summary(shared)));
    prepare();
    before = Inventory.of(cluster.api());
    Shell.Output installed = installer.install(way);
    table.add(name, "installed", new Answer(installed.isSuccess(), summary(installed)));
    if (installed.isSuccess()) {
      definitionsAreServed();
      try {
        Questions.prepare(way, cluster, manifests);
      } catch (IOException e) {
        table.add(name, "tenants", new Answer(false, String.valueOf(e.getMessage())));
        return false;
      }
      configureScheduler(way, "ignorable: true");
    }
    return installed.isSuccess();
  }

  /** Asks whether all replicas of a way are ready, and returns whether they are. */
  boolean isReady(Installer installer, Way way, String when) throws Exception {
    Question ready = Questions.ready();
    Answer answer = answer(ready, scene(installer, way));
    table.add(installer.name() + " " + way.name(), ready.name() + " " + when, answer);
    return answer.ok();
  }

  private Scene scene(Installer installer, Way way) {
    return new Scene(cluster, installer, way, certificates, manifests, before);
  }

  /** Asks everything of a way that is installed. The last question removes it. */
  void ask(Installer installer, Way way) throws Exception {
    Scene scene = scene(installer, way);
    boolean ready = true;
    for (Question question : Questions.of(way)) {
      if (question.name().equals("removed")) {
        rights.look(cluster);
      }
      if (ready || question.isForWhatFails()) {
        Answer answer = answer(question, scene);
        table.add(installer.name() + " " + way.name(), question.name(), answer);
        ready &= answer.ok() || !question.name().equals("ready");
      }
    }
  }

  private static String summary(Shell.Output output) {
    return output.isSuccess()
        ? output.output().lines().filter(it -> it.contains("arning")).findFirst().orElse("")
        : output.output();
  }

  private static Answer answer(Question question, Scene scene) throws InterruptedException {
    try {
      return question.ask(scene);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | AssertionError e) {
      return new Answer(false, String.valueOf(e.getMessage()));
    }
  }

  private void prepare() throws Exception {
    AdminApi api = cluster.api();
    Await.until(
        "the namespace has its account",
        () -> api.isThere(NAMESPACES + "/plimsoll/serviceaccounts/default"));
    certificates.store(cluster.kubectl());
    Removes.prepare(api);
  }

  private void definitionsAreServed() throws Exception {
    Await.until(
        "CapacityPolicies are served",
        () -> cluster.api().isThere("/apis/plimsoll.dev/v1alpha1/capacitypolicies"));
  }

  /** As manifests/README.md says, with the address of the Service. */
  private void configureScheduler(Way way, String ignorable) throws Exception {
    if (way.value("scheduler", "mode").equals("control-plane")) {
      JsonObject service = cluster.api().get(NAMESPACES + "/plimsoll/services/plimsoll-extender");
      String address = service.getAsJsonObject("spec").get("clusterIP").getAsString();
      String shipped = Files.readString(manifests.resolve("control-plane/scheduler.yaml"));
      String text =
          shipped
              .replace("10.96.0.53", address)
              .replace("ignorable: true", ignorable)
              .replace("/etc/kubernetes/plimsoll", certificates.folder().toString())
              .replace(
                  "/etc/kubernetes/scheduler.conf",
                  cluster.plane().kubeconfig("scheduler").toString());
      cluster.configureScheduler(
          Files.writeString(cluster.folder().resolve("scheduler.yaml"), text));
    }
  }

  /** Has nothing pass while the extender or the webhook is away, as docs/operations.md offers. */
  void letNothingPass(Way way) throws Exception {
    configureScheduler(way, "ignorable: false");
    String fail =
        "[{\"op\": \"replace\", \"path\": \"/webhooks/0/failurePolicy\", \"value\": \"Fail\"}]";
    String unused =
        cluster
            .kubectl()
            .require(
                "patch",
                "validatingwebhookconfiguration",
                "plimsoll-admission",
                "--type=json",
                "--patch=" + fail);
  }

  /** Restores the cluster's former state, regardless of leftovers of the way. */
  private void clear() throws Exception {
    cluster.resetScheduler();
    Questions.clear(cluster.api());
    Answer cleared = Patience.ask(Duration.ofMinutes(2), this::deleteLeftovers);
    if (!cleared.ok()) {
      throw new IOException(cleared.text());
    }
    Shell.require("rm", "-rf", cluster.kubelet().logs().toString());
  }

  /** Deletes what is left. A pod that still stops may create an object again. */
  private Answer deleteLeftovers() throws IOException {
    Set<String> left = Inventory.of(cluster.api()).without(clean);
    for (String path : left) {
      if (cluster.api().isThere(path)) {
        cluster.api().delete(path);
      }
    }
    return new Answer(left.isEmpty(), "left: " + left);
  }
}
