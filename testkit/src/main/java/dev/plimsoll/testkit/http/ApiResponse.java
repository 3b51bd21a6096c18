package dev.plimsoll.testkit.http;

import com.google.gson.JsonObject;
import com.sun.net.httpserver.HttpExchange;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** The response to a request: one body, or a stream. */
public sealed interface ApiResponse {
  /** One JSON object. */
  record Body(int code, JsonObject json, Map<String, String> headers) implements ApiResponse {}

  /** A line of text. */
  record Text(int code, String text) implements ApiResponse {}

  /** Chunks written until the stream's writer returns. */
  record Stream(Writer writer) implements ApiResponse {}

  /** Nothing: the connection closes. */
  record Broken() implements ApiResponse {}

  /** Writes a stream; an IOException breaks the connection off. */
  @FunctionalInterface
  interface Writer {
    void write(OutputStream out) throws IOException, InterruptedException;
  }

  static ApiResponse json(int code, JsonObject body) {
    return new Body(code, body, Map.of());
  }

  static ApiResponse ofError(StatusError error) {
    Optional<String> retryAfter = JsonPaths.string(error.toJson(), "details", "retryAfterSeconds");
    return new Body(
        error.code(),
        error.toJson(),
        retryAfter.map(seconds -> Map.of("Retry-After", seconds)).orElse(Map.of()));
  }

  /** A watch that consists of one ERROR event. */
  static ApiResponse watchError(StatusError error) {
    JsonObject event = new JsonObject();
    event.addProperty("type", "ERROR");
    event.add("object", error.toJson());
    byte[] line = (JsonPaths.text(event) + "\n").getBytes(StandardCharsets.UTF_8);
    return new Stream(out -> out.write(line));
  }

  /** Sends this answer. */
  default void send(HttpExchange exchange) throws IOException, InterruptedException {
    if (this instanceof Body body) {
      body.headers().forEach(exchange.getResponseHeaders()::set);
      send(exchange, body.code(), "application/json", JsonPaths.text(body.json()));
    } else if (this instanceof Text text) {
      send(exchange, text.code(), "text/plain; charset=utf-8", text.text());
    } else if (this instanceof Stream stream) {
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, 0);
      stream.writer().write(exchange.getResponseBody());
    } else {
      throw new IOException("dropped");
    }
  }

  private static void send(HttpExchange exchange, int code, String contentType, String text)
      throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", contentType);
    exchange.sendResponseHeaders(code, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
