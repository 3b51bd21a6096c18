package dev.plimsoll.testkit.rules;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.api.StatusError.Cause;
import java.util.List;

/** Custom resources: their definition's schema prunes, defaults and validates them. */
final class CustomRules implements KindRules {
  @Override
  public List<String> decode(ResourceType type, JsonObject object) {
    return SchemaPruning.prune(type.schema(), object);
  }

  @Override
  public void complete(ResourceType type, JsonObject object) {
    SchemaDefaults.fill(type.schema(), object);
  }

  @Override
  public List<Cause> problems(ResourceType type, JsonObject object) {
    return new SchemaValidation().problems(type.schema(), object);
  }
}
