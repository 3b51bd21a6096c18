package dev.plimsoll.testkit.admission;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.access.Access;
import dev.plimsoll.testkit.access.User;
import dev.plimsoll.testkit.admission.AdmissionReview.Verdict;
import dev.plimsoll.testkit.api.ApiGroupResource;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.http.Target;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.patch.JsonPatch;
import dev.plimsoll.testkit.store.ApiStore;
import dev.plimsoll.testkit.store.ObjectKey;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Asks the webhooks that the stored MutatingWebhookConfigurations and
 * ValidatingWebhookConfigurations name, one after the other by the configurations' names.
 */
public final class Webhooks implements Admission {
  private static final String GROUP = "admissionregistration.k8s.io";

  private final ApiStore apiStore;
  private final Access access;
  private final WebhookClient client;

  public Webhooks(ApiStore apiStore, Access access, WebhookClient client) {
    this.apiStore = apiStore;
    this.access = access;
    this.client = client;
  }

  @Override
  public JsonObject mutate(AdmissionCall call) {
    AdmissionCall present = call;
    for (Webhook webhook : asked("mutatingwebhookconfigurations", call)) {
      Optional<Verdict> verdict = ask(webhook, present);
      if (verdict.isPresent() && verdict.get().patch().size() > 0) {
        present = present.with(JsonPatch.apply(present.object(), verdict.get().patch()));
      }
    }
    return present.object();
  }

  @Override
  public void validate(AdmissionCall call) {
    asked("validatingwebhookconfigurations", call).forEach(webhook -> ask(webhook, call));
  }

  private List<Webhook> asked(String configurations, AdmissionCall call) {
    if (call.target().type().group().equals(GROUP)) {
      return List.of();
    }
    ApiGroupResource resource = new ApiGroupResource(GROUP, configurations);
    JsonObject namespace = namespace(call);
    return apiStore
        .page(resource, "", "", apiStore.revision(), Integer.MAX_VALUE, object -> true)
        .items()
        .stream()
        .flatMap(configuration -> JsonPaths.objects(configuration, "webhooks").stream())
        .map(Webhook::new)
        .filter(webhook -> webhook.matches(call, namespace))
        .toList();
  }

  private JsonObject namespace(AdmissionCall call) {
    Target target = call.target();
    if (target.type().kind().equals("Namespace")) {
      return call.object().size() == 0 ? call.oldObject() : call.object();
    }
    return apiStore
        .get(new ObjectKey(new ApiGroupResource("", "namespaces"), "/" + target.namespace()))
        .orElseGet(JsonObject::new);
  }

  /** The webhook's yes; nothing if it could not be asked and that does not matter. */
  private Optional<Verdict> ask(Webhook webhook, AdmissionCall call) {
    if (call.request().dryRun() && webhook.hasSideEffects()) {
      throw StatusError.badRequest(
          "admission webhook \"%s\" does not support dry run".formatted(webhook.name()));
    }
    User user = access.user(call.request());
    AdmissionReview review = AdmissionReview.of(call, user);
    try {
      Verdict verdict =
          review
              .verdict(client.ask(webhook, review.json()))
              .orElseThrow(() -> new IOException("the answer is to another review"));
      verdict.warnings().forEach(call.request()::warn);
      if (!verdict.allowed()) {
        throw denied(webhook, verdict.status());
      }
      return Optional.of(verdict);
    } catch (IOException e) {
      if (webhook.failsOpen()) {
        return Optional.empty();
      }
      throw StatusError.of(
          500,
          "InternalError",
          "Internal error occurred: failed calling webhook \"%s\": failed to call webhook: %s"
              .formatted(webhook.name(), e.getMessage()));
    }
  }

  private static StatusError denied(Webhook webhook, JsonObject status) {
    String said = "admission webhook \"%s\" denied the request".formatted(webhook.name());
    String message = JsonPaths.text(status, "message");
    String reason = JsonPaths.text(status, "reason");
    String why = message.isEmpty() ? reason : message;
    int code = JsonPaths.at(status, "code").map(c -> c.getAsInt()).orElse(0);
    return StatusError.of(
        Math.max(code, 400),
        reason,
        why.isEmpty() ? said + " without explanation" : said + ": " + why);
  }
}
