package dev.plimsoll.kube.live;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.object.GroupResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Answers requests with what was prepared, and everything else as an API without objects does. */
final class StubApi implements AutoCloseable {
  private static final Pattern PATH =
      Pattern.compile(
          "^/api(s/(?<group>[^/]+))?/(?<version>[^/]+)/(namespaces/[^/]+/)?(?<plural>[a-z]+)([?].*)?$");

  private record Answer(int status, String body, Map<String, String> headers) {}

  private static final String GROUPS =
      """
      {"kind": "APIGroupList", "groups": [
        {"name": "apps", "versions": [{"version": "v1"}], "preferredVersion": {"version": "v1"}},
        {"name": "batch", "versions": [{"version": "v1"}], "preferredVersion": {"version": "v1"}},
        {"name": "node.k8s.io", "versions": [{"version": "v1"}]},
        {"name": "scheduling.k8s.io", "versions": [{"version": "v1"}]},
        {"name": "storage.k8s.io", "versions": [{"version": "v1"}]},
        {"name": "resource.k8s.io", "versions": [{"version": "v1beta1"}]},
        {"name": "example.com", "versions": [{"version": "v1"}, {"version": "v1alpha1"}]}]}
      """;

  static {
    // Otherwise each answer waits 40 ms for an acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final HttpServer server;
  private final Map<String, Deque<Answer>> answers = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<String> accepted = new CopyOnWriteArrayList<>();

  StubApi() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
    on("/apis", GROUPS);
  }

  StubApi on(String pathAndQuery, String body) {
    return on(pathAndQuery, 200, body, Map.of());
  }

  StubApi instead(String pathAndQuery, String body) {
    answers.remove(pathAndQuery);
    return on(pathAndQuery, body);
  }

  /** Prepares an answer; of several to the same request each is given once, the last for ever. */
  StubApi on(String pathAndQuery, int status, String body, Map<String, String> headers) {
    answers
        .computeIfAbsent(pathAndQuery, p -> new ArrayDeque<>())
        .add(new Answer(status, body, headers));
    return this;
  }

  StubApi list(String path, String... items) {
    return on(path + "?limit=500", "{\"items\": [" + String.join(",", items) + "]}");
  }

  StubApi forbids(String path) {
    return on(
        path + "?limit=500",
        403,
        "{\"kind\": \"Status\", \"code\": 403, \"message\": \"no\"}",
        Map.of());
  }

  List<String> requests() {
    return List.copyOf(requests);
  }

  List<String> accepted() {
    return List.copyOf(accepted);
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Returns access to the stub, through a kubeconfig that is written into the folder. */
  ClusterAccess access(Path folder) {
    return access(folder, url());
  }

  static ClusterAccess access(Path folder, String url) {
    String kubeconfig =
        """
        apiVersion: v1
        kind: Config
        current-context: here
        contexts: [{name: here, context: {cluster: c, user: u, namespace: team}}]
        clusters: [{name: c, cluster: {server: "%s"}}]
        users: [{name: u, user: {token: secret}}]
        """
            .formatted(url);
    try {
      Path file = Files.writeString(folder.resolve("kubeconfig"), kubeconfig);
      return new ClusterAccess(Optional.of(file), Optional.empty());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String request = exchange.getRequestURI().toString();
      requests.add(request);
      accepted.add(exchange.getRequestHeaders().getFirst("Accept"));
      Answer answer = answer(request);
      answer.headers().forEach(exchange.getResponseHeaders()::set);
      byte[] body = asSent(request, answer).getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /** An API server says of what kind a list is; lists here are written without it. */
  private static String asSent(String request, Answer answer) {
    Matcher path = PATH.matcher(request);
    if (answer.status() != 200
        || !answer.body().strip().matches("(?s)\\{\\s*\"(metadata|items)\".*")
        || !path.find()) {
      return answer.body();
    }
    String group = Optional.ofNullable(path.group("group")).orElse("");
    String kind =
        SnapshotResource.of(new GroupResource(group, path.group("plural")))
            .map(resource -> resource.resource().type().kind())
            .orElse("Thing");
    String apiVersion = group.isEmpty() ? "v1" : group + "/" + path.group("version");
    return "{\"kind\": \"%sList\", \"apiVersion\": \"%s\", %s"
        .formatted(kind, apiVersion, answer.body().strip().substring(1));
  }

  private Answer answer(String request) {
    Deque<Answer> prepared = answers.get(request);
    if (prepared == null) {
      return request.contains("?limit=500")
          ? new Answer(200, "{\"items\": []}", Map.of())
          : new Answer(404, "{\"message\": \"not found\"}", Map.of());
    }
    return prepared.size() > 1 ? prepared.remove() : prepared.element();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
