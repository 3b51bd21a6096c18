package dev.plimsoll.kube.watch;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kube.json.DecodeException;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kube.live.ApiResource;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.PolicyObject;
import java.util.Optional;

/** Reads the objects of one kind. One that can't be read is left out and told, not the others. */
final class ObjectDecoder {
  private static final System.Logger LOG = System.getLogger(ObjectDecoder.class.getName());

  private final ApiResource resource;
  private final HealthLog health;
  private final PolicyStore policies;
  private final ObjectInterner interner = new ObjectInterner();

  ObjectDecoder(ApiResource resource, HealthLog health, PolicyStore policies) {
    this.resource = resource;
    this.health = health;
    this.policies = policies;
  }

  WatchedObject decode(JsonObject json) {
    try {
      ApiObject object = ObjectReader.read(json, resource.type(), resource.resource());
      if (object instanceof PolicyObject policy && !policies.read(policy, json)) {
        health.skipped();
      }
      return WatchedObject.of(interner.intern(object));
    } catch (DecodeException e) {
      health.skipped();
      LOG.log(
          System.Logger.Level.WARNING,
          "{0} {1} is left out: {2}",
          resource.type().kind(),
          field(json, "name"),
          e.getMessage());
      return bookmark(json);
    }
  }

  WatchedObject bookmark(JsonObject json) {
    return new WatchedObject(field(json, "resourceVersion"), Optional.empty());
  }

  static String field(JsonObject json, String name) {
    return json.get("metadata") instanceof JsonObject metadata
            && metadata.get(name) instanceof JsonPrimitive value
        ? value.getAsString()
        : "";
  }
}
