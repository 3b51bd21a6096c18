package dev.plimsoll.testkit.http;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.sun.net.httpserver.HttpExchange;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is sent back: one body, or a stream. */
public sealed interface Answer {
  /** A whole body. */
  record Whole(int code, String contentType, String text, Map<String, List<String>> headers)
      implements Answer {}

  /** Chunks written until the stream's writer returns. */
  record Stream(Writer writer) implements Answer {}

  /** Nothing: the connection closes. */
  record Broken() implements Answer {}

  /** Writes a stream; an IOException breaks the connection off. */
  @FunctionalInterface
  interface Writer {
    void write(OutputStream out) throws IOException, InterruptedException;
  }

  static Answer json(int code, JsonElement body) {
    return json(code, body, Map.of());
  }

  static Answer json(int code, JsonElement body, Map<String, List<String>> headers) {
    return new Whole(code, "application/json", Json.text(body), headers);
  }

  static Answer text(int code, String text) {
    return new Whole(code, "text/plain; charset=utf-8", text, Map.of());
  }

  static Answer refusal(StatusError error) {
    Optional<String> retryAfter = Json.string(error.toJson(), "details", "retryAfterSeconds");
    return json(
        error.code(),
        error.toJson(),
        retryAfter.map(seconds -> Map.of("Retry-After", List.of(seconds))).orElse(Map.of()));
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
    if (this instanceof Whole whole) {
      byte[] body = whole.text().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().putAll(whole.headers());
      exchange.getResponseHeaders().set("Content-Type", whole.contentType());
      exchange.sendResponseHeaders(whole.code(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    } else if (this instanceof Stream stream) {
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, 0);
      stream.writer().write(exchange.getResponseBody());
    } else {
      throw new IOException("dropped");
    }
  }
}
