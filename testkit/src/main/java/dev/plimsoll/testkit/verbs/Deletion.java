package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.json.JsonPaths;
import java.time.Clock;
import java.util.Optional;

/**
 * Marking for deletion (apiserver's pkg/registry/rest/delete.go, and for pods CheckGracefulDelete
 * in pkg/registry/core/pod/strategy.go).
 */
final class Deletion {
  private Deletion() {}

  /** Whether objects of the type are marked before they go, however short their time. */
  static boolean isGraceful(ResourceType type) {
    return type.group().isEmpty() && (type.kind().equals("Pod") || type.kind().equals("Namespace"));
  }

  /** Whether a marked object stays: for its finalizers, or for its time. */
  static boolean mustStay(JsonObject marked) {
    return !JsonPaths.list(marked, "metadata", "finalizers").isEmpty()
        || !JsonPaths.text(marked, "metadata", "deletionGracePeriodSeconds").matches("0?");
  }

  /** The object with its deletion time; unchanged if it is marked for as soon already. */
  static JsonObject mark(ResourceType type, JsonObject object, Optional<Long> asked, Clock clock) {
    boolean pod = type.kind().equals("Pod") && type.group().isEmpty();
    long seconds = pod ? podGrace(object, asked) : 0;
    Optional<Long> already =
        JsonPaths.at(object, "metadata", "deletionGracePeriodSeconds").map(g -> g.getAsLong());
    boolean isMarked = JsonPaths.string(object, "metadata", "deletionTimestamp").isPresent();
    if (isMarked && already.orElse(0L) <= seconds) {
      return object;
    }
    JsonObject marked = object.deepCopy();
    JsonObject metadata = JsonPaths.objectAt(marked, "metadata");
    metadata.addProperty("deletionTimestamp", Backend.time(clock.instant().plusSeconds(seconds)));
    metadata.addProperty("deletionGracePeriodSeconds", seconds);
    JsonPaths.at(metadata, "generation")
        .filter(generation -> generation.getAsLong() > 0)
        .ifPresent(g -> metadata.addProperty("generation", g.getAsLong() + 1));
    if (type.kind().equals("Namespace")) {
      JsonPaths.objectAt(marked, "status").addProperty("phase", "Terminating");
      metadata.remove("deletionGracePeriodSeconds");
    }
    return marked;
  }

  private static long podGrace(JsonObject pod, Optional<Long> asked) {
    long wanted =
        asked
            .or(
                () ->
                    JsonPaths.at(pod, "spec", "terminationGracePeriodSeconds")
                        .map(s -> s.getAsLong()))
            .orElse(30L);
    boolean nothingRuns =
        JsonPaths.text(pod, "spec", "nodeName").isEmpty()
            || JsonPaths.text(pod, "status", "phase").matches("Succeeded|Failed");
    return nothingRuns ? 0 : wanted < 0 ? 1 : wanted;
  }
}
