package dev.plimsoll.stage.ask;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Whether all replicas of all Deployments are ready. */
final class Ready implements Question {
  static final Duration TIME = Duration.ofMinutes(4);
  private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/plimsoll/deployments";

  @Override
  public String name() {
    return "ready";
  }

  @Override
  public Answer ask(Scene scene) throws Exception {
    return Patience.ask(TIME, () -> look(scene));
  }

  private static Answer look(Scene scene) throws IOException {
    StringBuilder text = new StringBuilder();
    boolean ok = true;
    for (JsonObject each : scene.cluster().api().list(DEPLOYMENTS)) {
      int wanted = each.getAsJsonObject("spec").get("replicas").getAsInt();
      int ready = number(each, "availableReplicas");
      // One that stands by isn't ready, as the README says.
      int needed = scene.way().standsBy() && name(each).equals("plimsoll-extender") ? 1 : wanted;
      ok &= ready >= needed && number(each, "updatedReplicas") == wanted;
      text.append(name(each)).append(' ').append(ready).append('/').append(wanted).append(' ');
    }
    return text.isEmpty()
        ? Answer.failed("there is no Deployment")
        : new Answer(ok, ok ? text.toString() : text + why(scene));
  }

  private static String name(JsonObject object) {
    return JsonPaths.text(object, "metadata", "name");
  }

  private static int number(JsonObject deployment, String field) {
    return JsonPaths.string(deployment, "status", field).map(Integer::valueOf).orElse(0);
  }

  private static String why(Scene scene) throws IOException {
    List<JsonObject> pods = scene.cluster().api().list("/api/v1/namespaces/plimsoll/pods");
    return pods.isEmpty() ? "there are no pods" : QuietLogs.lastLine(scene);
  }
}
