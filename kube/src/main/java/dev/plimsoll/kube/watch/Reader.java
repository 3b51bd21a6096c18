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
final class Reader {
  private static final System.Logger LOG = System.getLogger(Reader.class.getName());

  private final ApiResource resource;
  private final HealthLog health;
  private final LivePolicies policies;
  private final Sharing sharing = new Sharing();

  Reader(ApiResource resource, HealthLog health, LivePolicies policies) {
    this.resource = resource;
    this.health = health;
    this.policies = policies;
  }

  Item item(JsonObject json) {
    try {
      ApiObject object = ObjectReader.read(json, resource.type(), resource.resource());
      if (object instanceof PolicyObject policy && !policies.read(policy, json)) {
        health.leftOut();
      }
      return Item.of(sharing.share(object));
    } catch (DecodeException e) {
      health.leftOut();
      LOG.log(
          System.Logger.Level.WARNING,
          "{0} {1} is left out: {2}",
          resource.type().kind(),
          field(json, "name"),
          e.getMessage());
      return bookmark(json);
    }
  }

  Item bookmark(JsonObject json) {
    return new Item(field(json, "resourceVersion"), Optional.empty());
  }

  static String field(JsonObject json, String name) {
    return json.get("metadata") instanceof JsonObject metadata
            && metadata.get(name) instanceof JsonPrimitive value
        ? value.getAsString()
        : "";
  }
}
