package dev.plimsoll.extender.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes of 8 GPUs, each a pool of its own policy, by which two tenants share it evenly. */
@RealControlPlane
class TwoPoliciesEndToEndTest {
  private static final String POLICIES = "/apis/plimsoll.dev/v1alpha1/capacitypolicies";
  private static final String FULL =
      "tenant west has no share of nvidia.com/gpu left for placement";

  @TempDir private Path folder;

  @Test
  void a_tenant_that_is_full_in_one_pool_is_still_placed_in_the_other() throws Exception {
    try (ControlPlane plane = ControlPlane.start(Files.createDirectory(folder.resolve("plane")));
        SchedulerProcesses processes =
            new SchedulerProcesses(Files.createTempDirectory(folder, "scheduling"), plane)) {
      EndToEndCluster cluster = new EndToEndCluster(plane.api());
      cluster.addNamespace("east");
      cluster.addNamespace("west");
      cluster.allowAll("plimsoll-extender");
      cluster.add("crds/capacitypolicies.yaml");
      Await.until("policies can be created", () -> plane.api().isThere(POLICIES));
      for (String pool : new String[] {"a", "b"}) {
        cluster.addNode(pool);
        plane
            .api()
            .patch(
                "/api/v1/nodes/" + pool, "{\"metadata\":{\"labels\":{\"pool\":\"" + pool + "\"}}}");
        addPolicy(plane.api(), pool);
      }
      processes.configureClusterPolicies();
      processes.startExtender();
      processes.startScheduler(new SchedulerProcesses.Variant(true, false, false));

      addPod(plane.api(), "on-a", 4, "a");
      Await.until("the share of a is used", () -> cluster.placed("west", "on-a") == 1);
      addPod(plane.api(), "pinned", 1, "a");
      Await.until("the pod for a is held", () -> cluster.waiting("west", "1 " + FULL) == 1);
      cluster.addPods("west", "free", 4, 1);
      Await.until("pods go to b", () -> cluster.placed("west", "free") == 4);
      assertThat(cluster.gpusHeld()).containsEntry("a", 4).containsEntry("b", 4);

      cluster.addPods("west", "more", 1, 1);
      Await.until("both shares hold a pod", () -> cluster.waiting("west", "2 " + FULL) == 1);
      assertThat(processes.console("/api/v1/explain?kind=pod&namespace=west&name=more-0"))
          .contains("\"verdict\":\"Held\"", "tenant west has a share of 4 nvidia.com/gpu");
      cluster.addPods("east", "other", 8, 1);
      Await.until("the other tenant has its shares", () -> cluster.placed("east", "other") == 8);

      plane.api().delete("/api/v1/namespaces/west/pods/free-0");
      Await.until("one more runs on b", () -> cluster.placed("west", "more") == 1);
      assertThat(cluster.placed("west", "pinned")).isZero();
      assertThat(cluster.noGpuIsPlacedTwice()).isTrue();
    }
  }

  private static void addPod(AdminApi api, String name, int gpus, String pool) throws IOException {
    JsonObject unused =
        api.create(
            "/api/v1/namespaces/west/pods",
            """
            {"metadata": {"name": "%s"}, "spec": {
              "terminationGracePeriodSeconds": 0, "nodeSelector": {"pool": "%s"}, "containers": [
                {"name": "main", "image": "none", "resources": {
                  "limits": {"cpu": "1", "memory": "1Gi", "nvidia.com/gpu": "%d"}}}]}}
            """
                .formatted(name, pool, gpus));
  }

  private static void addPolicy(AdminApi api, String pool) throws IOException {
    JsonObject unused =
        api.create(
            POLICIES,
            """
            {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "CapacityPolicy",
             "metadata": {"name": "policy-%1$s"}, "spec": {
               "pools": [{"name": "pool-%1$s",
                 "nodeSelector": {"matchLabels": {"pool": "%1$s"}}}],
               "resources": [{"name": "nvidia.com/gpu", "pools": ["pool-%1$s"]}],
               "tenants": [{"name": "east", "namespaces": ["east"]},
                 {"name": "west", "namespaces": ["west"]}],
               "division": {"type": "Proportional"},
               "enforcement": {"placement": "Hold", "borrowing": "Never"}}}
            """
                .formatted(pool));
  }
}
