package dev.plimsoll.server.http;

import com.google.gson.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A response.
 *
 * @param status the HTTP status
 * @param contentType the type of the body
 * @param headers further headers
 * @param body the body, in pieces
 * @param user the name of the user whom it is for, as far as a token told it; empty otherwise
 */
public record Reply(
    int status, String contentType, Map<String, String> headers, List<byte[]> body, String user) {
  /** The type of JSON. */
  public static final String JSON = "application/json";

  /** Makes a response without further headers. */
  public Reply(int status, String contentType, List<byte[]> body) {
    this(status, contentType, Map.of(), body, "");
  }

  /** Makes a response whose body is in one piece. */
  public Reply(int status, String contentType, byte[] body) {
    this(status, contentType, List.of(body));
  }

  /** Returns the same with further headers. */
  public Reply withHeaders(Map<String, String> further) {
    return new Reply(status, contentType, further, body, user);
  }

  /** Returns the same for a user. */
  public Reply to(String name) {
    return new Reply(status, contentType, headers, body, name);
  }

  /** Returns JSON with status 200. */
  public static Reply json(byte[] json) {
    return new Reply(200, JSON, json);
  }

  /** Returns text with a status. */
  public static Reply text(int status, String text) {
    return new Reply(
        status, "text/plain; charset=utf-8", (text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Returns an error: {@code {"error": sentence}}. */
  public static Reply error(int status, String sentence) {
    JsonObject json = new JsonObject();
    json.addProperty("error", sentence);
    return new Reply(status, JSON, json.toString().getBytes(StandardCharsets.UTF_8));
  }
}
