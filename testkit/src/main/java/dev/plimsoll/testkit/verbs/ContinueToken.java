package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.json.JsonPaths;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The token to continue a list, as apiserver's pkg/storage/continue.go writes it.
 *
 * @param revision that all pages of the list show; -1 to go on with the present one
 * @param start path below the list's prefix, from which to go on
 */
record ContinueToken(long revision, String start) {
  private static final String INVALID = "invalid continue token: continue key is not valid: ";

  static ContinueToken after(long revision, String lastBelowPrefix) {
    return new ContinueToken(revision, lastBelowPrefix + "\0");
  }

  static ContinueToken decode(String token) {
    String text = new String(bytes(token), StandardCharsets.ISO_8859_1);
    if (!text.stripLeading().startsWith("{")) {
      throw StatusError.badRequest(
          INVALID
              + (text.isBlank()
                  ? "unexpected end of JSON input"
                  : "invalid character '%s' looking for beginning of value"
                      .formatted(quoted(text.stripLeading().charAt(0)))));
    }
    try {
      JsonObject json = JsonPaths.parse(new String(bytes(token), StandardCharsets.UTF_8));
      if (!JsonPaths.text(json, "v").equals("meta.k8s.io/v1")) {
        throw StatusError.badRequest(
            "invalid continue token: continue key is not valid: server does not recognize this encoded version \"%s\""
                .formatted(JsonPaths.text(json, "v")));
      }
      return new ContinueToken(
          Long.parseLong(JsonPaths.text(json, "rv")), JsonPaths.text(json, "start"));
    } catch (JsonParseException | NumberFormatException e) {
      throw StatusError.badRequest(INVALID + e.getMessage());
    }
  }

  private static byte[] bytes(String token) {
    try {
      return Base64.getUrlDecoder().decode(token);
    } catch (IllegalArgumentException e) {
      throw StatusError.badRequest(INVALID + "illegal base64 data at input byte 0");
    }
  }

  private static String quoted(char c) {
    return c < ' ' || c > '~' ? "\\u%04x".formatted((int) c) : String.valueOf(c);
  }

  String encode() {
    JsonObject json = new JsonObject();
    json.addProperty("v", "meta.k8s.io/v1");
    json.addProperty("rv", revision);
    json.addProperty("start", start);
    byte[] bytes = JsonPaths.text(json).getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
