package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.Program;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What alerts and dashboard ask for is exported by the roles, under that name and those labels. */
class MonitoringMetricsTest {
  private static final Pattern METRIC = Pattern.compile("(plimsoll_[a-z_]+)(\\{[^}]*\\})?");
  private static final Pattern NAME_OF_LABEL = Pattern.compile("([a-z_]+)\\s*(?:=~|!~|!=|=)\"");
  private static final Pattern BY = Pattern.compile("by \\(([^)]*)\\)");

  /** What Prometheus knows of where it has scraped. */
  /** Is exported once another metric has failed; MonitoringRulesTest has its alert. */
  private static final String ONCE_A_METRIC_FAILED = "plimsoll_metric_failures_total";

  private static final Set<String> OF_THE_TARGET = Set.of("job", "instance");

  private static final String POLICY =
      """
      apiVersion: plimsoll.dev/v1alpha1
      kind: CapacityPolicy
      metadata: {name: gpus}
      spec:
        tenants:
          - {name: nlp, namespaces: [nlp], ceiling: {nvidia.com/gpu: 0}}
        resources: [{name: nvidia.com/gpu}]
        division: {type: Demand}
        enforcement: {placement: Hold, borrowing: Never}
      """;

  private final HttpClient client = HttpClient.newHttpClient();
  @TempDir private Path folder;

  @Test
  void every_metric_that_is_asked_for_is_exported_with_its_labels() throws Exception {
    Map<String, Set<String>> exported = exported();
    List<String> expressions = expressions();
    List<String> wrong = new ArrayList<>();
    for (String expression : expressions) {
      for (MatchResult metric : METRIC.matcher(expression).results().toList()) {
        String name = metric.group(1);
        if (name.equals(ONCE_A_METRIC_FAILED)) {
          continue;
        }
        if (!exported.containsKey(name)) {
          wrong.add(name + " is not exported: " + expression);
          continue;
        }
        Set<String> labels = new TreeSet<>(asked(expression, metric.group()));
        labels.removeAll(OF_THE_TARGET);
        labels.removeAll(exported.get(name));
        if (!labels.isEmpty()) {
          wrong.add(name + " has no label " + labels + ": " + expression);
        }
      }
    }

    assertThat(expressions).hasSizeGreaterThan(25);
    assertThat(wrong).isEmpty();
  }

  static List<String> expressions() {
    List<String> all = new ArrayList<>();
    MonitoringRulesTest.rules().forEach(r -> all.add(JsonPaths.text(r, "expr")));
    JsonObject map =
        ManifestFiles.read(ManifestFiles.FOLDER.resolve("monitoring/dashboard.yaml")).get(0);
    String dashboard = JsonPaths.text(map, "data", "plimsoll.json");
    for (JsonElement panel :
        JsonParser.parseString(dashboard).getAsJsonObject().getAsJsonArray("panels")) {
      for (JsonElement target : panel.getAsJsonObject().getAsJsonArray("targets")) {
        all.add(JsonPaths.text(target.getAsJsonObject(), "expr"));
      }
    }
    return all;
  }

  private static Set<String> asked(String expression, String metric) {
    Set<String> labels = new TreeSet<>();
    NAME_OF_LABEL.matcher(metric).results().forEach(r -> labels.add(r.group(1)));
    BY.matcher(expression)
        .results()
        .forEach(r -> labels.addAll(List.of(r.group(1).split(",\\s*"))));
    return labels;
  }

  /** Returns the names of what three roles export, each with its labels. */
  private Map<String, Set<String>> exported() throws Exception {
    StringBuilder all = new StringBuilder();
    try (SharedExampleServer cluster = new SharedExampleServer(folder)) {
      prepare(cluster);
      String kubeconfig = cluster.server().kubeconfig(folder, "admin", "plimsoll").toString();
      Path policy = Files.writeString(folder.resolve("policy.yaml"), POLICY);
      all.append(ofExtender(kubeconfig, policy)).append('\n');
      all.append(ofAdmission(kubeconfig)).append('\n');
      all.append(ofAdvisor(kubeconfig, policy));
    }
    Map<String, Set<String>> labels = new HashMap<>();
    all.toString()
        .lines()
        .filter(line -> line.startsWith("plimsoll_"))
        .forEach(
            line -> {
              Set<String> of =
                  labels.computeIfAbsent(line.split("[{ ]", 2)[0], name -> new TreeSet<>());
              NAME_OF_LABEL.matcher(line).results().forEach(r -> of.add(r.group(1)));
            });
    return labels;
  }

