package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.plimsoll.advisor.recommend.ManifestJson;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The values that a change of a quota replaced, as its annotation keeps them.
 *
 * @param policy the policy that was applied
 * @param time when
 * @param created whether there was no such quota before
 * @param before the ceilings there were on the keys that were changed
 * @param after the ceilings that were put there
 */
record ReplacedAnnotation(
    String policy, String time, boolean created, Resources before, Resources after) {
  /** The annotation. */
  static final String ANNOTATION = "plimsoll.dev/replaced";

  /** Why an annotation is not believed. */
  static final String NOT_OURS =
      "conflict: metadata.managedFields don't say that "
          + ApiWriter.FIELD_MANAGER
          + " alone wrote the annotation "
          + ANNOTATION
          + "; left unchanged";

  static ReplacedAnnotation of(
      String policy, Instant now, boolean created, Resources before, Resources after) {
    Set<ResourceName> changed = new TreeSet<>(before.names());
    changed.addAll(after.names());
    changed.removeIf(k -> before.get(k).equals(after.get(k)));
    return new ReplacedAnnotation(
        policy, now.toString(), created, before.mask(changed), after.mask(changed));
  }

  /** Reads it from a quota; empty if the quota has none that can be read. */
  static Optional<ReplacedAnnotation> read(JsonObject quota) {
    String text = JsonFields.text(quota, "metadata", "annotations", ANNOTATION);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      JsonObject json = JsonParser.parseString(text).getAsJsonObject();
      return Optional.of(
          new ReplacedAnnotation(
              JsonFields.text(json, "policy"),
              JsonFields.text(json, "time"),
              JsonFields.text(json, "created").equals("true"),
              JsonFields.amounts(json, "before"),
              JsonFields.amounts(json, "after")));
    } catch (JsonParseException | IllegalStateException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  String annotation() {
    JsonObject json = new JsonObject();
    json.addProperty("policy", policy);
    json.addProperty("time", time);
    json.addProperty("created", created);
    json.add("before", ManifestJson.amounts(before));
    json.add("after", ManifestJson.amounts(after));
    return json.toString();
  }

  /** Returns the keys that were changed. */
  Set<ResourceName> keys() {
    Set<ResourceName> keys = new TreeSet<>(before.names());
    keys.addAll(after.names());
    return keys;
  }

  /** Returns whether the API server says of the quota that we wrote its annotation. */
  boolean isOurs(JsonObject quota) {
    return FieldOwners.wrote(quota, ANNOTATION);
  }

  /** Returns whether the quota still has what was put there. */
  boolean isStillApplied(JsonObject quota) {
    Resources hard = JsonFields.amounts(quota, "spec", "hard");
    return keys().stream().allMatch(k -> hard.get(k).equals(after.get(k)));
  }

  /** Returns the keys that have the former values again, although the change was not reverted. */
  Set<ResourceName> undone(JsonObject quota) {
    Resources hard = JsonFields.amounts(quota, "spec", "hard");
    Set<ResourceName> undone = keys();
    undone.removeIf(k -> !hard.get(k).equals(before.get(k)) || hard.get(k).equals(after.get(k)));
    return undone;
  }

  /** Returns the ceilings with the former values restored. */
  Resources restored(Resources hard) {
    Resources restored = hard;
    for (ResourceName key : keys()) {
      Optional<Quantity> earlier = before.get(key);
      restored = earlier.isPresent() ? restored.with(key, earlier.get()) : restored.without(key);
    }
    return restored;
  }

  /** Returns a copy for ceilings after some were restored. */
  ReplacedAnnotation withAfter(Resources hard) {
    return new ReplacedAnnotation(policy, time, created, before, hard.mask(keys()));
  }
}
