package dev.plimsoll.extender;

import static org.assertj.core.api.Assertions.assertThat;

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
  void the_leader_alone_requeues_and_the_other_once_it_is_gone() throws Exception {
    try (LiveExtenderOverHttp live = new LiveExtenderOverHttp(folder)) {
      live.put(
          "{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"metadata\": {\"name\": \"plimsoll\"}}");
      live.quota(0);
      live.create("one", 1, "");
      live.create("two", 1, "");
      LiveExtender leader = live.replica(ELECTION);
      LiveExtenderOverHttp.await("a leader", () -> !live.leader().isEmpty());
      String first = live.leader();
      live.start(ELECTION);
      hold(live, "one");
      LiveExtenderOverHttp.await("the leader's event", () -> live.events().size() == 1);
      live.quota(1);
      LiveExtenderOverHttp.await("the leader requeues", () -> live.isRequeued("one"));
      assertThat(live.leader()).isEqualTo(first);
      live.quota(0);
      leader.close();
      LiveExtenderOverHttp.await(
          "another leader", () -> !live.leader().isEmpty() && !live.leader().equals(first));
      hold(live, "two");
      live.quota(2);
      LiveExtenderOverHttp.await("the new leader requeues", () -> live.isRequeued("two"));
    }
  }
}
