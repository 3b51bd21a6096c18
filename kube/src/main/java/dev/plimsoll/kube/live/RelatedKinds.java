package dev.plimsoll.kube.live;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Event;
import dev.plimsoll.model.object.GroupResource;
import dev.plimsoll.model.object.GroupVersionKind;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quota.Evaluator;
import dev.plimsoll.model.quota.Evaluators;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What the objects that were read say about others that matter too. */
final class RelatedKinds {
  private final Set<GroupVersionKind> owners = new LinkedHashSet<>();
  private final Set<ResourceName> quotaKeys = new LinkedHashSet<>();

  /** Returns the kinds that own pods, or that were refused some. */
  Set<GroupVersionKind> owners() {
    return Set.copyOf(owners);
  }

  /** Returns the resources that some quota counts. */
  List<GroupResource> counted() {
    return Evaluators.of(Cluster.empty(Instant.EPOCH)).tracking(quotaKeys).stream()
        .map(Evaluator::resource)
        .toList();
  }

  void observe(SnapshotResource list, JsonObject item) {
    if (list.makesPods() && at(item, "metadata", "ownerReferences") instanceof JsonArray refs) {
      refs.forEach(this::owner);
    }
    if (list.resource().resource().equals(Event.RESOURCE)
        && text(item.get("message")).contains("forbidden")) {
      owner(item.get("involvedObject"));
    }
    keys(at(item, "spec", "hard"));
    keys(at(item, "spec", "quota", "hard"));
  }

  private void owner(JsonElement reference) {
    if (reference instanceof JsonObject owner
        && !text(owner.get("kind")).isEmpty()
        && !text(owner.get("apiVersion")).isEmpty()) {
      owners.add(GroupVersionKind.of(text(owner.get("apiVersion")), text(owner.get("kind"))));
    }
  }

  private void keys(JsonElement hard) {
    if (hard instanceof JsonObject keys) {
      keys.keySet().forEach(k -> quotaKeys.add(ResourceName.of(k)));
    }
  }

  private static JsonElement at(JsonElement item, String... path) {
    JsonElement found = item;
    for (String name : path) {
      found = found instanceof JsonObject o && o.has(name) ? o.get(name) : new JsonObject();
    }
    return found;
  }

  private static String text(JsonElement value) {
    return value instanceof JsonPrimitive primitive ? primitive.getAsString() : "";
  }
}
