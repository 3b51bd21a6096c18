package dev.plimsoll.stage.ask;

import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import java.io.IOException;
import java.time.Duration;

/** Whether a pod beyond the quota of a labelled namespace is denied in the webhook's words. */
final class Guards implements Question {
  static final String NAMESPACE = "guarded";
  // What a ledger that was just made doesn't know takes a minute to be known.
  private static final Duration TIME = Duration.ofMinutes(2);

  @Override
  public String name() {
    return "guards";
  }

  static void prepare(Tenants tenants) throws IOException {
    tenants.namespace(NAMESPACE, "{\"plimsoll.dev/strict\": \"true\"}");
    tenants.quota(NAMESPACE, 2);
  }

  @Override
  public Answer ask(Scene scene) throws Exception {
    Tenants tenants = new Tenants(scene.cluster().api());
    Answer denied = Patience.ask(TIME, () -> look(tenants));
    if (!denied.ok()) {
      return denied;
    }
    AdminApi.Answer within = tenants.pod(NAMESPACE, "within", 2, "");
    return within.code() == 201
        ? Answer.ok("within: 201; beyond: " + denied.text())
        : Answer.failed("within: " + JsonPaths.text(within.body(), "message"));
  }

  static Answer look(Tenants tenants) throws IOException {
    AdminApi.Answer answer = tenants.dryRun(NAMESPACE, "beyond", 3);
    String message = JsonPaths.text(answer.body(), "message");
    boolean ours = message.contains("quota.plimsoll.dev") && message.contains("exceeded quota");
    return new Answer(ours, answer.code() == 201 ? "a pod beyond quota was allowed" : message);
  }
}
