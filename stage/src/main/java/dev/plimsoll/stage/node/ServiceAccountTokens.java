package dev.plimsoll.stage.node;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** The tokens of a pod's service account, asked for as kubelet does, and again before they end. */
final class ServiceAccountTokens {
  /** The part of a token's life that kubelet leaves. */
  private static final double RENEWED_AT = 0.8;

  private final AdminApi api;
  private final JsonObject pod;
  private final Map<JsonObject, Token> tokens = new HashMap<>();

  private record Token(String value, Instant renewal) {}

  ServiceAccountTokens(AdminApi api, JsonObject pod) {
    this.api = api;
    this.pod = pod;
  }

  /**
   * Returns a token.
   *
   * @param source the volume's source: audience and expiry
   */
  synchronized String token(JsonObject source) throws IOException {
    Token known = tokens.get(source);
    if (known == null || Instant.now().isAfter(known.renewal())) {
      known = request(source);
      tokens.put(source, known);
    }
    return known.value();
  }

  /** Has every token be asked for again the next time. */
  synchronized void expire() {
    tokens.clear();
  }

  private Token request(JsonObject source) throws IOException {
    JsonObject request = new JsonObject();
    JsonObject spec = JsonPaths.objectAt(request, "spec");
    JsonArray audiences = new JsonArray();
    JsonPaths.string(source, "audience").ifPresent(audiences::add);
    spec.add("audiences", audiences);
    long seconds = JsonPaths.string(source, "expirationSeconds").map(Long::valueOf).orElse(3600L);
    spec.addProperty("expirationSeconds", seconds);
    JsonObject bound = JsonPaths.objectAt(spec, "boundObjectRef");
    bound.addProperty("apiVersion", "v1");
    bound.addProperty("kind", "Pod");
    bound.addProperty("name", JsonPaths.text(pod, "metadata", "name"));
    bound.addProperty("uid", JsonPaths.text(pod, "metadata", "uid"));
    JsonObject answer =
        api.create(
            "/api/v1/namespaces/%s/serviceaccounts/%s/token"
                .formatted(
                    JsonPaths.text(pod, "metadata", "namespace"),
                    JsonPaths.string(pod, "spec", "serviceAccountName").orElse("default")),
            request.toString());
    Duration kept = Duration.ofMillis((long) (seconds * 1000 * RENEWED_AT));
    return new Token(JsonPaths.text(answer, "status", "token"), Instant.now().plus(kept));
  }
}
