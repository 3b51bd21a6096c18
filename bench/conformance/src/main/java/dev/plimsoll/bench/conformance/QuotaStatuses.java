package dev.plimsoll.bench.conformance;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import java.io.IOException;
import java.time.Duration;

/**
 * What the quotas of a namespace say is used. The controller counts in its own time, and the API
 * server hears of that in its own: what is recorded has stayed as it is for a while, and each quota
 * has taken over its spec, unless the controller can't write what it counts.
 */
final class QuotaStatuses {
  private static final Duration WHILE = Duration.ofSeconds(1);
  private static final Duration FOLLOWS = Duration.ofSeconds(10);

  private final AdminApi api;
  private final String path;

  QuotaStatuses(AdminApi api, String namespace) {
    this.api = api;
    this.path = "/api/v1/namespaces/" + namespace + "/resourcequotas";
  }

  /** Returns {@code {hard, used}} by quota as they are. */
  JsonObject now() throws IOException {
    JsonObject quotas = new JsonObject();
    for (JsonObject quota : api.list(path)) {
      JsonObject status = Json.child(quota, "status");
      quotas.add(
          Json.name(quota),
          Json.object("hard", Json.child(status, "hard"), "used", Json.child(status, "used")));
    }
    return quotas;
  }

  /** Returns the same once they have settled. */
  JsonObject settled() throws Exception {
    long end = System.nanoTime() + FOLLOWS.toNanos();
    while (!followsSpec() && System.nanoTime() < end) {
      Await.pause();
    }
    JsonObject last = now();
    while (!stays(last)) {
      last = now();
    }
    return last;
  }

  private boolean stays(JsonObject last) throws Exception {
    long end = System.nanoTime() + WHILE.toNanos();
    while (System.nanoTime() < end) {
      if (!now().equals(last)) {
        return false;
      }
      Await.pause();
    }
    return true;
  }

  private boolean followsSpec() throws IOException {
    return api.list(path).stream()
        .allMatch(
            q ->
                Json.child(q, "spec").has("hard")
                    && Json.child(q, "spec")
                        .get("hard")
                        .equals(Json.child(q, "status").get("hard")));
  }
}
