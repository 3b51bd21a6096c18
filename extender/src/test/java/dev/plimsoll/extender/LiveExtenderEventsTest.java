package dev.plimsoll.extender;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the service writes about pods that wait. */
class LiveExtenderEventsTest {
  @TempDir Path folder;
  private LiveExtenderOverHttp live;

  @BeforeEach
  void start() throws Exception {
    live = new LiveExtenderOverHttp(folder);
  }

  @AfterEach
  void stop() {
    live.close();
  }

  /** Does what kube-scheduler does with a pod that it finds no node for. */
  private void turnAway(String name) {
    JsonObject condition = new JsonObject();
    condition.addProperty("type", "PodScheduled");
    condition.addProperty("status", "False");
    condition.addProperty("reason", "Unschedulable");
    JsonArray conditions = new JsonArray();
    conditions.add(condition);
    live.server()
        .objects()
        .change(
            "v1",
            "Pod",
            "team",
            name,
            pod -> {
              pod.getAsJsonObject("status").add("conditions", conditions);
              return pod;
            });
  }

  @Test
  void a_pod_with_a_gap_is_told_which_and_a_restarted_service_goes_on_with_that_event()
      throws Exception {
    live.create("huge", 9, "");
    turnAway("huge");
    live.start("");
    LiveExtenderOverHttp.await("the event", () -> !live.events().isEmpty());
    JsonObject event = live.events().get(0);
    assertThat(event.get("reason").getAsString()).isEqualTo("CapacityExhausted");
    assertThat(event.get("note").getAsString()).contains("9 nvidia.com/gpu");
    assertThat(event.getAsJsonObject("regarding").get("name").getAsString()).isEqualTo("huge");

    live.start("");
    LiveExtenderOverHttp.await("the series", () -> live.events().get(0).has("series"));
    assertThat(live.events()).hasSize(1);
  }

  @Test
  void nothing_is_written_where_no_events_are_wanted_and_pods_are_requeued_nevertheless()
      throws Exception {
    live.quota(1);
    live.create("pod", 1, "");
    live.quota(0);
    live.start("requeue: {eventsPerSecond: 0}");
    assertThat(live.filter("pod")).contains("quota gpus");

    live.quota(1);

    LiveExtenderOverHttp.await("the pod is requeued", () -> live.isRequeued("pod"));
    assertThat(live.events()).isEmpty();
  }
}
