package dev.plimsoll.testkit.http;

import com.google.gson.JsonObject;
import com.sun.net.httpserver.HttpExchange;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** What is sent back: one body, or a stream. */
public sealed interface Answer {
  /** One JSON object. */
  record Body(int code, JsonObject json, Map<String, String> headers) implements Answer {}

  /** A line of text. */
  record Text(int code, String text) implements Answer {}

  /** Chunks written until the stream's writer returns. */
  record Stream(Writer writer) implements Answer {}

  /** Nothing: the connection closes. */
  record Broken() implements Answer {}

  /** Writes a stream; an IOException breaks the connection off. */
  @FunctionalInterface
  interface Writer {
    void write(OutputStream out) throws IOException, InterruptedException;
  }

  static Answer json(int code, JsonObject body) {
    return new Body(code, body, Map.of());
  }

  static Answer refusal(StatusError error) {
    Optional<String> retryAfter = Json.string(error.toJson(), "details", "retryAfterSeconds");
    return new Body(
        error.code(),
        error.toJson(),
        retryAfter.map(seconds -> Map.of("Retry-After", seconds)).orElse(Map.of()));
  }

  /** A watch that consists of one ERROR event. */
  static Answer watchError(StatusError error) {
    JsonObject event = new JsonObject();
    event.addProperty("type", "ERROR");
    event.add("object", error.toJson());
    byte[] line = (Json.text(event) + "\n").getBytes(StandardCharsets.UTF_8);
    return new Stream(out -> out.write(line));
  }

  /** Sends this answer. */
  default void send(HttpExchange exchange) throws IOException, InterruptedException {
    if (this instanceof Body body) {
      body.headers().forEach(exchange.getResponseHeaders()::set);
      send(exchange, body.code(), "application/json", Json.text(body.json()));
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
