package dev.plimsoll.testkit.rules;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.api.StatusError.Cause;
import java.util.List;

/** What is particular to a kind when its objects are written. */
public interface KindRules {
  /** Refuses bodies the kind could not be read from; drops what it does not know. */
  default void decode(ResourceType type, JsonObject object) {}

  /** Fills in what a new object did not say. */
  default void complete(ResourceType type, JsonObject object) {}

  /** What is wrong with an object about to be stored. */
  default List<Cause> problems(ResourceType type, JsonObject object) {
    return List.of();
  }
}
