package dev.plimsoll.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.testkit.KubeApiServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an advisor has posted, beside an API server; alice may list pods in team only. */
class PostedRecommendationsTest {
  private static final String PATH = "/api/v1/recommendations";

  @TempDir private Path folder;

  private static KubeApiServer server() {
    KubeApiServer server = KubeApiServer.start();
    ConsoleManifests.read("crds/quotarecommendations.yaml")
        .forEach(definition -> server.objects().put(definition.toString()));
    server
        .objects()
        .put(
            """
            {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "QuotaRecommendation",
             "metadata": {"namespace": "team", "name": "gpu.requests-1"},
             "spec": {"resourceQuota": "gpu", "key": "requests.nvidia.com/gpu", "policy": "gpus",
              "tenant": "vision", "time": "2026-11-22T10:00:00Z", "confidence": "High",
              "now": "4", "used": "4", "goal": "8", "proposed": "6",
              "why": [{"step": "share", "amount": "8", "message": "a quarter of 32"}],
              "effect": {"podsAdmitted": 2, "podsPlaced": 1, "gapsClosed": ["QuotaExhausted"],
               "gapsOpened": []}},
             "status": {"conditions": [{"type": "Applied", "status": "False", "reason": "Posted",
              "message": "spec.apply is Never", "lastTransitionTime": "2026-11-22T10:00:01Z"}]}}\
            """);
    server
        .objects()
        .put(
            """
            {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "QuotaRecommendation",
             "metadata": {"namespace": "other", "name": "dropped"},
             "spec": {"resourceQuota": "gpu", "key": "limits.nvidia.com/gpu", "policy": "gpus",
              "tenant": "nlp"}}\
            """);
    return server;
  }

  private static List<JsonObject> posted(LiveConsoleOverHttp console, String query, String token)
      throws Exception {
    return JsonParser.parseString(console.get(PATH + query, token).body())
        .getAsJsonObject()
        .getAsJsonArray("recommendations")
        .asList()
        .stream()
        .map(JsonElement::getAsJsonObject)
        .toList();
  }

  @Test
  void what_is_posted_is_told_as_it_is_to_those_who_may_see_the_namespace() throws Exception {
    try (LiveConsoleOverHttp console = new LiveConsoleOverHttp(folder, server(), "")) {
      List<JsonObject> told = posted(console, "", "alice");

      assertThat(told)
          .hasToString(
              "[{\"namespace\":\"team\",\"resourceQuota\":\"gpu\",\"key\":\"requests.nvidia.com/gpu\","
                  + "\"policy\":\"gpus\",\"tenant\":\"vision\",\"time\":\"2026-11-22T10:00:00Z\","
                  + "\"confidence\":\"High\",\"now\":\"4\",\"used\":\"4\",\"goal\":\"8\","
                  + "\"proposed\":\"6\",\"why\":[{\"step\":\"share\",\"amount\":\"8\","
                  + "\"message\":\"a quarter of 32\"}],\"effect\":{\"podsAdmitted\":2,"
                  + "\"podsPlaced\":1,\"gapsClosed\":[\"QuotaExhausted\"],\"gapsOpened\":[]},"
                  + "\"conditions\":[{\"type\":\"Applied\",\"status\":\"False\","
                  + "\"reason\":\"Posted\",\"message\":\"spec.apply is Never\","
                  + "\"lastTransitionTime\":\"2026-11-22T10:00:01Z\"}]}]");
      assertThat(posted(console, "?namespace=team", "alice")).isEqualTo(told);
      assertThat(console.get(PATH + "?namespace=other", "alice").statusCode()).isEqualTo(403);
      assertThat(posted(console, "", ""))
          .extracting(r -> r.get("namespace").getAsString())
          .containsExactly("other", "team");
    }
  }

  @Test
  void none_where_the_kind_is_not_installed() throws Exception {
    try (LiveConsoleOverHttp console = new LiveConsoleOverHttp(folder, KubeApiServer.start(), "")) {
      JsonObject told = JsonParser.parseString(console.get(PATH, "alice").body()).getAsJsonObject();

      assertThat(told.getAsJsonArray("recommendations")).isEmpty();
      assertThat(told.has("notKnown")).isFalse();
    }
  }
}
