package dev.plimsoll.kube.conform;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The usage in the status of a namespace's quotas. The controller counts in its own time, and the
 * API server hears of that in its own. Settled usage has not changed for a while, and each quota
 * has taken over its spec, unless the controller can't write its count.
 */
final class QuotaStatuses {
  private static final Duration WHILE = Duration.ofSeconds(1);
  private static final Duration FOLLOWS = Duration.ofSeconds(10);

  private static final long PAUSE_MILLIS = 50;

  private final ApiRequests api;
  private final String path;

  QuotaStatuses(ApiRequests api, String namespace) {
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
  JsonObject settled() throws IOException, InterruptedException {
    long end = System.nanoTime() + FOLLOWS.toNanos();
    while (!followsSpec() && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    JsonObject last = now();
    while (!stays(last)) {
      last = now();
    }
    return last;
  }

  private boolean stays(JsonObject last) throws IOException, InterruptedException {
    long end = System.nanoTime() + WHILE.toNanos();
    while (System.nanoTime() < end) {
      if (!now().equals(last)) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
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
