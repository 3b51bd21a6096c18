package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.console.ConsoleRoutes;
import dev.plimsoll.console.ConsoleSources;
import dev.plimsoll.console.LiveConsole;
import dev.plimsoll.console.config.ConsoleServiceConfiguration;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real API server to which {@code advise} posts, and a console by itself with the rights of its
 * manifests that shows what is there.
 */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostedAdviceEndToEndTest {
  private static final String POSTED = "/apis/plimsoll.dev/v1alpha1/quotarecommendations";
  private final HttpClient client = HttpClient.newHttpClient();
  private ControlPlane plane;
  private AdminApi api;
  private LiveConsole console;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    plane = ControlPlane.start(Files.createDirectory(folder.resolve("plane")));
    api = plane.api();
    create(
        "/api/v1/nodes",
        """
        {"metadata": {"name": "a"}, "status": {"allocatable": {"cpu": "64", "pods": "110",
          "nvidia.com/gpu": "8"}, "conditions": [{"type": "Ready", "status": "True"}]}}\
        """);
    for (String namespace : List.of("plimsoll", "vision", "nlp")) {
      create("/api/v1/namespaces", "{\"metadata\": {\"name\": \"" + namespace + "\"}}");
    }
    for (String namespace : List.of("vision", "nlp")) {
      String quotas = "/api/v1/namespaces/" + namespace + "/resourcequotas";
      create(
          quotas,
          """
          {"metadata": {"name": "gpu"}, "spec": {"hard": {"requests.nvidia.com/gpu": "1"}}}\
          """);
      Await.until("the quota is in force", () -> api.get(quotas + "/gpu").has("status"));
    }
    for (String file : List.of("crds/quotarecommendations.yaml", "console/rbac.yaml")) {
      for (JsonObject object : ManifestFiles.read(ManifestFiles.FOLDER.resolve(file))) {
        create(path(object.get("kind").getAsString()), object.toString());
      }
    }
    allowPodsOfVision();
    Await.until("recommendations can be posted", () -> api.isThere(POSTED));
    post(folder);
    Path file =
        Files.writeString(
            folder.resolve("serve.yaml"),
            """
            apiVersion: config.plimsoll.dev/v1alpha1
            kind: ServiceConfiguration
            scheduler: {enabled: false}
            console: {listen: {port: 0}}
            cluster: {kubeconfig: %s}
            """
                .formatted(plane.kubeconfig("console-account")));
    console =
        LiveConsole.start(
            ConsoleServiceConfiguration.read(file).orElseThrow(),
            "end-to-end",
            ConsoleRoutes.with(new ConsoleSources(new ComputedAdvice(), new RequestedChanges())));
  }

  @AfterAll
  void stop() {
    if (console != null) {
      console.close();
    }
    plane.close();
  }

  private static String path(String kind) {
    String plural = kind.toLowerCase(Locale.ROOT) + "s";
    return switch (kind) {
      case "CustomResourceDefinition" -> "/apis/apiextensions.k8s.io/v1/" + plural;
      case "ServiceAccount" -> "/api/v1/namespaces/plimsoll/" + plural;
      default -> "/apis/rbac.authorization.k8s.io/v1/" + plural;
    };
  }

  private void create(String path, String object) throws IOException {
    JsonObject unused = api.create(path, object);
  }

  private void allowPodsOfVision() throws IOException {
    String roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/vision/";
    create(
        roles + "roles",
        """
        {"metadata": {"name": "pods"}, "rules": [
          {"apiGroups": [""], "resources": ["pods"], "verbs": ["list"]}]}\
        """);
    create(
        roles + "rolebindings",
        """
        {"metadata": {"name": "pods"},
         "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "pods"},
         "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": "tenant"}]}\
        """);
  }

  private void post(Path folder) throws IOException {
    Path policy =
        Files.writeString(
            folder.resolve("policy.yaml"),
            """
            apiVersion: plimsoll.dev/v1alpha1
            kind: CapacityPolicy
            metadata: {name: gpus}
            spec:
              tenants: [{name: vision, namespaces: [vision], weight: 3}, {name: nlp, namespaces: [nlp]}]
              resources: [{name: nvidia.com/gpu}]
            """);
    CliRun posted =
        CliRun.of(
            "advise",
            "--post",
            "--report-namespace=plimsoll",
            "--policy=" + policy,
            "--kubeconfig=" + plane.kubeconfig("admin"));
    assertThat(posted.exitCode()).as(posted.err()).isZero();
  }

  private HttpResponse<String> get(String path, String token)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + console.port() + path));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private List<JsonObject> shown(String token) throws IOException, InterruptedException {
    return JsonParser.parseString(get("/api/v1/recommendations", token).body())
        .getAsJsonObject()
        .getAsJsonArray("recommendations")
        .asList()
        .stream()
        .map(JsonElement::getAsJsonObject)
        .toList();
  }

  private static List<JsonElement> amounts(JsonObject recommendation) {
    return List.of("resourceQuota", "key", "tenant", "now", "used", "proposed", "why", "effect")
        .stream()
        .map(recommendation::get)
        .toList();
  }

  @Test
  void what_was_posted_is_shown_as_it_is_stored() throws Exception {
    List<JsonObject> stored = api.list(POSTED);
    assertThat(stored).hasSize(2);
    Await.until("they are shown", () -> shown("").size() == 2);

    assertThat(shown(""))
        .extracting(PostedAdviceEndToEndTest::amounts)
        .containsExactlyInAnyOrderElementsOf(
            stored.stream().map(o -> amounts(o.getAsJsonObject("spec"))).toList());
  }

  @Test
  void a_tenant_is_shown_those_of_its_namespace() throws Exception {
    Await.until("they are shown", () -> shown("").size() == 2);

    assertThat(shown("tenant"))
        .extracting(r -> r.get("namespace").getAsString())
        .containsExactly("vision");
    assertThat(get("/api/v1/recommendations?namespace=nlp", "tenant").statusCode()).isEqualTo(403);
  }

  @Test
  void what_namespaces_have_is_told_for_prometheus_to_keep() throws Exception {
    Await.until(
        "it was counted",
        () ->
            get("/metrics", "")
                .body()
                .contains(
                    "plimsoll_namespace_limit{namespace=\"vision\",resource=\"nvidia.com/gpu\","
                        + "unit=\"integer\"} 1.0"));
  }
}