  private static void prepare(SharedExampleServer cluster) {
    ManifestFiles.read(ManifestFiles.FOLDER.resolve("admission/certificates-rbac.yaml"))
        .forEach(cluster.server().objects()::put);
    for (String file : List.of("crds/quotaledgers.yaml", "crds/quotarecommendations.yaml")) {
      cluster.server().objects().put(ManifestFiles.read(ManifestFiles.FOLDER.resolve(file)).get(0));
    }
    cluster
        .server()
        .objects()
        .put(
            "{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'plimsoll'}}"
                .replace('\'', '"'));
  }

  private PlimsollProcess start(String role, String configuration, int port, String... words)
      throws IOException {
    Path own = Files.createDirectory(folder.resolve(role));
    Path file =
        Files.writeString(
            own.resolve("config.yaml"),
            configuration + "metrics: {listen: {port: %d}}\n".formatted(port));
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--config", file.toString()));
    return PlimsollProcess.start(own, List.of(), all.toArray(String[]::new));
  }

  private static String service(String roles, String kubeconfig) {
    return "apiVersion: config.plimsoll.dev/v1alpha1\nkind: ServiceConfiguration\n"
        + roles
        + "cluster: {kubeconfig: %s}\n".formatted(kubeconfig);
  }

  private String ofExtender(String kubeconfig, Path policy) throws Exception {
    int scheduler = Program.freePort();
    int metrics = Program.freePort();
    String configuration =
        service(
            "scheduler: {listen: {port: %d}}\nconsole: {listen: {port: 0}}\npolicy: %s\nleaderElection: {leaderElect: true}\n"
                .formatted(scheduler, policy),
            kubeconfig);
    try (PlimsollProcess process = start("extender", configuration, metrics, "serve")) {
      awaitMetric(process, metrics, "plimsoll_leader 1");
      awaitMetric(process, metrics, "plimsoll_device_seconds_total{");
      for (JsonObject pod : pending()) {
        HttpResponse<String> unused = filter(scheduler, pod);
      }
      return awaitMetric(process, metrics, "plimsoll_tenant_held_pods{");
    }
  }

  private static List<JsonObject> pending() throws IOException {
    return SharedExampleServer.objects().stream()
        .filter(o -> JsonPaths.text(o, "kind").equals("Pod"))
        .filter(o -> JsonPaths.text(o, "metadata", "namespace").equals("nlp"))
        .filter(o -> JsonPaths.text(o, "spec", "nodeName").isEmpty())
        .toList();
  }

  private HttpResponse<String> filter(int port, JsonObject pod) throws Exception {
    JsonObject arguments = new JsonObject();
    JsonArray names = new JsonArray();
    SharedExampleServer.objects().stream()
        .filter(o -> JsonPaths.text(o, "kind").equals("Node"))
        .forEach(node -> names.add(JsonPaths.text(node, "metadata", "name")));
    arguments.add("Pod", pod);
    arguments.add("NodeNames", names);
    return client.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/scheduler/filter"))
            .POST(HttpRequest.BodyPublishers.ofString(arguments.toString()))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private String ofAdmission(String kubeconfig) throws Exception {
    int metrics = Program.freePort();
    String configuration =
        service(
            "admission: {enabled: true, listen: {port: 0}, certificates: {issuer: Self}}\n",
            kubeconfig);
    try (PlimsollProcess process = start("admission", configuration, metrics, "serve")) {
      return awaitMetric(process, metrics, "certificate=\"admission\"");
    }
  }

  private String ofAdvisor(String kubeconfig, Path policy) throws Exception {
    int metrics = Program.freePort();
    String[] words = {
      "advise", "--watch", "--kubeconfig", kubeconfig, "--policy", policy.toString(), "--post"
    };
    try (PlimsollProcess process =
        start("advisor", "decisions: {quietSeconds: 1}\n", metrics, words)) {
      return awaitMetric(process, metrics, "plimsoll_advisor_outcomes{");
    }
  }

  /** Returns what is exported once that is in it. */
  private String awaitMetric(PlimsollProcess process, int port, String expected) throws Exception {
    StringBuilder page = new StringBuilder();
    try {
      Await.until(
          expected + " is exported",
          () -> {
            page.setLength(0);
            page.append(scrape(port));
            return page.indexOf(expected) >= 0;
          });
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + " " + process.err(), e);
    }
    return page.toString();
  }

  private String scrape(int port) throws InterruptedException {
    try {
      return client
          .send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      return "";
    }
  }
}
