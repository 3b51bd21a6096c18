package dev.plimsoll.kube.conform;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The answer of the model to one step.
 *
 * @param code the HTTP status
 * @param reason the reason of a denial, else empty
 * @param message the text of a denial, else empty
 * @param object the object as it was stored, if it was
 * @param cluster the snapshot afterwards
 * @param report what the layers made of the request; empty if it needed no admission
 */
public record AdmissionOutcome(
    int code,
    String reason,
    String message,
    Optional<ApiObject> object,
    Cluster cluster,
    Optional<AdmissionReport> report) {

  /** Returns the answer to a step that needed no admission. */
  static AdmissionOutcome done(Cluster cluster) {
    return new AdmissionOutcome(200, "", "", Optional.empty(), cluster, Optional.empty());
  }

  /** Returns the answer with resynced amounts in the formats that were recorded. */
  AdmissionOutcome resynced(JsonObject step, String namespace) {
    return new AdmissionOutcome(
        code,
        reason,
        message,
        object,
        QuotaSyncOrder.asRecorded(cluster, namespace, step.getAsJsonObject("quotas")),
        report);
  }

  /** Returns where the answer differs from the recorded one; empty if nowhere. */
  List<String> differences(JsonObject step, String namespace) {
    List<String> differences = new ArrayList<>();
    int recorded = step.get("code").getAsInt();
    if (recorded != code) {
      return List.of(differ("code", Integer.toString(recorded), code + " " + message));
    }
    if (code == 403 || code == 404 || code >= 500 || isComparableInvalid(step)) {
      compare(differences, "reason", text(step, "reason"), reason);
      compare(differences, "message", asSet(text(step, "message")), asSet(message));
    }
    if (step.has("stored")) {
      JsonObject expected = withoutEchoes(step.getAsJsonObject("stored"));
      compare(differences, "stored", Optional.of(expected), object.flatMap(StoredObject::of));
    }
    compare(differences, "quotas", step.getAsJsonObject("quotas"), quotas(cluster, namespace));
    return differences;
  }

  /** Up to Kubernetes 1.33 quantities are printed as they are in memory, with addresses. */
  private boolean isComparableInvalid(JsonObject step) {
    return code == 422 && !text(step, "message").contains("resource.Quantity{");
  }

  private static void compare(
      List<String> differences, String what, Object recorded, Object answered) {
    if (!recorded.equals(answered)) {
      differences.add(differ(what, recorded.toString(), answered.toString()));
    }
  }

  private static String differ(String what, String recorded, String answered) {
    return what + " was " + recorded + ", and the model says " + answered;
  }

  /** An answer in plain text gives no reason, and ends with the line. */
  private static String text(JsonObject step, String name) {
    return step.has(name) && !step.get(name).isJsonNull()
        ? step.get(name).getAsString().stripTrailing()
        : "";
  }

  /** Puts the parts of a bracketed list, which come in no fixed order, into one. */
  private static String asSet(String message) {
    int start = message.indexOf(": [");
    if (start < 0 || !message.endsWith("]")) {
      return message;
    }
    String[] parts = message.substring(start + 3, message.length() - 1).split(", (?!but )", -1);
    Arrays.sort(parts);
    return message.substring(0, start) + ": " + Arrays.toString(parts);
  }

  /** Leaves out the fields of service ports that are echoed and that no rule reads. */
  private static JsonObject withoutEchoes(JsonObject stored) {
    JsonObject copy = stored.deepCopy();
    JsonElement ports = copy.getAsJsonObject("spec").get("ports");
    if (ports != null) {
      for (JsonElement port : ports.getAsJsonArray()) {
        List.of("name", "protocol", "targetPort").forEach(port.getAsJsonObject()::remove);
      }
    }
    return copy;
  }

  private static JsonObject quotas(Cluster cluster, String namespace) {
    JsonObject quotas = new JsonObject();
    for (ResourceQuota quota : cluster.list(ResourceQuota.class, namespace)) {
      JsonObject status = new JsonObject();
      status.add("hard", StoredObject.resources(quota.status().hard()));
      status.add("used", StoredObject.resources(quota.status().used()));
      quotas.add(quota.name(), status);
    }
    return quotas;
  }
}
