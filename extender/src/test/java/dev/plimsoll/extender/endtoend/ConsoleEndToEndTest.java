package dev.plimsoll.extender.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.extender.LiveExtender;
import dev.plimsoll.extender.config.ServiceConfiguration;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What the console says of a real cluster, and to whom, with the rights of the manifests. */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleEndToEndTest {
  private static final String EXPLAIN = "/api/v1/explain?kind=Deployment&name=web&namespace=";
  private static final String DEPLOYMENT =
      """
      {"metadata": {"name": "web"}, "spec": {"replicas": 2,
        "selector": {"matchLabels": {"app": "web"}},
        "template": {"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [
          {"name": "c", "image": "i", "resources": {"limits": {"nvidia.com/gpu": "2"}}}]}}}}
      """;

  private final HttpClient client = HttpClient.newHttpClient();
  private ControlPlane plane;
  private LiveExtender extender;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    plane =
        ControlPlane.start(
            Files.createDirectory(folder.resolve("plane")),
            List.of("resourcequota-controller", "deployment-controller", "replicaset-controller"));
    EndToEndCluster cluster = new EndToEndCluster(plane.api());
    for (String namespace : List.of("plimsoll", "east", "covert")) {
      cluster.addNamespace(namespace);
    }
    cluster.addNode("a");
    cluster.addClusterRoles(
        "control-plane/role.yaml", "control-plane/rbac.yaml", "control-plane/rbac-write.yaml");
    for (String namespace : List.of("east", "covert")) {
      cluster.addQuota(namespace, 1);
      Await.until("the quota is in force", () -> cluster.quotaIsInForce(namespace, 1));
      create("/apis/apps/v1/namespaces/" + namespace + "/deployments", DEPLOYMENT);
    }
    cluster.allowPods("tenant", "east", "list");
    cluster.allowPods("plimsoll-advisor", "covert", "list");
    Path file =
        Files.writeString(
            folder.resolve("serve.yaml"),
            """
            apiVersion: config.plimsoll.dev/v1alpha1
            kind: ServiceConfiguration
            scheduler: {listen: {port: 0}}
            console: {listen: {port: 0}}
            cluster: {kubeconfig: %s}
            """
                .formatted(plane.kubeconfig("extender-account")));
    extender = LiveExtender.start(ServiceConfiguration.read(file), "end-to-end");
  }

  @AfterAll
  void stop() {
    extender.close();
    plane.close();
  }

  private void create(String path, String object) throws IOException {
    JsonObject unused = plane.api().create(path, object);
  }

  private HttpResponse<String> get(String path, String token)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + extender.consolePort().orElseThrow() + path));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** Returns the gaps of Deployments, each as its namespace and kind. */
  private List<String> gapsOfDeployments(String token) throws IOException, InterruptedException {
    HttpResponse<String> answer = get("/api/v1/gaps", token);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JsonParser.parseString(answer.body())
        .getAsJsonObject()
        .getAsJsonArray("gaps")
        .asList()
        .stream()
        .map(JsonElement::getAsJsonObject)
        .filter(g -> g.getAsJsonObject("object").get("kind").getAsString().equals("Deployment"))
        .map(g -> g.get("namespace").getAsString() + " " + g.get("kind").getAsString())
        .toList();
  }

  @Test
  void a_deployment_whose_pods_quota_denies_is_a_gap_and_explained_though_it_has_no_pod()
      throws Exception {
    Await.until("both Deployments are gaps", () -> gapsOfDeployments("").size() == 2);

    assertThat(gapsOfDeployments(""))
        .containsExactlyInAnyOrder(
            "covert QuotaExhaustedCapacityFree", "east QuotaExhaustedCapacityFree");
    assertThat(get(EXPLAIN + "east", "").body())
        .contains("\"verdict\":\"DeniedByQuota\"", "\"missing\":2");
  }

  @Test
  void a_deployment_whose_pods_quota_denies_has_an_event_with_the_figures() throws Exception {
    Await.until("both are told", () -> notes("east").size() == 1 && notes("covert").size() == 1);

    assertThat(notes("east").get(0))
        .startsWith(
            "Deployment web: 2 of 2 pods are denied: exceeded quota gpus (requests.nvidia.com/gpu:"
                + " limit 1, used 0, requested 2 per pod)");
  }

  /** Returns what the service's own events say. */
  private List<String> notes(String namespace) throws IOException {
    return plane.api().list("/apis/events.k8s.io/v1/namespaces/" + namespace + "/events").stream()
        .filter(e -> e.has("reportingController"))
        .filter(e -> e.get("reportingController").getAsString().equals("plimsoll.dev/extender"))
        .map(
            e ->
                e.getAsJsonObject("regarding").get("kind").getAsString()
                    + " "
                    + e.getAsJsonObject("regarding").get("name").getAsString()
                    + ": "
                    + e.get("note").getAsString())
        .toList();
  }

  @Test
  void each_tenant_is_answered_of_its_own_namespace_and_nobody_of_none() throws Exception {
    Await.until("both Deployments are gaps", () -> gapsOfDeployments("").size() == 2);

    assertThat(gapsOfDeployments("tenant")).hasSize(1).allMatch(gap -> gap.startsWith("east "));
    assertThat(gapsOfDeployments("advisor")).hasSize(1).allMatch(gap -> gap.startsWith("covert "));
    assertThat(gapsOfDeployments("kubelet")).isEmpty();
    assertThat(get("/api/v1/gaps", "tenant").body()).doesNotContain("covert");
    assertThat(get(EXPLAIN + "east", "tenant").body()).contains("DeniedByQuota");
    HttpResponse<String> hidden = get(EXPLAIN + "covert", "tenant");
    HttpResponse<String> missing = get(EXPLAIN + "nowhere", "tenant");
    assertThat(hidden.statusCode()).isEqualTo(403).isEqualTo(missing.statusCode());
    assertThat(hidden.body().replace("covert", "nowhere")).isEqualTo(missing.body());
    for (String path : List.of("/api/v1/capacity", "/metrics")) {
      assertThat(get(path, "tenant").statusCode()).as(path).isEqualTo(403);
      assertThat(get(path, "admin").statusCode()).as(path).isEqualTo(200);
    }
    assertThat(get("/api/v1/gaps", "made-up").statusCode()).isEqualTo(401);
    assertThat(gapsOfDeployments("admin")).hasSize(2);
  }

  @Test
  void the_listener_of_kube_scheduler_answers_nothing_of_the_console() throws Exception {
    for (String path : List.of("/api/v1/gaps", "/metrics", "/openapi.json")) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + extender.port() + path)).build();
      assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
          .as(path)
          .isEqualTo(404);
    }
  }
}
