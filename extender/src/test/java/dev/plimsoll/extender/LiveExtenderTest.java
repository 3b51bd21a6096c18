package dev.plimsoll.extender;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole service beside an API server, over real HTTP. */
class LiveExtenderTest {
  @TempDir Path folder;
  private LiveExtenderOverHttp live;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    live = new LiveExtenderOverHttp(folder);
    live.quota(2);
    live.create("old", 2, "\"nodeName\": \"a\", ");
    live.create("new", 1, "");
    Files.writeString(
        folder.resolve("policy.yaml"),
        """
        apiVersion: plimsoll.dev/v1alpha1
        kind: CapacityPolicy
        metadata: {name: gpus}
        spec:
          tenants:
            - {name: vision, namespaces: [team]}
            - {name: speech, namespaces: [other]}
          resources: [{name: nvidia.com/gpu}]
          enforcement: {placement: Hold, borrowing: Never}
        """);
    live.start("policy: policy.yaml");
  }

  @AfterEach
  void stop() {
    live.close();
  }

  @Test
  void a_pod_held_back_by_quota_is_told_once_and_woken_when_the_quota_grows() throws Exception {
    assertThat(live.filter("new"))
        .contains("quota gpus has no requests.nvidia.com/gpu left for placement");
    LiveExtenderOverHttp.await("the event", () -> !live.events().isEmpty());
    live.filter("new");
    live.create("newer", 1, "");
    live.filter("newer");
    LiveExtenderOverHttp.await("the other pod's event", () -> live.events().size() == 2);
    assertThat(live.events().get(0).get("reason").getAsString()).isEqualTo("HeldAtQuota");
    assertThat(live.isRequeued("new")).isFalse();

    live.quota(3);
    LiveExtenderOverHttp.await("the pod is woken", () -> live.isRequeued("new"));

    assertThat(live.isRequeued("newer")).isFalse();
    assertThat(live.filter("new")).contains("\"NodeNames\":[\"a\"]");
    assertThat(live.events()).hasSize(2);
  }

  @Test
  void a_pod_held_back_by_its_share_is_woken_when_a_node_comes() throws Exception {
    live.quota(100);
    live.create("large", 7, "");
    LiveExtenderOverHttp.await(
        "the share holds it", () -> live.filter("large").contains("tenant vision has no share of"));

    live.node("b");

    LiveExtenderOverHttp.await("the pod is woken", () -> live.isRequeued("large"));
    assertThat(live.filter("large")).contains("\"NodeNames\":[\"a\"]");
  }

  @Test
  void lost_watches_and_a_server_that_was_away_heal() throws Exception {
    live.filter("new");
    live.server().faults().cutWatches();
    live.server().restart();
    live.quota(3);

    LiveExtenderOverHttp.await("the pod is woken", () -> live.isRequeued("new"));
    assertThat(live.filter("new")).contains("\"NodeNames\":[\"a\"]");
  }
}
