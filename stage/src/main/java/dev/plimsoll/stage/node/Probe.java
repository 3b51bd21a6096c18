package dev.plimsoll.stage.node;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** One question that kubelet asks of a container: by HTTP, HTTPS without a check, or TCP. */
final class Probe {
  private static final int SUCCESS_FROM = 200;
  private static final int SUCCESS_TO = 399;
  private static final HttpClient CLIENT = Trusting.client(Duration.ofSeconds(10));

  private final JsonObject probe;
  private final String address;
  private final int port;

  private Probe(JsonObject probe, JsonObject container, String address) {
    this.probe = probe;
    this.address = address;
    JsonObject action = probe.getAsJsonObject(probe.has("httpGet") ? "httpGet" : "tcpSocket");
    this.port = port(container, JsonPaths.text(action, "port"));
  }

  /** Returns a container's probe of a kind, such as {@code readinessProbe}. */
  static Optional<Probe> of(JsonObject container, String kind, String address) {
    return JsonPaths.object(container, kind).map(it -> new Probe(it, container, address));
  }

  private static int port(JsonObject container, String port) {
    return JsonPaths.objects(container, "ports").stream()
        .filter(it -> JsonPaths.text(it, "name").equals(port))
        .map(it -> it.get("containerPort").getAsInt())
        .findFirst()
        .orElseGet(() -> Integer.valueOf(port));
  }

  private int number(String key, int otherwise) {
    return JsonPaths.string(probe, key).map(Integer::valueOf).orElse(otherwise);
  }

  private Duration timeout() {
    return Duration.ofSeconds(number("timeoutSeconds", 1));
  }

  Duration period() {
    return Duration.ofSeconds(number("periodSeconds", 10));
  }

  Duration delay() {
    return Duration.ofSeconds(number("initialDelaySeconds", 0));
  }

  int failureThreshold() {
    return number("failureThreshold", 3);
  }

  /** Returns whether the container's answer is a good one. */
  boolean succeeds() throws InterruptedException {
    try {
      return probe.has("httpGet") ? answers() : accepts();
    } catch (IOException e) {
      return false;
    }
  }

  private boolean answers() throws IOException, InterruptedException {
    String scheme = JsonPaths.string(probe, "httpGet", "scheme").orElse("HTTP");
    String path = JsonPaths.string(probe, "httpGet", "path").orElse("/");
    URI uri = URI.create(scheme.toLowerCase(Locale.ROOT) + "://" + address + ":" + port + path);
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(timeout())
            .header("User-Agent", "kube-probe")
            // Each probe has a connection of its own.
            .header("Connection", "close")
            .build();
    int status = CLIENT.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    return status >= SUCCESS_FROM && status <= SUCCESS_TO;
  }

  private boolean accepts() throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, port), (int) timeout().toMillis());
      return true;
    }
  }
}
