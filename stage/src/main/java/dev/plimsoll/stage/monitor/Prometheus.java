package dev.plimsoll.stage.monitor;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.stage.install.Kubectl;
import dev.plimsoll.stage.install.Ways;
import dev.plimsoll.stage.node.Shell;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.Program;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A real Prometheus that scrapes as the shipped PodMonitor says, with the shipped alerts. */
public final class Prometheus implements AutoCloseable {
  private final HttpClient client = HttpClient.newHttpClient();
  private final Shipped shipped;
  private final Path folder;
  private final int port = Program.freePort();
  private final Program program;

  private Prometheus(Shipped shipped, Path folder, Path binary) throws Exception {
    this.shipped = shipped;
    this.folder = folder;
    this.program =
        Program.start(
            folder,
            binary,
            List.of(
                "--config.file=" + folder.resolve("prometheus.yaml"),
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port));
    Await.until("Prometheus answers", this::answers);
  }

  /** Returns a program of the path, such as {@code promtool}. */
  public static Optional<Path> program(String name) {
    return Stream.of(System.getenv("PATH").split(":"))
        .map(each -> Path.of(each, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts one.
   *
   * @param manifests the folder of the project
   * @param folder where its files go
   */
  public static Prometheus start(Kubectl kubectl, AdminApi api, Path manifests, Path folder)
      throws Exception {
    Shipped shipped = shipped(kubectl, manifests);
    Path own = Files.createTempDirectory(folder, "prometheus");
    JsonObject configuration = new JsonObject();
    JsonPaths.objectAt(configuration, "global").addProperty("evaluation_interval", "2s");
    configuration.add("rule_files", JsonPaths.array(List.of("rules.yaml")));
    JsonArray jobs = new JsonArray();
    for (JsonObject monitor : shipped.monitors()) {
      jobs.addAll(new ScrapeConfig(api, own).jobs(monitor));
    }
    configuration.add("scrape_configs", jobs);
    Path unused = Files.writeString(own.resolve("prometheus.yaml"), configuration.toString());
    unused = Files.writeString(own.resolve("rules.yaml"), shipped.rules());
    return new Prometheus(shipped, own, program("prometheus").orElseThrow());
  }

  private static Shipped shipped(Kubectl kubectl, Path manifests)
      throws IOException, InterruptedException {
    String yaml = kubectl.require("kustomize", manifests.resolve("monitoring").toString());
    return new Shipped(Ways.documents(yaml));
  }

  private boolean answers() throws InterruptedException {
    program.requireRunning();
    try {
      return get("/-/ready").statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }

  private JsonObject data(String path) throws IOException, InterruptedException {
    return JsonPaths.parse(get(path).body());
  }

  /** Returns the scrape targets and their health. */
  public List<JsonObject> targets() throws IOException, InterruptedException {
    return JsonPaths.objects(data("/api/v1/targets?state=active"), "data", "activeTargets");
  }

  /** Returns how many rules it has loaded. */
  public int rules() throws IOException, InterruptedException {
    return JsonPaths.objects(data("/api/v1/rules"), "data", "groups").stream()
        .mapToInt(group -> JsonPaths.objects(group, "rules").size())
        .sum();
  }

  /** Returns why a query isn't answered; nothing if it is. */
  public Optional<String> error(String query) throws IOException, InterruptedException {
    String known =
        query
            .replaceAll("\\$__(rate_interval|interval|range)", "5m")
            .replaceAll("\\$\\{?[a-zA-Z_]+(:[a-z]+)?\\}?", ".*");
    JsonObject answer = query(known);
    return JsonPaths.text(answer, "status").equals("success")
        ? Optional.empty()
        : Optional.of(JsonPaths.text(answer, "error") + " in " + known);
  }

  /** Returns the answer to a query. */
  public JsonObject query(String query) throws IOException, InterruptedException {
    return data("/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
  }

  /** Checks the rules by promtool. */
  public Shell.Output checkRules() throws IOException, InterruptedException {
    String promtool = program("promtool").orElseThrow().toString();
    return Shell.run(
        List.of(promtool, "check", "rules", folder.resolve("rules.yaml").toString()), Map.of());
  }

  /** Returns the shipped configuration of Prometheus. */
  public Shipped shipped() {
    return shipped;
  }

  @Override
  public void close() {
    program.close();
  }
}
