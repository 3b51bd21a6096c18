package dev.plimsoll.server.access;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;

/**
 * The user of a token, as a TokenReview names it.
 *
 * @param json its {@code status.user}, as text
 */
record UserInfo(String json) {
  static UserInfo of(JsonObject user) {
    return new UserInfo(user.toString());
  }

  /** Returns the user's name. */
  String name() {
    return name(JsonParser.parseString(json).getAsJsonObject());
  }

  private static String name(JsonObject user) {
    return user.get("username") instanceof JsonPrimitive name ? name.getAsString() : "";
  }

  /** Returns the {@code spec} of a SubjectAccessReview about the user. */
  JsonObject subject() {
    JsonObject user = JsonParser.parseString(json).getAsJsonObject();
    JsonObject spec = new JsonObject();
    spec.addProperty("user", name(user));
    for (String field : new String[] {"uid", "groups", "extra"}) {
      if (user.has(field)) {
        spec.add(field, user.get(field));
      }
    }
    return spec;
  }
}
