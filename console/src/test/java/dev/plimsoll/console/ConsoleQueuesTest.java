package dev.plimsoll.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kueue's queues on the console: for administrators all, for a tenant its own. */
class ConsoleQueuesTest {
  private static final Path DUMP = Path.of("../kube/src/test/resources/kueue/stopped.yaml");
  private static final String TRAIN = "/api/v1/explain?kind=Job&namespace=team&name=train";
  private static final String CAPACITY = "/api/v1/capacity";
  private static final List<String> KINDS =
      List.of("ClusterQueue", "Cohort", "ResourceFlavor", "LocalQueue", "Workload");

  @TempDir private Path folder;

  private static KubeApiServer cluster(String version) {
    KubeApiServer server = KubeApiServer.start();
    KINDS.forEach(
        kind ->
            server.objects().put(ConsoleRightsTest.definition("kueue.x-k8s.io", version, kind)));
    YamlFile.read(DUMP)
        .forEach(
            document ->
                server.objects().put(document.json().toString().replace("v1beta2", version)));
    return server;
  }

  private static JsonObject json(LiveConsoleOverHttp console, String path, String user)
      throws IOException, InterruptedException {
    return JsonParser.parseString(console.get(path, user).body()).getAsJsonObject();
  }

  @Test
  void gaps_and_explanations_know_the_queues_in_both_versions() throws Exception {
    for (String version : new String[] {"v1beta2", "v1beta1"}) {
      try (LiveConsoleOverHttp console = new LiveConsoleOverHttp(folder, cluster(version), "")) {
        assertThat(console.get("/api/v1/gaps", "secret").body()).contains("QueueInactive");
        assertThat(json(console, TRAIN, "secret").get("queue").toString())
            .contains(
                "Workload job-train: QuotaReserved is False", "ClusterQueue gpus is stopped: Hold");
      }
    }
  }

  @Test
  void a_tenant_is_told_of_its_own_workload_and_that_the_rest_is_unread() throws Exception {
    try (LiveConsoleOverHttp console = new LiveConsoleOverHttp(folder, cluster("v1beta2"), "")) {
      assertThat(json(console, TRAIN, "alice").get("queue").toString())
          .contains("Workload job-train: QuotaReserved is False", "not all of the queue is known")
          .contains("clusterqueues.kueue.x-k8s.io")
          .doesNotContain("is stopped");
      JsonObject gaps = json(console, "/api/v1/gaps?namespace=team", "alice");
      assertThat(gaps.get("gaps").toString()).doesNotContain("QueueInactive");
      assertThat(gaps.get("unknowns").toString())
          .contains(
              "{\"kinds\":[\"QueueMisconfigured\",\"QueueInactive\"],\"message\":\"clusterqueues.kueue.x-k8s.io");
    }
  }

  @Test
  void a_tenant_sees_the_PodGroup_of_Volcano_and_not_its_queue() throws Exception {
    KubeApiServer server = KubeApiServer.start();
    for (String kind : List.of("Queue", "PodGroup")) {
      server.objects().put(ConsoleRightsTest.definition("scheduling.volcano.sh", "v1beta1", kind));
    }
    YamlFile.read(Path.of("../kube/src/test/resources/queues/volcano-over-capability.yaml"))
        .forEach(document -> server.objects().put(document.json().toString()));
    try (LiveConsoleOverHttp console = new LiveConsoleOverHttp(folder, server, "")) {
      String all = json(console, TRAIN, "secret").get("queue").toString();
      String own = json(console, TRAIN, "alice").get("queue").toString();

      assertThat(all).contains("PodGroup podgroup-1: phase is Pending", "Queue research: state");
      assertThat(own)
          .contains("PodGroup podgroup-1: phase is Pending", "not all of the queue is known")
          .contains("queues.scheduling.volcano.sh")
          .doesNotContain("capability", "Queue research");
    }
  }

  @Test
  void a_cluster_without_Kueue_is_asked_and_answers_as_before() throws Exception {
    try (LiveConsoleOverHttp console = new LiveConsoleOverHttp(folder, KubeApiServer.start(), "")) {
      assertThat(console.get("/api/v1/gaps", "secret").body()).doesNotContain("kueue");
      assertThat(console.get("/readyz", "").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void capacity_has_the_flavors_for_users_who_may_see_all() throws Exception {
    try (LiveConsoleOverHttp console = new LiveConsoleOverHttp(folder, cluster("v1beta2"), "")) {
      console.server().access().token("bob", new User("bob", "2", List.of()));
      console.server().access().allow("bob", "get", "nodes", "");
      console.server().access().allow("bob", "list", "pods", "team");
      JsonObject byFlavor = json(console, CAPACITY, "secret").getAsJsonObject("byFlavor");

      assertThat(byFlavor.getAsJsonArray("flavors").toString())
          .contains("\"flavor\":\"a100\"", "ClusterQueue gpus", "\"nominal\":\"8\"");
      assertThat(byFlavor.getAsJsonObject("unread").get("message").getAsString()).isEmpty();
      assertThat(json(console, CAPACITY, "bob").has("nodeGroups")).isTrue();
      assertThat(console.get(CAPACITY, "bob").body()).doesNotContain("byFlavor", "ClusterQueue");
      assertThat(console.get(CAPACITY, "alice").statusCode()).isEqualTo(403);
    }
  }

  @Test
  void capacity_names_what_of_Kueue_may_not_be_read() throws Exception {
    KubeApiServer some = cluster("v1beta2");
    some.access().forbid(User.ADMIN.name(), "list", "resourceflavors");
    try (LiveConsoleOverHttp console = new LiveConsoleOverHttp(folder, some, "")) {
      assertThat(
              json(console, CAPACITY, "secret")
                  .getAsJsonObject("byFlavor")
                  .getAsJsonObject("unread")
                  .get("message")
                  .getAsString())
          .isEqualTo("resourceflavors.kueue.x-k8s.io were not read");
    }
    KubeApiServer none = cluster("v1beta2");
    for (String kind : List.of("clusterqueues", "cohorts")) {
      none.access().forbid(User.ADMIN.name(), "list", kind);
    }
    try (LiveConsoleOverHttp console = new LiveConsoleOverHttp(folder, none, "")) {
      JsonObject capacity = json(console, CAPACITY, "secret");

      assertThat(capacity.has("byFlavor")).isFalse();
      assertThat(capacity.get("omissions").toString()).contains("clusterqueues", "cohorts");
    }
  }

  @Test
  void capacity_without_Kueue_has_no_flavors() throws Exception {
    try (LiveConsoleOverHttp console = new LiveConsoleOverHttp(folder, KubeApiServer.start(), "")) {
      assertThat(console.get(CAPACITY, "secret").body())
          .contains("nodeGroups")
          .doesNotContain("byFlavor", "kueue");
    }
  }
}
