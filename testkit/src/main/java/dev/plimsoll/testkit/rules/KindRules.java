package dev.plimsoll.testkit.rules;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.api.StatusError.Cause;
import java.util.List;

/** The rules of a kind for writing its objects. Each method may change the object. */
public interface KindRules {
  /** The rules of kinds that have none. */
  KindRules NONE = new KindRules() {};

  /**
   * Rejects bodies that cannot be decoded as the kind, and drops unknown fields.
   *
   * @return the paths of the fields dropped
   */
  default List<String> decode(ResourceType type, JsonObject object) {
    return BuiltInFields.dropUnknown(type, object);
  }

  /** Fills in what an object does not say, on each write. */
  default void complete(ResourceType type, JsonObject object) {}

  /** Fills in what a new object is given once; its status has been dropped. */
  default void begin(ResourceType type, JsonObject object) {}

  /** Returns the errors of an object about to be stored. */
  default List<Cause> problems(ResourceType type, JsonObject object) {
    return List.of();
  }

  /** Returns the errors of changing one object into another. */
  default List<Cause> changeProblems(ResourceType type, JsonObject before, JsonObject after) {
    return List.of();
  }
}
