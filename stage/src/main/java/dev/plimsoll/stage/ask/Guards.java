package dev.plimsoll.stage.ask;

import com.google.gson.JsonObject;
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
    tenants.quota(NAMESPACE, "extra", 100);
  }

  @Override
  public Answer ask(Scene scene) throws Exception {
    Tenants tenants = new Tenants(scene.cluster().api());
    Answer denied = Patience.ask(TIME, () -> look(tenants));
    if (!denied.ok()) {
      return denied;
    }
    // What a new ledger doesn't know yet is denied for a minute.
    Answer within = Patience.ask(TIME, () -> within(tenants));
    if (!within.ok()) {
      return within;
    }
    String extra = "/api/v1/namespaces/" + NAMESPACE + "/resourcequotas/extra";
    String more = "{\"spec\": {\"hard\": {\"requests.nvidia.com/gpu\": \"101\"}}}";
    JsonObject unused = scene.cluster().api().patch(extra, more);
    Answer edited = Patience.ask(Duration.ofMinutes(1), () -> ledgerHas(scene, "101"));
    if (!edited.ok()) {
      return edited;
    }
    scene.cluster().api().delete(extra);
    Answer gone = Patience.ask(Duration.ofMinutes(1), () -> ledgerIsGone(scene));
    return new Answer(gone.ok(), within.text() + "; " + gone.text() + "; beyond: " + denied.text());
  }

  private static Answer within(Tenants tenants) throws IOException {
    AdminApi.Answer answer = tenants.pod(NAMESPACE, "within", 2, "");
    return answer.code() == 201
        ? Answer.ok("within: admitted")
        : Answer.failed("within: " + JsonPaths.text(answer.body(), "message"));
  }

  private static Answer ledgerHas(Scene scene, String hard) throws IOException {
    boolean has =
        scene.cluster().api().list("/apis/plimsoll.dev/v1alpha1/quotaledgers").stream()
            .anyMatch(
                it -> JsonPaths.text(it, "spec", "hard", "requests.nvidia.com/gpu").equals(hard));
    return new Answer(has, "the ledger of an edited quota " + (has ? "follows" : "doesn't follow"));
  }

  private static Answer ledgerIsGone(Scene scene) throws IOException {
    boolean there =
        scene.cluster().api().list("/apis/plimsoll.dev/v1alpha1/quotaledgers").stream()
            .anyMatch(it -> JsonPaths.text(it, "spec", "origin").endsWith("/extra"));
    return new Answer(
        !there, "the ledger of a quota that was deleted is " + (there ? "there" : "gone"));
  }

  static Answer look(Tenants tenants) throws IOException {
    AdminApi.Answer answer = tenants.dryRun(NAMESPACE, "beyond", 3);
    String message = JsonPaths.text(answer.body(), "message");
    boolean ours = message.contains("quota.plimsoll.dev") && message.contains("exceeded quota");
    return new Answer(ours, answer.code() == 201 ? "a pod beyond quota was allowed" : message);
  }
}
