package dev.plimsoll.model.whatif;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Device;
import dev.plimsoll.kubernetes.object.DeviceAllocation;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.DeviceNodes;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BindingFailureTest {
  private static final String GPU = "example.com/gpu";
  private static final ResourceName DEVICES =
      ResourceName.of("gpus.deviceclass.resource.k8s.io/devices");

  private static Device device(String name) {
    return new Device(
        name, Map.of(), Map.of(), List.of(), DeviceNodes.NONE, List.of(), false, List.of(), false);
  }

  private static ScheduleResult schedule(Pod pod, ApiObject... others) {
    List<ApiObject> objects = new ArrayList<>(List.of(others));
    objects.add(pod);
    objects.add(node("a").build());
    objects.add(new DeviceClass(ObjectMeta.of("", "gpus"), List.of(), GPU));
    objects.add(
        new ResourceSlice(
            ObjectMeta.of("", "slice"),
            "gpu.example.com",
            new ResourceSlice.Pool("a", 1, 1),
            new DeviceNodes("a", Optional.empty(), false),
            false,
            List.of(device("0"), device("1")),
            List.of()));
    return Simulation.of(
            ClusterFixture.cluster(objects.toArray(ApiObject[]::new))
                .withCoverage(DeviceClass.RESOURCE, Coverage.COMPLETE)
                .withCoverage(ResourceSlice.RESOURCE, Coverage.COMPLETE)
                .withCoverage(ResourceClaim.RESOURCE, Coverage.COMPLETE),
            AdmissionChain.standard(),
            DefaultPlugins.scheduler())
        .scheduleResultOf(pod);
  }

  private static ResourceQuota quota(long devices) {
    Resources hard = Resources.of(DEVICES, Quantity.of(devices));
    return new ResourceQuota(
        ObjectMeta.of("team-a", "q"),
        ResourceQuotaSpec.of(hard),
        new ResourceQuotaStatus(hard, Resources.of(DEVICES, Quantity.ZERO)));
  }

  private static Pod wantingTwo() {
    return pod("p").requests(GPU, "2").limits(GPU + "=2").build();
  }

  @Test
  void a_quota_on_devices_keeps_a_pod_from_what_a_class_serves_once_its_node_is_chosen() {
    assertThat(schedule(wantingTwo(), quota(1)).message())
        .isEqualTo(
            "running PreBind plugin \"DynamicResources\": create claim for extended resources"
                + " team-a/: resourceclaims.resource.k8s.io \"p-extended-resources\" is forbidden:"
                + " exceeded quota: q, requested: gpus.deviceclass.resource.k8s.io/devices=2, used:"
                + " gpus.deviceclass.resource.k8s.io/devices=0, limited:"
                + " gpus.deviceclass.resource.k8s.io/devices=1");
  }

  @Test
  void a_quota_that_suffices_lets_the_pod_be_bound() {
    assertThat(schedule(wantingTwo(), quota(2))).isInstanceOf(ScheduleResult.Feasible.class);
  }

  @Test
  void a_pod_that_names_an_allocated_claim_twice_is_reserved_for_twice_which_is_invalid() {
    ResourceClaim shared =
        ResourceClaim.of(ObjectMeta.of("team-a", "c"), List.of())
            .reserved(
                new DeviceAllocation(List.of(), Optional.empty()), pod("other").uid("1").build());
    Pod twice =
        pod("p")
            .uid("2")
            .spec(
                s ->
                    s.resourceClaims(
                        List.of(
                            new PodResourceClaim("one", "c", ""),
                            new PodResourceClaim("two", "c", ""))))
            .build();

    assertThat(schedule(twice, shared).message())
        .isEqualTo(
            "running PreBind plugin \"DynamicResources\": add reservation to claim team-a/c:"
                + " ResourceClaim.resource.k8s.io \"c\" is invalid: status.reservedFor[2]: Duplicate"
                + " value: \"2\"");
  }

  @Test
  void a_claim_that_an_earlier_attempt_left_is_deleted_and_its_devices_are_free() {
    Pod pod = pod("p").uid("2").requests(GPU, "2").limits(GPU + "=2").build();

    assertThat(schedule(pod, leftover("2"))).isInstanceOf(ScheduleResult.Feasible.class);
  }

  @Test
  void the_devices_of_another_pods_claim_stay_taken() {
    Pod pod = pod("p").uid("2").requests(GPU, "2").limits(GPU + "=2").build();

    assertThat(schedule(pod, leftover("1")).message()).contains("cannot allocate all claims");
  }

  /** Returns a claim for a pod's extended resources, with both devices. */
  private static ResourceClaim leftover(String uid) {
    return ResourceClaim.of(
            ObjectMeta.builder()
                .namespace("team-a")
                .name("p-extended-resources-abc")
                .annotations(Map.of(ResourceClaim.EXTENDED_RESOURCE_ANNOTATION, "true"))
                .owners(List.of(new OwnerReference("v1", "Pod", "p", uid, true)))
                .build(),
            List.of(
                new DeviceRequest(
                    "container-0-request-0",
                    List.of(DeviceRequest.DeviceSubRequest.of("gpus", "ExactCount", 2)),
                    false)))
        .reserved(
            new DeviceAllocation(List.of(result("0"), result("1")), Optional.empty()),
            pod("p").uid(uid).build());
  }

  private static DeviceAllocation.Result result(String device) {
    return new DeviceAllocation.Result(
        "container-0-request-0", "gpu.example.com", "a", device, false, false, Map.of());
  }
}
