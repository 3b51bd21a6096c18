package dev.plimsoll.extender;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two replicas beside an API server, of which one leads. */
class LiveExtenderReplicasTest {
  private static final String ELECTION = "leaderElection: {leaderElect: true, leaseSeconds: 3}";

  @TempDir Path folder = Path.of("");

  private static void hold(LiveExtenderOverHttp live, String name) throws Exception {
    assertThat(live.filter(name)).contains("quota gpus has no requests.nvidia.com/gpu left");
    live.unschedulable(
        name,
        "0/1 nodes are available: 1 quota gpus has no requests.nvidia.com/gpu left for placement.");
  }

  @Test
  void the_leader_alone_answers_and_requeues_and_the_other_once_it_is_gone() throws Exception {
    try (LiveExtenderOverHttp live = new LiveExtenderOverHttp(folder)) {
      live.put(
          "{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"metadata\": {\"name\": \"plimsoll\"}}");
      live.quota(0);
      live.create("one", 1, "");
      live.create("two", 1, "");
      live.start(ELECTION);
      LiveExtenderOverHttp.await("a leader", () -> isReady(live));
      LiveExtender standby = live.replica(ELECTION);
      hold(live, "one");
      LiveExtenderOverHttp.await("the leader's event", () -> live.events().size() == 1);
      live.quota(1);
      LiveExtenderOverHttp.await("the leader requeues", () -> live.isRequeued("one"));
      assertThat(live.get(standby, "/readyz").body()).startsWith("another replica leads");
      assertThat(live.get(standby, "/metrics").body()).contains("plimsoll_leader 0.0");
      assertThat(live.get("/metrics").body()).contains("plimsoll_leader 1.0");
      live.quota(0);

      live.askInstead(standby);

      LiveExtenderOverHttp.await("another leader", () -> isReady(live));
      hold(live, "two");
      live.quota(2);
      LiveExtenderOverHttp.await("the new leader requeues", () -> live.isRequeued("two"));
    }
  }

  @Test
  void what_the_former_leader_may_have_let_pass_is_not_given_away() throws Exception {
    try (LiveExtenderOverHttp live = new LiveExtenderOverHttp(folder)) {
      live.put(
          "{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"metadata\": {\"name\": \"plimsoll\"}}");
      live.quota(1);
      live.create("one", 1, "");
      live.create("two", 1, "");
      live.start(ELECTION);
      LiveExtenderOverHttp.await("a leader", () -> isReady(live));
      LiveExtender standby = live.replica(ELECTION);
      LiveExtenderOverHttp.await(
          "one passes", () -> live.filter("one").contains("\"NodeNames\":[\"a\"]"));

      live.askInstead(standby);

      LiveExtenderOverHttp.await("another leader", () -> isReady(live));
      assertThat(live.filter("two")).contains("quota gpus has no requests.nvidia.com/gpu left");
      assertThat(live.filter("one")).contains("\"NodeNames\":[\"a\"]");
    }
  }

  @Test
  void what_a_service_alone_may_have_let_pass_before_a_restart_is_not_given_away()
      throws Exception {
    try (LiveExtenderOverHttp live = new LiveExtenderOverHttp(folder)) {
      live.quota(1);
      live.create("one", 1, "");
      live.start("");
      assertThat(live.filter("one")).contains("\"NodeNames\":[\"a\"]");
      live.create("two", 1, "");

      live.start("");

      assertThat(live.filter("two")).contains("quota gpus has no requests.nvidia.com/gpu left");
      assertThat(live.filter("one")).contains("\"NodeNames\":[\"a\"]");
    }
  }

  private static boolean isReady(LiveExtenderOverHttp live)
      throws IOException, InterruptedException {
    return live.get("/readyz").statusCode() == 200;
  }
}
