package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Device;
import dev.plimsoll.kubernetes.object.DeviceAttribute;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.DeviceNodes;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.DeviceRequest.DeviceSubRequest;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PodResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaimTemplate;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeviceShortageFindingTest {
  private static ResourceSlice slice(String node, int devices) {
    List<Device> all = new ArrayList<>();
    for (int i = 0; i < devices; i++) {
      all.add(
          new Device(
              "gpu-" + i,
              Map.of("model", new DeviceAttribute.Text("A100")),
              Map.of(),
              List.of(),
              DeviceNodes.NONE,
              List.of(),
              false,
              List.of(),
              false));
    }
    return new ResourceSlice(
        ObjectMeta.of("", "slice-" + node),
        "gpu.example.com",
        new ResourceSlice.Pool(node, 1, 1),
        new DeviceNodes(node, Optional.empty(), false),
        false,
        all,
        List.of());
  }

  private static ResourceClaim claim(long count, String... selectors) {
    return ResourceClaim.of(
        ObjectMeta.of("team-a", "c"),
        List.of(
            new DeviceRequest(
                "gpu",
                List.of(
                    DeviceSubRequest.of("gpus", "ExactCount", count)
                        .withSelectors(List.of(selectors))),
                false)));
  }

  private static Gap gapOf(GapKind kind, ApiObject... others) {
    return gapOf(kind, new PodResourceClaim("devices", "c", ""), others);
  }

  private static Gap gapOf(GapKind kind, PodResourceClaim claim, ApiObject... others) {
    List<ApiObject> objects = new ArrayList<>(List.of(others));
    objects.add(pod("p").spec(s -> s.resourceClaims(List.of(claim))).build());
    return gap(
        kind,
        Simulation.of(
            ClusterFixture.cluster(objects.toArray(ApiObject[]::new))
                .withCoverage(DeviceClass.RESOURCE, Coverage.COMPLETE)
                .withCoverage(ResourceClaimTemplate.RESOURCE, Coverage.COMPLETE)
                .withCoverage(ResourceSlice.RESOURCE, Coverage.COMPLETE)
                .withCoverage(ResourceClaim.RESOURCE, Coverage.COMPLETE),
            AdmissionChain.standard(),
            DefaultPlugins.scheduler()));
  }

  private static DeviceClass gpus() {
    return new DeviceClass(ObjectMeta.of("", "gpus"), List.of(), "");
  }

  @Test
  void devices_that_suffice_in_sum_but_on_no_node_are_fragmented() {
    Gap gap =
        gapOf(
            GapKind.Fragmented,
            node("a").build(),
            node("b").build(),
            gpus(),
            slice("a", 2),
            slice("b", 2),
            claim(3));

    assertThat(gap.message())
        .isEqualTo(
            "pod p requests devices: request gpu of claim c (3 of class gpus) can't be met on a, b:"
                + " of 4 devices 4 would do; if it requested 2, its claims would get devices on a,"
                + " b");
  }

  @Test
  void devices_that_do_not_suffice_even_in_sum_are_exhausted() {
    Gap gap = gapOf(GapKind.CapacityExhausted, node("a").build(), gpus(), slice("a", 2), claim(3));

    assertThat(gap.resource()).isEqualTo("gpus.deviceclass.resource.k8s.io/devices");
  }

  @Test
  void devices_that_no_node_has_as_they_are_requested_leave_no_eligible_node() {
    Gap gap =
        gapOf(
            GapKind.NoEligibleNode,
            node("a").build(),
            gpus(),
            slice("a", 1),
            claim(1, "device.attributes['gpu.example.com'].model == 'H100'"));

    assertThat(gap.message())
        .isEqualTo(
            "pod p requests devices: request gpu of claim c (1 of class gpus) can't be met on a: of"
                + " 1 device 1 isn't selected by the request");
  }

  @Test
  void a_class_that_does_not_exist_leaves_no_eligible_node() {
    assertThat(gapOf(GapKind.NoEligibleNode, node("a").build(), claim(1)).message())
        .isEqualTo(
            "pod p requests devices that no node can give it: request gpu: device class gpus does"
                + " not exist");
  }

  @Test
  void a_claim_that_is_not_made_leaves_no_eligible_node() {
    Gap gap =
        gapOf(
            GapKind.NoEligibleNode,
            new PodResourceClaim("devices", "", "gone"),
            node("a").build(),
            gpus());

    assertThat(gap.message())
        .isEqualTo(
            "pod p requests devices that no node can give it: PodResourceClaim devices: resource"
                + " claim template \"gone\": resourceclaimtemplate.resource.k8s.io \"gone\" not"
                + " found");
  }

  @Test
  void a_claim_template_that_is_missing_is_created_for_a_class_that_has_devices() {
    Gap gap =
        gapOf(
            GapKind.NoEligibleNode,
            new PodResourceClaim("devices", "", "gone"),
            node("a").build(),
            gpus(),
            new DeviceClass(ObjectMeta.of("", "nics"), List.of("false"), ""),
            slice("a", 1));

    assertThat(gap.remedies().get(0).action())
        .isEqualTo(
            "create claim template gone for one device of class gpus, or for what the pod needs"
                + " (there are: gpus, nics)");
    assertThat(gap.remedies().get(0).helps()).isTrue();
    assertThat(gap.remedies().get(0).commands())
        .singleElement()
        .asString()
        .contains(
            "{\"spec\":{\"devices\":{\"requests\":[{\"name\":\"device\",\"exactly\":{\"deviceClassName\":\"gpus\",\"allocationMode\":\"ExactCount\",\"count\":1}}]}}}");
    assertThat(gap.remedies())
        .filteredOn(r -> r.action().contains("class nics"))
        .noneMatch(Remedy::helps);
  }
}
