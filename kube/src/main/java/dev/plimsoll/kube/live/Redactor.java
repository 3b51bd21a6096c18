package dev.plimsoll.kube.live;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kube.json.KnownAnnotations;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Removes from objects what {@link Redaction#CONFIDENTIAL} lists. */
final class Redactor {
  private static final Set<String> REMOVED =
      Set.of(
          "env",
          "envFrom",
          "command",
          "args",
          "images",
          "hostAliases",
          "mutations",
          "parameters",
          "volumeAttributes");

  private static final Set<String> HANDLERS =
      Set.of("livenessProbe", "readinessProbe", "startupProbe", "lifecycle");

  private static final Set<String> REPLACED = Set.of("image", "imageID", "reference");
  private static final Set<String> LAST_WORDS = Set.of("terminated", "waiting");
  private static final Set<String> USERS_WORDS =
      Set.of("labels", "matchLabels", "nodeSelector", "selector", "hard", "used");

  private static final Set<String> EXPLAINING =
      Set.of(
          "FailedScheduling",
          "FailedCreate",
          "Preempted",
          "Evicted",
          "FailedBinding",
          "ProvisioningFailed",
          "TriggeredScaleUp",
          "NotTriggerScaleUp",
          "FailedScaleUp",
          "Nominated");

  private final Set<String> selectedBy = new HashSet<>();

  void redact(ApiResource resource, JsonObject object) {
    if (resource.resource().equals(ClusterResourceQuota.RESOURCE)) {
      selectedBy.addAll(child(child(child(object, "spec"), "selector"), "annotations").keySet());
    }
    if (resource.resource().equals(Event.RESOURCE) && !explains(object)) {
      object.remove("message");
    }
    if (!SnapshotResource.isBuiltIn(resource)) {
      skeleton(object, resource.resource().equals(WorkloadDetails.AppWrapper.RESOURCE));
    }
    boolean namespace = resource.resource().equals(Namespace.RESOURCE);
    child(child(object, "metadata"), "annotations")
        .keySet()
        .removeIf(k -> !KnownAnnotations.areRead(k) && !(namespace && selectedBy.contains(k)));
    object.entrySet().stream()
        .filter(e -> !e.getKey().equals("metadata"))
        .forEach(e -> clean(e.getValue()));
  }

  private static boolean explains(JsonObject event) {
    return EXPLAINING.contains(text(event, "reason"))
        || text(event, "message").contains("forbidden");
  }

  /** Leaves of a custom resource its metadata, conditions, templates, numbers and flags. */
  private static void skeleton(JsonObject object, boolean isAppWrapper) {
    JsonObject status = child(object, "status");
    Set<String> kept = isAppWrapper ? Set.of("conditions", "phase") : Set.of("conditions");
    status.keySet().retainAll(kept);
    object
        .entrySet()
        .removeIf(e -> !Set.of("apiVersion", "kind", "metadata", "spec").contains(e.getKey()));
    dropTexts(child(object, "spec"));
    if (!status.isEmpty()) {
      object.add("status", status);
    }
  }

  private static void dropTexts(JsonElement element) {
    if (element instanceof JsonArray array) {
      array.asList().removeIf(Redactor::isText);
      array.forEach(Redactor::dropTexts);
    } else if (element instanceof JsonObject object && !isTemplate(object)) {
      object.entrySet().removeIf(e -> isText(e.getValue()));
      object.asMap().values().forEach(Redactor::dropTexts);
    }
  }

  private static boolean isTemplate(JsonObject object) {
    return child(object, "spec").get("containers") instanceof JsonArray;
  }

  private static boolean isText(JsonElement value) {
    return value instanceof JsonPrimitive primitive && primitive.isString();
  }

  private static void clean(JsonElement element) {
    if (element instanceof JsonArray array) {
      array.forEach(Redactor::clean);
    } else if (element instanceof JsonObject object) {
      object.keySet().removeAll(REMOVED);
      JsonObject called = child(object, "clientConfig");
      called.keySet().retainAll(Set.of("service"));
      child(called, "service").keySet().retainAll(Set.of("namespace", "name"));
      object.entrySet().removeIf(e -> HANDLERS.contains(e.getKey()) && !hasHosts(e.getValue()));
      for (Map.Entry<String, JsonElement> entry : object.entrySet()) {
        String name = entry.getKey();
        if (REPLACED.contains(name) && isText(entry.getValue())) {
          entry.setValue(new JsonPrimitive("redacted"));
        } else if (name.equals("metadata")) {
          keepKnownAnnotations(child(object, name));
        } else if (!USERS_WORDS.contains(name)) {
          if (LAST_WORDS.contains(name)) {
            child(object, name).remove("message");
          }
          clean(entry.getValue());
        }
      }
    }
  }

  /** Leaves in an annotated template what some rule reads. */
  private static void keepKnownAnnotations(JsonObject metadata) {
    JsonObject annotations = child(metadata, "annotations");
    annotations.keySet().removeIf(k -> !KnownAnnotations.areRead(k));
    if (annotations.isEmpty()) {
      metadata.remove("annotations");
    }
  }

  /** Leaves of what is called in a container nothing but hosts; returns whether there are any. */
  private static boolean hasHosts(JsonElement handler) {
    if (!(handler instanceof JsonObject object)) {
      return false;
    }
    object.entrySet().removeIf(e -> !e.getKey().equals("host") && !hasHosts(e.getValue()));
    return !object.isEmpty();
  }

  private static JsonObject child(JsonObject object, String name) {
    return object.get(name) instanceof JsonObject child ? child : new JsonObject();
  }

  private static String text(JsonObject object, String name) {
    return object.get(name) instanceof JsonPrimitive value ? value.getAsString() : "";
  }
}
