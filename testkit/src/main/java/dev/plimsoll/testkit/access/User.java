package dev.plimsoll.testkit.access;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.List;

/** Somebody who calls. */
public record User(String name, String uid, List<String> groups) {
  /** May do everything that is not forbidden by name. */
  public static final User ADMIN =
      new User("admin", "admin", List.of("system:masters", "system:authenticated"));

  public User {
    groups = List.copyOf(groups);
  }

  boolean isMaster() {
    return groups.contains("system:masters");
  }

  /** Returns the user as in reviews and in calls of webhooks. */
  public JsonObject toJson() {
    JsonObject json = new JsonObject();
    json.addProperty("username", name);
    json.addProperty("uid", uid);
    json.add("groups", JsonPaths.array(groups));
    return json;
  }
}
