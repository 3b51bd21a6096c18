package dev.plimsoll.extender;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.kubernetes.object.Pod;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What was decided can be asked for, with the amounts that it was decided by. */
class DecisionsApiTest {
  private ExtenderOverHttp service;

  @BeforeEach
  void start() {
    Pod waiting = ExtenderFixtures.pod("team", "waiting", 1, "");
    service =
        new ExtenderOverHttp(
            ExtenderFixtures.cluster()
                .add(ExtenderFixtures.node("a", 8))
                .add(ExtenderFixtures.quota("team", 2))
                .add(ExtenderFixtures.pod("team", "old", 2, "a"))
                .add(waiting)
                .build(),
            ExtenderSettings.DEFAULT);
  }

  @AfterEach
  void stop() {
    service.close();
  }

  private JsonArray decisions(String query) throws IOException, InterruptedException {
    return JsonParser.parseString(service.get("/api/v1/decisions" + query).body())
        .getAsJsonObject()
        .getAsJsonArray("decisions");
  }

  private void filter(String namespace, String pod) throws IOException, InterruptedException {
    Pod asked = ExtenderFixtures.pod(namespace, pod, 1, "");
    assertThat(service.post("/scheduler/filter", ExtenderFixtures.args(asked, "a")).statusCode())
        .isEqualTo(200);
  }

  @Test
  void a_held_pod_is_there_with_what_its_quota_allows() throws Exception {
    filter("team", "waiting");

    JsonObject decision = decisions("").get(0).getAsJsonObject();

    assertThat(decision.get("decision").getAsString()).isEqualTo("quota");
    assertThat(decision.get("held").getAsString())
        .isEqualTo("quota gpus has no requests.nvidia.com/gpu left for placement");
    assertThat(decision.get("nodes").getAsInt()).isEqualTo(1);
    assertThat(decision.get("passing").getAsInt()).isZero();
    assertThat(decision.getAsJsonArray("checks").toString())
        .isEqualTo(
            "[{\"quota\":\"gpus\",\"requested\":{\"requests.nvidia.com/gpu\":\"1\"},"
                + "\"used\":{\"requests.nvidia.com/gpu\":\"2\"},"
                + "\"hard\":{\"requests.nvidia.com/gpu\":\"2\"}}]");
  }

  @Test
  void held_pods_are_listed_with_why() throws Exception {
    filter("team", "waiting");

    assertThat(service.get("/api/v1/held-pods").body())
        .contains("\"pod\":\"waiting\"", "\"cause\":\"quota\"")
        .contains("quota gpus has no requests.nvidia.com/gpu left for placement");
  }

  @Test
  void decisions_can_be_asked_for_by_namespace_pod_and_number() throws Exception {
    filter("team", "waiting");
    filter("other", "free");
    filter("other", "second");

    assertThat(decisions("")).hasSize(3);
    assertThat(decisions("?namespace=other")).hasSize(2);
    assertThat(decisions("?namespace=other&pod=free")).hasSize(1);
    assertThat(decisions("?limit=1").toString()).contains("\"pod\":\"second\"");
    assertThat(service.get("/api/v1/decisions?limit=0").statusCode()).isEqualTo(400);
    assertThat(service.get("/api/v1/decisions?limit=many").statusCode()).isEqualTo(400);
  }
}
