package dev.plimsoll.testkit.admission;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.testkit.access.User;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.json.JsonPaths;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The question put to a webhook, and how its answer reads (admission.k8s.io/v1). */
record AdmissionReview(String uid, JsonObject json) {
  static AdmissionReview of(AdmissionCall call, User user) {
    String uid = UUID.randomUUID().toString();
    ResourceType type = call.target().type();
    JsonObject request = new JsonObject();
    request.addProperty("uid", uid);
    for (String prefix : List.of("", "request")) {
      boolean plain = prefix.isEmpty();
      request.add(plain ? "kind" : "requestKind", kind(call));
      request.add(plain ? "resource" : "requestResource", named(type, "resource", type.plural()));
      if (!call.target().subresource().isEmpty()) {
        request.addProperty(
            plain ? "subResource" : "requestSubResource", call.target().subresource());
      }
    }
    request.addProperty("name", call.target().name());
    if (type.namespaced()) {
      request.addProperty("namespace", call.target().namespace());
    } else if (type.kind().equals("Namespace")) {
      request.addProperty("namespace", call.target().name());
    }
    request.addProperty("operation", call.operation());
    request.add("userInfo", user.toJson());
    request.add("object", orNull(call.object()));
    request.add("oldObject", orNull(call.oldObject()));
    request.addProperty("dryRun", call.request().dryRun());
    request.add("options", options(call.request(), call.operation()));
    JsonObject review = new JsonObject();
    review.addProperty("kind", "AdmissionReview");
    review.addProperty("apiVersion", "admission.k8s.io/v1");
    review.add("request", request);
    return new AdmissionReview(uid, review);
  }

  private static JsonObject kind(AdmissionCall call) {
    ResourceType type = call.target().type();
    return switch (call.target().subresource()) {
      case "binding" -> named(type, "kind", "Binding");
      case "eviction" -> named(type, "kind", "Eviction");
      default -> named(type, "kind", type.kind());
    };
  }

  private static JsonObject named(ResourceType type, String what, String name) {
    JsonObject json = new JsonObject();
    json.addProperty("group", type.group());
    json.addProperty("version", type.version());
    json.addProperty(what, name);
    return json;
  }

  private static JsonElement orNull(JsonObject object) {
    return object.size() == 0 ? JsonNull.INSTANCE : object;
  }

  private static JsonObject options(ApiRequest request, String operation) {
    String kind =
        switch (request.method()) {
          case "PATCH" -> "PatchOptions";
          case "PUT" -> "UpdateOptions";
          case "DELETE" -> "DeleteOptions";
          default -> operation.equals("DELETE") ? "DeleteOptions" : "CreateOptions";
        };
    boolean inBody = kind.equals("DeleteOptions") && !request.body().isBlank();
    JsonObject options = inBody ? request.json() : new JsonObject();
    options.addProperty("kind", kind);
    options.addProperty("apiVersion", "meta.k8s.io/v1");
    if (inBody) {
      return options;
    }
    if (request.dryRun()) {
      options.add("dryRun", JsonPaths.array(List.of("All")));
    }
    if (!request.parameter("fieldManager").isEmpty()) {
      options.addProperty("fieldManager", request.parameter("fieldManager"));
    }
    request
        .number("gracePeriodSeconds")
        .ifPresent(seconds -> options.addProperty("gracePeriodSeconds", seconds));
    return options;
  }

  /** Returns the answer, if it answers this question. */
  Optional<Verdict> verdict(JsonObject answer) {
    return JsonPaths.object(answer, "response")
        .filter(response -> JsonPaths.text(response, "uid").equals(uid))
        .filter(response -> JsonPaths.at(response, "allowed").isPresent())
        .map(Verdict::new);
  }

  /** A webhook's answer. */
  record Verdict(JsonObject response) {
    boolean allowed() {
      return JsonPaths.text(response, "allowed").equals("true");
    }

    JsonObject status() {
      return JsonPaths.object(response, "status").orElseGet(JsonObject::new);
    }

    List<String> warnings() {
      return JsonPaths.strings(response, "warnings");
    }

    /** The JSON patch; empty if there is none. */
    JsonArray patch() {
      return JsonPaths.string(response, "patch")
          .map(base64 -> new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8))
          .map(text -> JsonParser.parseString(text).getAsJsonArray())
          .orElseGet(JsonArray::new);
    }
  }
}
