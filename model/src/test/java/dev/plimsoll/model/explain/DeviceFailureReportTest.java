package dev.plimsoll.model.explain;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.model.explain.DeviceScenario.claim;
import static dev.plimsoll.model.explain.DeviceScenario.claiming;
import static dev.plimsoll.model.explain.DeviceScenario.gpu;
import static dev.plimsoll.model.explain.DeviceScenario.gpus;
import static dev.plimsoll.model.explain.DeviceScenario.note;
import static dev.plimsoll.model.explain.DeviceScenario.request;
import static dev.plimsoll.model.explain.DeviceScenario.slice;
import static dev.plimsoll.model.explain.DeviceScenario.state;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.DeviceAllocation;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.DeviceRequest.DeviceSubRequest;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.PodResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeviceFailureReportTest {
  @Test
  void a_pool_with_missing_slices_is_named() {
    assertThat(
            note(
                node("a").build(),
                gpus(),
                slice("a", 2, gpu("0", "A100")),
                claim(request("gpu", 1))))
        .isEqualTo(
            "request gpu of claim c (1 of class gpus) can't be met on a: slices are missing of the"
                + " latest generation of pool gpu.example.com/a, so that nothing is taken from it");
  }

  @Test
  void all_devices_are_not_had_from_a_pool_with_missing_slices() {
    ResourceClaim all =
        claim(new DeviceRequest("gpu", List.of(DeviceSubRequest.of("gpus", "All", 0)), false));

    assertThat(state(node("a").build(), gpus(), slice("a", 2, gpu("0", "A100")), all))
        .satisfies(
            s ->
                assertThat(s.message())
                    .isEqualTo(
                        "running \"DynamicResources\" filter plugin: claim team-a/c, request gpu:"
                            + " asks for all devices, but resource pool gpu.example.com/a is"
                            + " currently being updated"))
        .satisfies(
            s ->
                assertThat(s.notes())
                    .containsExactly(
                        "claim team-a/c, request gpu: asks for all devices, but resource pool"
                            + " gpu.example.com/a is currently being updated; kube-scheduler gives"
                            + " the pod up for that"));
  }

  @Test
  void an_expression_that_does_not_compile_is_told_with_class_claim_and_request() {
    assertThat(
            note(
                node("a").build(),
                gpus("device.model =="),
                slice("a", gpu("0", "A100")),
                claim(request("gpu", 1))))
        .startsWith(
            "request gpu of claim c: class gpus: selector #0: CEL compile error: compilation"
                + " failed: ")
        .endsWith("; kube-scheduler gives the pod up for that");
  }

  @Test
  void a_template_that_is_missing_is_told_as_the_controller_records_it() {
    PodState state =
        state(
            claiming(new PodResourceClaim("devices", "", "gone")).build(),
            node("a").build(),
            gpus());

    assertThat(state.message()).isEqualTo("pod \"team-a/p\": ResourceClaim not created yet");
    assertThat(state.notes())
        .containsExactly(
            "a claim on devices isn't made for it, FailedResourceClaimCreation: PodResourceClaim"
                + " devices: resource claim template \"gone\":"
                + " resourceclaimtemplate.resource.k8s.io \"gone\" not found");
  }

  @Test
  void a_class_that_does_not_exist_is_the_cause() {
    assertThat(note(node("a").build(), claim(request("gpu", 1))))
        .isEqualTo("of its claims on devices, request gpu: device class gpus does not exist");
  }

  @Test
  void devices_that_a_claim_has_on_another_node_are_the_cause() {
    ResourceClaim got =
        claim(request("gpu", 1))
            .reserved(
                new DeviceAllocation(
                    List.of(),
                    Optional.of(
                        new NodeSelector(
                            List.of(
                                new NodeSelector.Term(
                                    List.of(),
                                    List.of(
                                        new NodeSelector.Requirement(
                                            "metadata.name", "In", List.of("b")))))))),
                pod("other").build());

    assertThat(note(node("a").build(), gpus(), got))
        .isEqualTo("claim c has devices already, which can't be reached from a");
  }
}
