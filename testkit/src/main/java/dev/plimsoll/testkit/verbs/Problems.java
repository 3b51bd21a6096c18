package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.GroupResource;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.api.StatusError.Cause;
import dev.plimsoll.testkit.json.Json;
import java.util.List;

/** What is wrong with an object. */
final class Problems {
  private Problems() {}

  /** 422 with all causes, if there are any. */
  static void none(ResourceType type, JsonObject object, List<Cause> causes) {
    if (!causes.isEmpty()) {
      throw StatusError.invalid(
          new GroupResource(type.group(), type.kind()),
          Json.text(object, "metadata", "name"),
          causes);
    }
  }
}
