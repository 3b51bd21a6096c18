package dev.plimsoll.extender.http;

import com.google.gson.JsonObject;
import java.nio.charset.StandardCharsets;

/**
 * A response.
 *
 * @param status the HTTP status
 * @param contentType the type of the body
 * @param body the body
 */
@SuppressWarnings("ArrayRecordComponent")
public record Reply(int status, String contentType, byte[] body) {

  /** Returns JSON with status 200. */
  public static Reply json(byte[] json) {
    return new Reply(200, "application/json", json);
  }

  /** Returns text with a status. */
  public static Reply text(int status, String text) {
    return new Reply(
        status, "text/plain; charset=utf-8", (text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Returns a refusal: {@code {"error": sentence}}. */
  public static Reply refusal(int status, String sentence) {
    JsonObject json = new JsonObject();
    json.addProperty("error", sentence);
    return new Reply(status, "application/json", json.toString().getBytes(StandardCharsets.UTF_8));
  }
}
