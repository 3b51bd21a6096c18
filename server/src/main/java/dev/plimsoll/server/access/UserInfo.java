package dev.plimsoll.server.access;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;

/**
 * Whom a token belongs to, as a TokenReview says.
 *
 * @param json its {@code status.user}, as text
 */
record UserInfo(String json) {
  static UserInfo of(JsonObject user) {
    return new UserInfo(user.toString());
  }

  /** Returns the {@code spec} of a SubjectAccessReview about the user. */
  JsonObject subject() {
    JsonObject user = JsonParser.parseString(json).getAsJsonObject();
    JsonObject spec = new JsonObject();
    spec.addProperty(
        "user", user.get("username") instanceof JsonPrimitive name ? name.getAsString() : "");
    for (String field : new String[] {"uid", "groups", "extra"}) {
      if (user.has(field)) {
        spec.add(field, user.get(field));
      }
    }
    return spec;
  }
}
