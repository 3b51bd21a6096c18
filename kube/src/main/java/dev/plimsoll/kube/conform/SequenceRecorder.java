package dev.plimsoll.kube.conform;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.Set;

/** Sends the requests of a sequence, and records what becomes of each. */
public final class SequenceRecorder {
  private static final String STRATEGIC = "application/strategic-merge-patch+json";
  private static final Set<String> SETTLES = Set.of("delete", "phase", "patch", "resize");

  private final ApiRequests api;

  /** Creates a recorder that sends requests through this API. */
  public SequenceRecorder(ApiRequests api) {
    this.api = api;
  }

  /** Sends a request, and returns the step with what became of the request. */
  public JsonObject record(AdmissionSequence.Step step, String namespace)
      throws IOException, InterruptedException {
    ApiRequests.Answer answer = send(step);
    JsonObject recorded =
        Json.object("op", step.op(), "object", step.object(), "code", answer.code());
    if (answer.code() >= 400) {
      Json.only(answer.body(), "message", "reason")
          .entrySet()
          .forEach(e -> recorded.add(e.getKey(), e.getValue()));
    } else if (!Set.of("delete", "phase").contains(step.op())) {
      StoredFields.of(answer.body()).ifPresent(stored -> recorded.add("stored", stored));
    }
    String kind = step.object().get("kind").getAsString();
    boolean rules = kind.equals("ResourceQuota") || kind.equals("LimitRange");
    QuotaStatuses quotas = new QuotaStatuses(api, namespace);
    recorded.add("quotas", SETTLES.contains(step.op()) || rules ? quotas.settled() : quotas.now());
    return recorded;
  }

  private ApiRequests.Answer send(AdmissionSequence.Step step) throws IOException {
    JsonObject object = step.object();
    String path =
        step.op().equals("create") || step.op().equals("dryrun")
            ? ""
            : ManifestPaths.object(object);
    JsonObject change = Json.only(object, "spec", "status");
    return switch (step.op()) {
      case "create" ->
          api.exchange("POST", ManifestPaths.list(object), ApiRequests.JSON, object.toString());
      case "dryrun" ->
          api.exchange(
              "POST",
              ManifestPaths.list(object) + "?dryRun=All",
              ApiRequests.JSON,
              object.toString());
      case "delete" -> delete(object);
      case "phase" -> api.exchange("PATCH", path + "/status", STRATEGIC, change.toString());
      case "resize" -> api.exchange("PATCH", path + "/resize", STRATEGIC, change.toString());
      default -> api.exchange("PATCH", path, STRATEGIC, change.toString());
    };
  }

  /** Deletes an object at once. */
  ApiRequests.Answer delete(JsonObject object) throws IOException {
    String options = "?gracePeriodSeconds=0&propagationPolicy=Background";
    return api.exchange("DELETE", ManifestPaths.object(object) + options, ApiRequests.JSON, "");
  }
}
