package dev.plimsoll.extender;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.extender.config.ServiceConfiguration;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole service beside an API server, over real HTTP. */
class LiveExtenderTest {
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(20);
  private static final long BETWEEN = TimeUnit.MILLISECONDS.toNanos(20);

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private KubeApiServer server;
  private LiveExtender service;

  @BeforeEach
  void start() throws Exception {
    server = KubeApiServer.start();
    server.access().token("secret", new User("me", "1", List.of("system:masters")));
    put("{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"metadata\": {\"name\": \"team\"}}");
    put(
        """
        {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "a"},
         "status": {"allocatable": {"cpu": "64", "pods": "110", "nvidia.com/gpu": "8"},
           "conditions": [{"type": "Ready", "status": "True"}]}}""");
    quota(2);
    create(pod("old", 2, "\"nodeName\": \"a\", "));
    create(pod("new", 1, ""));
    Files.writeString(
        folder.resolve("kubeconfig"),
        """
        apiVersion: v1
        kind: Config
        current-context: here
        contexts: [{name: here, context: {cluster: c, user: u}}]
        clusters: [{name: c, cluster: {server: "%s"}}]
        users: [{name: u, user: {token: secret}}]
        """
            .formatted(server.url()));
    Files.writeString(
        folder.resolve("policy.yaml"),
        """
        apiVersion: plimsoll.dev/v1alpha1
        kind: CapacityPolicy
        metadata: {name: gpus}
        spec:
          tenants:
            - {name: vision, namespaces: [team]}
            - {name: speech, namespaces: [other]}
          resources: [{name: nvidia.com/gpu}]
          enforcement: {placement: Hold, borrowing: Never}
        """);
    Path file =
        Files.writeString(
            folder.resolve("serve.yaml"),
            "listen: {port: 0}\npolicy: policy.yaml\ncluster: {kubeconfig: "
                + folder.resolve("kubeconfig")
                + "}\n");
    service = LiveExtender.start(ServiceConfiguration.read(file), "test");
  }

  @AfterEach
  void stop() {
    service.close();
    server.close();
  }

  private void put(String json) {
    server.objects().put(json);
  }

  private void create(String pod) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/namespaces/team/pods"))
            .header("Authorization", "Bearer secret")
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(pod))
            .build();
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
  }

  private void quota(long gpus) {
    put(
        """
        {"apiVersion": "v1", "kind": "ResourceQuota",
         "metadata": {"namespace": "team", "name": "gpus"},
         "spec": {"hard": {"requests.nvidia.com/gpu": "%d"}}}"""
            .formatted(gpus));
  }

  private static String pod(String name, long gpus, String more) {
    return """
    {"apiVersion": "v1", "kind": "Pod",
     "metadata": {"namespace": "team", "name": "%1$s"},
     "spec": {%3$s"containers": [{"name": "c", "image": "i",
       "resources": {"requests": {"nvidia.com/gpu": "%2$d"}, "limits": {"nvidia.com/gpu": "%2$d"}}}]}}"""
        .formatted(name, gpus, more);
  }

  private String filter(String pod) throws IOException, InterruptedException {
    String body = "{\"Pod\":" + pod + ",\"Nodes\":null,\"NodeNames\":[\"a\"]}";
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + service.port() + "/scheduler/filter"))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  private JsonObject stored(String name) {
    return server.objects().get("v1", "Pod", "team", name).orElseThrow();
  }

  private List<JsonObject> events() {
    return server.objects().list("events.k8s.io/v1", "Event");
  }

  /** Something that is waited for. */
  private interface Expected {
    boolean isThere() throws Exception;
  }

  private static void await(String what, Expected expected) throws Exception {
    long until = System.nanoTime() + PATIENCE;
    while (!expected.isThere()) {
      assertThat(System.nanoTime()).as(what).isLessThan(until);
      LockSupport.parkNanos(BETWEEN);
    }
  }

  private boolean isWoken(String name) {
    return stored(name).toString().contains("plimsoll.dev/woken-at");
  }

  @Test
  void a_pod_held_back_by_quota_is_told_once_and_woken_when_the_quota_grows() throws Exception {
    assertThat(filter(stored("new").toString()))
        .contains("quota gpus has no requests.nvidia.com/gpu left for placement");
    await("the event", () -> !events().isEmpty());
    filter(stored("new").toString());
    create(pod("newer", 1, ""));
    filter(stored("newer").toString());
    await("the other pod's event", () -> events().size() == 2);
    assertThat(events().get(0).get("reason").getAsString()).isEqualTo("HeldAtQuota");
    assertThat(isWoken("new")).isFalse();

    quota(3);
    await("the pod is woken", () -> isWoken("new"));

    assertThat(isWoken("newer")).isFalse();
    assertThat(filter(stored("new").toString())).contains("\"NodeNames\":[\"a\"]");
    assertThat(events()).hasSize(2);
  }

  @Test
  void a_pod_held_back_by_its_share_is_woken_when_a_node_comes() throws Exception {
    quota(100);
    create(pod("large", 7, ""));
    await(
        "the share holds it",
        () -> filter(stored("large").toString()).contains("tenant vision has no share of"));

    put(
        """
        {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "b"},
         "status": {"allocatable": {"cpu": "64", "pods": "110", "nvidia.com/gpu": "8"},
           "conditions": [{"type": "Ready", "status": "True"}]}}""");

    await("the pod is woken", () -> isWoken("large"));
    assertThat(filter(stored("large").toString())).contains("\"NodeNames\":[\"a\"]");
  }

  @Test
  void lost_watches_and_a_server_that_was_away_heal() throws Exception {
    filter(stored("new").toString());
    server.faults().cutWatches();
    server.restart();
    quota(3);

    await("the pod is woken", () -> isWoken("new"));
    assertThat(filter(stored("new").toString())).contains("\"NodeNames\":[\"a\"]");
  }
}
