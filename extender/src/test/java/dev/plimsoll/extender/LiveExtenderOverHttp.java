package dev.plimsoll.extender;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
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
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The whole service beside an API server with a node of 8 GPUs, over real HTTP. */
final class LiveExtenderOverHttp implements AutoCloseable {
  private static final long TIMEOUT = TimeUnit.SECONDS.toNanos(60);
  private static final long POLL_INTERVAL = TimeUnit.MILLISECONDS.toNanos(60);

  private final HttpClient client = HttpClient.newHttpClient();
  private final KubeApiServer server = KubeApiServer.start();
  private final Path folder;
  private Optional<LiveExtender> service = Optional.empty();

  /** Starts the API server. */
  LiveExtenderOverHttp(Path folder) throws IOException {
    this.folder = folder;
    server.access().token("secret", new User("me", "1", List.of("system:masters")));
    put("{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"metadata\": {\"name\": \"team\"}}");
    node("a");
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
  }

  /** Starts the service, or starts it anew. */
  void start(String configuration) throws IOException, InterruptedException {
    service.ifPresent(LiveExtender::close);
    service = Optional.of(replica(configuration));
  }

  /** Closes the service, and asks another one from now on. */
  void askInstead(LiveExtender other) {
    service.ifPresent(LiveExtender::close);
    service = Optional.of(other);
  }

  /** Starts another one, which nobody asks and the caller closes. */
  LiveExtender replica(String configuration) throws IOException, InterruptedException {
    Path file =
        Files.writeString(
            folder.resolve("serve.yaml"),
            """
            apiVersion: config.plimsoll.dev/v1alpha1
            kind: ServiceConfiguration
            scheduler: {listen: {port: 0}}
            console: {listen: {port: 0}}
            cluster: {kubeconfig: "%s"}
            %s
            """
                .formatted(folder.resolve("kubeconfig"), configuration));
    return LiveExtender.start(ServiceConfiguration.read(file), "test");
  }

  KubeApiServer server() {
    return server;
  }

  void put(String json) {
    server.objects().put(json);
  }

  void node(String name) {
    put(
        """
        {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "%s"},
         "status": {"allocatable": {"cpu": "64", "pods": "110", "nvidia.com/gpu": "8"},
           "conditions": [{"type": "Ready", "status": "True"}]}}\
        """
            .formatted(name));
  }

  void quota(long gpus) {
    put(
        """
        {"apiVersion": "v1", "kind": "ResourceQuota",
         "metadata": {"namespace": "team", "name": "gpus"},
         "spec": {"hard": {"requests.nvidia.com/gpu": "%d"}}}\
        """
            .formatted(gpus));
  }

  /**
   * Creates a pod; returns once the service, if it runs, has seen it.
   *
   * @param more further fields of its spec, each with a comma after it
   */
  void create(String name, long gpus, String more) throws IOException, InterruptedException {
    String pod =
        """
        {"apiVersion": "v1", "kind": "Pod",
         "metadata": {"namespace": "team", "name": "%1$s"},
         "spec": {%3$s"containers": [{"name": "c", "image": "i",
           "resources": {"requests": {"nvidia.com/gpu": "%2$d"}, "limits": {"nvidia.com/gpu": "%2$d"}}}]}}\
        """
            .formatted(name, gpus, more);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/namespaces/team/pods"))
            .header("Authorization", "Bearer secret")
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(pod))
            .build();
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    if (service.isPresent()) {
      String path = "/api/v1/explain?kind=Pod&namespace=team&name=" + name;
      await("the service sees the pod", () -> get(path).statusCode() == 200);
    }
  }

  /** Asks the service about a pod as kube-scheduler does. */
  String filter(String name) throws IOException, InterruptedException {
    String body = "{\"Pod\":" + stored(name) + ",\"Nodes\":null,\"NodeNames\":[\"a\"]}";
    HttpRequest request =
        HttpRequest.newBuilder(uri(service.orElseThrow(), "/scheduler/filter"))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  /** Gets something of the console. */
  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return get(service.orElseThrow(), path);
  }

  /** Gets something of the console with a token. */
  HttpResponse<String> get(String path, String token) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(console(service.orElseThrow(), path))
            .header("Authorization", "Bearer " + token)
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static URI console(LiveExtender replica, String path) {
    return URI.create("http://127.0.0.1:" + replica.consolePort().orElseThrow() + path);
  }

  /** Gets something of a replica's console. */
  HttpResponse<String> get(LiveExtender replica, String path)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(console(replica, path)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static URI uri(LiveExtender replica, String path) {
    return URI.create("http://127.0.0.1:" + replica.port() + path);
  }

  JsonObject stored(String name) {
    return server.objects().get("v1", "Pod", "team", name).orElseThrow();
  }

  /** Says of a pod what kube-scheduler says of one that fits nowhere. */
  void unschedulable(String name, String message) {
    JsonObject pod = stored(name);
    pod.add(
        "status",
        JsonParser.parseString(
            """
            {"phase": "Pending", "conditions": [{"type": "PodScheduled", "status": "False",
              "reason": "Unschedulable", "message": "%s"}]}
            """
                .formatted(message)));
    put(pod.toString());
  }

  List<JsonObject> events() {
    return server.objects().list("events.k8s.io/v1", "Event");
  }

  /** Returns who holds the lease; empty if nobody does. */
  String leader() {
    return server
        .objects()
        .get("coordination.k8s.io/v1", "Lease", "plimsoll", "plimsoll-extender")
        .map(lease -> lease.getAsJsonObject("spec").get("holderIdentity"))
        .map(JsonElement::getAsString)
        .orElse("");
  }

  boolean isRequeued(String name) {
    return stored(name).toString().contains("plimsoll.dev/requeued-at");
  }

  /** Something that is waited for. */
  interface Expected {
    /** Returns whether it has come. */
    boolean isThere() throws IOException, InterruptedException;
  }

  static void await(String what, Expected expected) throws IOException, InterruptedException {
    long until = System.nanoTime() + TIMEOUT;
    while (!expected.isThere()) {
      assertThat(System.nanoTime()).as(what).isLessThan(until);
      LockSupport.parkNanos(POLL_INTERVAL);
    }
  }

  @Override
  public void close() {
    service.ifPresent(LiveExtender::close);
    server.close();
  }
}
