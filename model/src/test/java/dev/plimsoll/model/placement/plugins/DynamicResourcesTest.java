package dev.plimsoll.model.placement.plugins;

import static dev.plimsoll.model.fixtures.NodeBuilder.node;
import static dev.plimsoll.model.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.fixtures.ClusterFixture;
import dev.plimsoll.model.fixtures.PodBuilder;
import dev.plimsoll.model.object.DeviceClass;
import dev.plimsoll.model.object.DeviceRequest;
import dev.plimsoll.model.object.GroupResource;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.PodResourceClaim;
import dev.plimsoll.model.object.ResourceClaim;
import dev.plimsoll.model.placement.framework.ScheduleResult;
import dev.plimsoll.model.placement.snapshot.Snapshot;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class DynamicResourcesTest {
  private static final String GPU = "example.com/gpu";

  private static PodBuilder claiming(String claim) {
    return pod("p")
        .spec(s -> s.resourceClaims(List.of(new PodResourceClaim("devices", claim, ""))));
  }

  private static ResourceClaim claim(String name, String deviceClass) {
    return new ResourceClaim(
        ObjectMeta.of("team-a", name),
        List.of(
            new DeviceRequest(
                "gpu",
                List.of(new DeviceRequest.DeviceSubRequest(deviceClass, "ExactCount", 1)),
                false)));
  }

  private static DeviceClass gpus() {
    return new DeviceClass(ObjectMeta.of("", "gpus"), GPU);
  }

  private static String message(ScheduleResult scheduleResult) {
    return scheduleResult instanceof ScheduleResult.Unschedulable rejected
        ? rejected.message()
        : "";
  }

  @Test
  void a_claim_that_doesnt_exist_or_names_no_class_refuses_the_pod() {
    ClusterFixture clusterFixture =
        ClusterFixture.of(node("a")).with(claim("known", "gone"), gpus());

    assertThat(message(clusterFixture.schedule(claiming("unknown"))))
        .isEqualTo(
            "0/1 nodes are available: could not find ResourceClaim \"team-a/unknown\"."
                + " no new claims to deallocate, preemption: 0/1 nodes are available: 1 Preemption"
                + " is not helpful for scheduling.");
    assertThat(message(clusterFixture.schedule(claiming("known"))))
        .startsWith("0/1 nodes are available: request gpu: device class gone does not exist.");
  }

  @Test
  void a_claim_that_can_be_met_is_taken_to_be_met_and_that_is_said() {
    ClusterFixture clusterFixture =
        ClusterFixture.of(node("a")).with(claim("known", "gpus"), gpus());

    assertThat(clusterFixture.schedule(claiming("known")).assumptions())
        .singleElement()
        .asString()
        .startsWith("Which devices are free isn't modelled");
  }

  @Test
  void a_resource_of_a_device_class_is_assumed_on_nodes_that_have_none_of_their_own() {
    ClusterFixture clusterFixture =
        ClusterFixture.of(node("a").has(GPU, "1"), node("b"))
            .with(gpus())
            .with(pod("busy").requests(GPU, "1").on("a"));

    assertThat(clusterFixture.schedule(pod("p").requests(GPU, "1")))
        .isInstanceOfSatisfying(
            ScheduleResult.Feasible.class,
            placed -> {
              assertThat(placed.nodes()).containsExactly("b");
              assertThat(placed.assumptions()).hasSize(1);
            });
  }

  @Test
  void where_no_node_publishes_devices_a_resource_of_a_device_class_cant_be_had() {
    Pod wanting = pod("p").requests(GPU, "1").build();
    Snapshot snapshot =
        Snapshot.of(
            Cluster.builder(Instant.EPOCH)
                .add(node("a").build())
                .add(gpus())
                .listed(new GroupResource("resource.k8s.io", "resourceslices"))
                .build());

    assertThat(message(DefaultPlugins.scheduler().schedule(snapshot, wanting)))
        .isEqualTo(
            "0/1 nodes are available: 1 cannot allocate all claims. still not schedulable,"
                + " preemption: 0/1 nodes are available: 1 Preemption is not helpful for"
                + " scheduling.");
  }
}
