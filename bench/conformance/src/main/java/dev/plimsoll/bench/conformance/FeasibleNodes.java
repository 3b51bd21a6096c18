package dev.plimsoll.bench.conformance;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.kube.conform.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An extender that lets all pass and remembers which nodes it was asked about: those that passed
 * kube-scheduler's own filters. A probe, which is a pod with a label of that name, never passes.
 */
final class FeasibleNodes implements AutoCloseable {
  /** The label of probes. */
  static final String PROBE = "probe";

  private final HttpServer server;
  private final Map<String, List<List<String>>> byPod = new ConcurrentHashMap<>();

  private FeasibleNodes(HttpServer server) {
    this.server = server;
  }

  /** Starts one on a free port of the loopback interface. */
  static FeasibleNodes start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    FeasibleNodes feasible = new FeasibleNodes(server);
    server.createContext("/filter", feasible::filter);
    server.start();
    return feasible;
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** Returns the nodes of each question about a pod, by name. */
  List<List<String>> of(String uid) {
    return byPod.getOrDefault(uid, List.of());
  }

  private void filter(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      JsonObject question = JsonParser.parseString(body).getAsJsonObject();
      JsonObject metadata = Json.child(question.getAsJsonObject("Pod"), "metadata");
      JsonArray names = question.getAsJsonArray("NodeNames");
      List<String> nodes = new ArrayList<>();
      names.forEach(n -> nodes.add(n.getAsString()));
      nodes.sort(null);
      byPod
          .computeIfAbsent(metadata.get("uid").getAsString(), u -> new CopyOnWriteArrayList<>())
          .add(List.copyOf(nodes));
      boolean probe = Json.child(metadata, "labels").has(PROBE);
      JsonObject answer = Json.object("NodeNames", probe ? new JsonArray() : names);
      byte[] bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
