package dev.plimsoll.stage.ask;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Whether each Lease that a Role speaks of is held. */
final class Leads implements Question {
  @Override
  public String name() {
    return "leads";
  }

  @Override
  public boolean isForWhatFails() {
    return true;
  }

  @Override
  public Answer ask(Scene scene) throws Exception {
    return Patience.ask(Duration.ofSeconds(40), () -> look(scene));
  }

  private static Answer look(Scene scene) throws IOException {
    List<String> held = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (String name : names(scene)) {
      String path = "/apis/coordination.k8s.io/v1/namespaces/plimsoll/leases/" + name;
      boolean isHeld =
          scene.cluster().api().isThere(path)
              && JsonPaths.string(scene.cluster().api().get(path), "spec", "holderIdentity")
                  .isPresent();
      (isHeld ? held : missing).add(name);
    }
    return missing.isEmpty()
        ? new Answer(!held.isEmpty(), "held: " + String.join(", ", held))
        : Answer.failed("nobody holds " + String.join(", ", missing));
  }

  private static List<String> names(Scene scene) throws IOException {
    List<String> names = new ArrayList<>();
    String roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/plimsoll/roles";
    for (JsonObject role : scene.cluster().api().list(roles)) {
      for (JsonObject rule : JsonPaths.objects(role, "rules")) {
        if (JsonPaths.strings(rule, "resources").contains("leases")) {
          names.addAll(JsonPaths.strings(rule, "resourceNames"));
        }
      }
    }
    return names;
  }
}
