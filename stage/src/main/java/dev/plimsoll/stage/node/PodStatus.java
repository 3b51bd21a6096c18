package dev.plimsoll.stage.node;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.time.Instant;
import java.util.stream.Stream;

/** A PodStatus that is being written. */
final class PodStatus {
  private final JsonObject status = new JsonObject();
  private final JsonArray conditions = new JsonArray();

  PodStatus(Instant start, String address) {
    status.addProperty("startTime", Times.text(start));
    status.addProperty("hostIP", Network.GATEWAY);
    status.addProperty("podIP", address);
    JsonObject one = new JsonObject();
    one.addProperty("ip", address);
    JsonArray all = new JsonArray();
    all.add(one);
    status.add("podIPs", all);
    status.add("conditions", conditions);
  }

  /** Adds a condition, with the reason that it has if it is false. */
  void condition(String type, boolean holds, String reason) {
    JsonObject condition = new JsonObject();
    condition.addProperty("type", type);
    condition.addProperty("status", holds ? "True" : "False");
    condition.addProperty("reason", holds ? "" : reason);
    conditions.add(condition);
  }

  void containers(String field, Stream<Container> containers) {
    JsonArray all = new JsonArray();
    containers.forEach(it -> all.add(it.status()));
    status.add(field, all);
  }

  /** Returns it with a phase. */
  JsonObject of(String phase) {
    JsonPaths.setDefault(status, "phase", new com.google.gson.JsonPrimitive(phase));
    return status;
  }
}
