package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.ApiGroupResource;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.api.StatusError.Cause;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.List;

/** The errors of an object. */
final class ObjectErrors {
  private ObjectErrors() {}

  /** 422 with all causes, if there are any. */
  static void none(ResourceType type, JsonObject object, List<Cause> causes) {
    if (!causes.isEmpty()) {
      throw StatusError.invalid(
          new ApiGroupResource(type.group(), type.kind()),
          JsonPaths.text(object, "metadata", "name"),
          causes);
    }
  }
}
