package dev.plimsoll.kubernetes.placement.plugins;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Device;
import dev.plimsoll.kubernetes.object.DeviceAllocation;
import dev.plimsoll.kubernetes.object.DeviceAttribute;
import dev.plimsoll.kubernetes.object.DeviceBinding;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.DeviceNodes;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaimTemplate;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane.Origin;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DynamicResourcesTest {
  private static final String GPU = "example.com/gpu";
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

  private static PodBuilder claiming(String claim) {
    return pod("p")
        .spec(s -> s.resourceClaims(List.of(new PodResourceClaim("devices", claim, ""))));
  }

  private static ResourceClaim claim(String name, String deviceClass) {
    return ResourceClaim.of(
        ObjectMeta.of("team-a", name),
        List.of(
            new DeviceRequest(
                "gpu",
                List.of(DeviceRequest.DeviceSubRequest.of(deviceClass, "ExactCount", 1)),
                false)));
  }

  private static DeviceClass gpus() {
    return new DeviceClass(ObjectMeta.of("", "gpus"), List.of(), GPU);
  }

  private static String message(ScheduleResult scheduleResult) {
    return scheduleResult instanceof ScheduleResult.Unschedulable rejected
        ? rejected.message()
        : "";
  }

  private static Device device(String name) {
    return new Device(
        name,
        Map.of("model", new DeviceAttribute.Text(name)),
        Map.of(),
        List.of(),
        DeviceNodes.NONE,
        List.of(),
        false,
        List.of(),
        false);
  }

  private static ResourceSlice slice(String node, Device... devices) {
    return new ResourceSlice(
        ObjectMeta.of("", "slice-" + node),
        "gpu.example.com",
        new ResourceSlice.Pool(node, 1, 1),
        new DeviceNodes(node, Optional.empty(), false),
        false,
        List.of(devices),
        List.of());
  }

  private static ScheduleResult schedule(Pod pod, ApiObject... objects) {
    return DefaultPlugins.scheduler().schedule(snapshot(objects), pod);
  }

  private static Snapshot snapshot(ApiObject... objects) {
    return snapshot(Instant.EPOCH, objects);
  }

  private static Snapshot snapshot(Instant now, ApiObject... objects) {
    return Snapshot.of(
        Cluster.builder(now)
            .addAll(List.of(objects))
            .listed(ResourceSlice.RESOURCE)
            .listed(DeviceClass.RESOURCE)
            .listed(ResourceClaim.RESOURCE)
            .listed(ResourceClaimTemplate.RESOURCE)
            .build());
  }

  @Test
  void a_pod_whose_claim_does_not_exist_is_not_looked_at() {
    assertThat(schedule(claiming("unknown").build(), node("a").build(), gpus()))
        .isEqualTo(
            new ScheduleResult.Gated(
                "DynamicResources", List.of(), "could not find ResourceClaim \"team-a/unknown\""));
  }

  @Test
  void a_pod_whose_template_made_no_claim_yet_is_not_looked_at() {
    Pod pod =
        pod("p")
            .spec(s -> s.resourceClaims(List.of(new PodResourceClaim("devices", "", "template"))))
            .build();

    assertThat(schedule(pod, node("a").build(), gpus()))
        .isEqualTo(
            new ScheduleResult.Gated(
                "DynamicResources", List.of(), "pod \"team-a/p\": ResourceClaim not created yet"));
  }

  @Test
  void a_claim_that_names_no_class_refuses_the_pod() {
    assertThat(
            message(
                schedule(
                    claiming("known").build(), node("a").build(), claim("known", "gone"), gpus())))
        .isEqualTo(
            "0/1 nodes are available: request gpu: device class gone does not exist. no new claims"
                + " to deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful"
                + " for scheduling.");
  }

  @Test
  void a_device_that_one_claim_has_is_not_given_to_another() {
    ApiObject[] objects = {
      node("a").build(), node("b").build(), gpus(), slice("a", device("gpu-0")), claim("c", "gpus")
    };
    Pod pod = claiming("c").build();
    assertThat(schedule(pod, objects))
        .isInstanceOfSatisfying(
            ScheduleResult.Feasible.class, f -> assertThat(f.nodes()).containsExactly("a"));

    Snapshot snapshot = snapshot(objects);
    Cluster taken = new DynamicResources().reserve(snapshot, pod, snapshot.node("a").orElseThrow());
    assertThat(
            message(
                DefaultPlugins.scheduler()
                    .schedule(
                        Snapshot.of(taken.with(claim("other", "gpus"))),
                        claiming("other").build())))
        .startsWith("0/2 nodes are available: 2 cannot allocate all claims.");
  }

  @Test
  void an_expression_that_fails_for_a_device_gives_the_pod_up() {
    DeviceClass picky =
        new DeviceClass(
            ObjectMeta.of("", "gpus"),
            List.of("device.attributes['gpu.example.com'].memory == 'much'"),
            "");

    assertThat(
            message(
                schedule(
                    claiming("c").build(),
                    node("a").build(),
                    picky,
                    slice("a", device("gpu-0")),
                    claim("c", "gpus"))))
        .isEqualTo(
            "running \"DynamicResources\" filter plugin: class gpus: selector #0: CEL runtime"
                + " error: no such key: memory");
  }

  @Test
  void where_slices_were_not_read_devices_are_assumed_and_that_is_said() {
    ClusterFixture clusterFixture =
        ClusterFixture.of(node("a")).with(claim("known", "gpus"), gpus());

    assertThat(clusterFixture.schedule(claiming("known")).assumptions())
        .singleElement()
        .asString()
        .startsWith("The snapshot has no ResourceSlices");
  }

  @Test
  void a_resource_of_a_device_class_is_taken_from_devices_where_a_node_has_none_itself() {
    Pod busy = pod("busy").requests(GPU, "1").on("a").build();

    assertThat(
            schedule(
                pod("p").requests(GPU, "1").build(),
                node("a").has(GPU, "1").build(),
                node("b").build(),
                node("c").build(),
                gpus(),
                busy,
                slice("b", device("gpu-0"))))
        .isInstanceOfSatisfying(
            ScheduleResult.Feasible.class, f -> assertThat(f.nodes()).containsExactly("b"));
  }

  @Test
  void where_no_node_publishes_devices_a_resource_of_a_device_class_cant_be_had() {
    Pod wanting = pod("p").requests(GPU, "1").build();
    Snapshot snapshot =
        Snapshot.of(
            Cluster.builder(Instant.EPOCH)
                .add(node("a").build())
                .add(gpus())
                .listed(ResourceSlice.RESOURCE)
                .build());

    assertThat(message(DefaultPlugins.scheduler().schedule(snapshot, wanting)))
        .isEqualTo(
            "0/1 nodes are available: 1 cannot allocate all claims. still not schedulable,"
                + " preemption: 0/1 nodes are available: 1 Preemption is not helpful for"
                + " scheduling.");
  }

  @Test
  void a_claim_of_an_earlier_attempt_keeps_its_pod_from_nodes_and_is_deleted() {
    Pod pod = pod("p").requests(GPU, "1").build();

    assertThat(
            message(
                schedule(
                    pod,
                    node("a").build(),
                    gpus(),
                    slice("a", device("gpu-0")),
                    leftover("p-extended-resources-abc", pod.metadata().uid()))))
        .isEqualTo(
            "0/1 nodes are available: 1 cannot schedule extended resource claim. deletion of"
                + " ResourceClaim completed, preemption: 0/1 nodes are available: 1 Preemption is"
                + " not helpful for scheduling.");
  }

  @Test
  void a_claim_of_a_replaced_pod_of_the_same_name_keeps_no_pod_from_nodes() {
    Pod pod = pod("p").requests(GPU, "1").build();

    assertThat(
            schedule(
                pod,
                node("a").build(),
                gpus(),
                slice("a", device("gpu-0")),
                leftover("p-extended-resources-abc", "another")))
        .isInstanceOf(ScheduleResult.Feasible.class);
  }

  private static ResourceClaim leftover(String name, String uid) {
    return claim(name, "gpus")
        .withMetadata(
            ObjectMeta.builder()
                .namespace("team-a")
                .name(name)
                .annotations(Map.of(ResourceClaim.EXTENDED_RESOURCE_ANNOTATION, "true"))
                .owners(List.of(new OwnerReference("v1", "Pod", "p", uid, true)))
                .build());
  }

  @Test
  void a_claim_whose_device_failed_to_be_prepared_is_available_nowhere() {
    assertThat(message(schedule(NOW, prepared(NOW, Optional.of(Set.of("Attached", "Broken"))))))
        .isEqualTo(
            "0/1 nodes are available: 1 resourceclaim not available on the node. deallocation of"
                + " ResourceClaim completed, preemption: 0/1 nodes are available: 1 Preemption is"
                + " not helpful for scheduling.");
  }

  @Test
  void a_claim_whose_driver_takes_more_than_ten_minutes_is_available_nowhere() {
    ResourceClaim claim = prepared(NOW.minusSeconds(601), Optional.empty());

    assertThat(message(schedule(NOW, claim))).contains("1 resourceclaim not available on the node");
  }

  @Test
  void a_claim_whose_driver_still_works_is_assumed_to_be_ready() {
    ResourceClaim claim = prepared(NOW.minusSeconds(600), Optional.of(Set.of()));

    assertThat(schedule(NOW, claim))
        .isInstanceOfSatisfying(
            ScheduleResult.Feasible.class,
            f ->
                assertThat(f.assumptions())
                    .containsExactly(
                        "The driver still prepares the devices of claim c; assuming that it"
                            + " succeeds."));
  }

  @Test
  void a_claim_whose_devices_are_prepared_is_available() {
    assertThat(schedule(NOW, prepared(Instant.EPOCH, Optional.of(Set.of("Attached")))))
        .isInstanceOfSatisfying(
            ScheduleResult.Feasible.class, f -> assertThat(f.assumptions()).isEmpty());
  }

  @Test
  void before_conditions_for_binding_a_claim_with_devices_is_available() {
    Cluster cluster =
        snapshot(NOW, node("a").build(), gpus(), prepared(Instant.EPOCH, Optional.empty()))
            .cluster()
            .withControlPlane(KubernetesControlPlane.of(KubernetesVersion.V1_35, Origin.OPTION));

    assertThat(DefaultPlugins.scheduler().schedule(Snapshot.of(cluster), claiming("c").build()))
        .isInstanceOf(ScheduleResult.Feasible.class);
  }

  @Test
  void since_1_37_rules_that_may_taint_a_device_are_named_as_unread() {
    Cluster cluster =
        snapshot(NOW, node("a").build(), gpus(), slice("a", device("gpu-0")), claim("c", "gpus"))
            .cluster()
            .withControlPlane(KubernetesControlPlane.of(KubernetesVersion.V1_37, Origin.OPTION));

    assertThat(
            DefaultPlugins.scheduler()
                .schedule(Snapshot.of(cluster), claiming("c").build())
                .assumptions())
        .containsExactly("DeviceTaintRules are not read; assuming that none taints a device.");
  }

  private static ScheduleResult schedule(Instant now, ResourceClaim claim) {
    return DefaultPlugins.scheduler()
        .schedule(
            snapshot(now, node("a").build(), gpus(), slice("a", device("gpu-0")), claim),
            claiming("c").build());
  }

  /** Returns a claim with a device that must be attached and must not be broken. */
  private static ResourceClaim prepared(Instant allocatedAt, Optional<Set<String>> reported) {
    DeviceBinding binding =
        new DeviceBinding(
            Optional.of(allocatedAt),
            List.of(
                new DeviceBinding.AllocatedDevice(
                    List.of("Attached"), List.of("Broken"), reported)));
    return new ResourceClaim(
        ObjectMeta.of("team-a", "c"),
        claim("c", "gpus").devices(),
        Optional.of(new DeviceAllocation(List.of(), Optional.empty(), binding)),
        Set.of());
  }
}
