package dev.plimsoll.stage.ask;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Whether a tenant that lacks quota gets a QuotaRecommendation, or more quota. */
final class Posts implements Question {
  static final String NAMESPACE = "advised";
  private static final int BEFORE = 4;

  private final boolean applies;

  Posts(boolean applies) {
    this.applies = applies;
  }

  @Override
  public String name() {
    return applies ? "applies" : "posts";
  }

  static void prepare(Tenants tenants) throws IOException {
    // The label of the policy that is shipped.
    tenants.namespace(NAMESPACE, "{\"example.com/team\": \"any\"}");
    tenants.quota(NAMESPACE, BEFORE);
    tenants.deployment(NAMESPACE, "wants-more", BEFORE * 2);
    tenants.request(NAMESPACE, BEFORE * 2);
  }

  @Override
  public Answer ask(Scene scene) throws Exception {
    return Patience.ask(
        Duration.ofSeconds(90), () -> applies ? applied(scene.cluster().api()) : posted(scene));
  }

  private static Answer posted(Scene scene) throws IOException {
    List<JsonObject> found =
        scene
            .cluster()
            .api()
            .list("/apis/plimsoll.dev/v1alpha1/namespaces/" + NAMESPACE + "/quotarecommendations");
    return found.isEmpty()
        ? Answer.failed("there is no QuotaRecommendation: " + QuietLogs.lastLine(scene))
        : Answer.ok(found.size() + " QuotaRecommendation");
  }

  private static Answer applied(AdminApi api) throws IOException {
    JsonObject quota = api.get("/api/v1/namespaces/" + NAMESPACE + "/resourcequotas/gpus");
    int now = Integer.parseInt(JsonPaths.text(quota, "spec", "hard", "requests.nvidia.com/gpu"));
    return new Answer(now > BEFORE, "the quota of " + BEFORE + " is " + now);
  }
}
