package dev.plimsoll.stage.ask;

import com.google.gson.JsonObject;
import dev.plimsoll.stage.monitor.Prometheus;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Whether a real Prometheus scrapes all pods, loads the alerts and answers the dashboard. */
final class Scraped implements Question {
  @Override
  public String name() {
    return "scraped";
  }

  @Override
  public Answer ask(Scene scene) throws Exception {
    if (Prometheus.program("prometheus").isEmpty()) {
      return Answer.failed("not tried: there is no prometheus on the path");
    }
    boolean installed = scene.way().has("monitoring");
    if (!installed) {
      monitoring(scene, true);
    }
    try (Prometheus prometheus =
        Prometheus.start(
            scene.cluster().kubectl(),
            scene.cluster().api(),
            scene.manifests(),
            scene.cluster().folder())) {
      Answer targets = Patience.ask(Duration.ofSeconds(30), () -> targets(scene, prometheus));
      Answer alerts = alerts(prometheus);
      Answer dashboard = dashboard(prometheus);
      return new Answer(
          targets.ok() && alerts.ok() && dashboard.ok(),
          targets.text() + "; " + alerts.text() + "; " + dashboard.text());
    } finally {
      if (!installed) {
        monitoring(scene, false);
      }
    }
  }

  private static void monitoring(Scene scene, boolean installs)
      throws IOException, InterruptedException {
    String folder = scene.manifests().resolve("monitoring").toString();
    // The token's Secret goes with its account, maybe before kubectl comes to it.
    String unused =
        installs
            ? scene.cluster().kubectl().require("apply", "-k", folder)
            : scene.cluster().kubectl().require("delete", "-k", folder, "--ignore-not-found");
  }

  private static Answer targets(Scene scene, Prometheus prometheus)
      throws IOException, InterruptedException {
    List<JsonObject> all = prometheus.targets();
    long up = all.stream().filter(it -> JsonPaths.text(it, "health").equals("up")).count();
    int pods = scene.cluster().kubelet().running().size();
    String errors =
        all.stream()
            .map(it -> JsonPaths.text(it, "lastError"))
            .filter(it -> !it.isEmpty())
            .distinct()
            .collect(Collectors.joining("; "));
    return new Answer(
        up == pods && up == all.size() && pods > 0,
        up + " of " + pods + " pods are scraped " + errors);
  }

  private static Answer alerts(Prometheus prometheus) throws IOException, InterruptedException {
    int loaded = prometheus.rules();
    int shipped = prometheus.shipped().alerts();
    boolean checked =
        Prometheus.program("promtool").isEmpty() || prometheus.checkRules().isSuccess();
    return new Answer(
        checked && loaded == shipped && loaded > 0, loaded + " of " + shipped + " alerts loaded");
  }

  private static Answer dashboard(Prometheus prometheus) throws IOException, InterruptedException {
    List<String> queries = prometheus.shipped().queries();
    int answered = 0;
    Optional<String> error = Optional.empty();
    for (String each : queries) {
      Optional<String> wrong = prometheus.error(each);
      answered += wrong.isEmpty() ? 1 : 0;
      error = error.or(() -> wrong);
    }
    return new Answer(
        error.isEmpty() && answered > 0,
        answered + " of " + queries.size() + " queries answered " + error.orElse(""));
  }
}
