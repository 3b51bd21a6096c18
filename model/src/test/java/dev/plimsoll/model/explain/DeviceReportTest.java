package dev.plimsoll.model.explain;

import static dev.plimsoll.model.fixtures.NodeBuilder.node;
import static dev.plimsoll.model.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.admission.AdmissionChain;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.cluster.Coverage;
import dev.plimsoll.model.fixtures.ClusterFixture;
import dev.plimsoll.model.fixtures.PodBuilder;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.CounterSet;
import dev.plimsoll.model.object.Device;
import dev.plimsoll.model.object.DeviceAllocation;
import dev.plimsoll.model.object.DeviceAttribute;
import dev.plimsoll.model.object.DeviceClaim;
import dev.plimsoll.model.object.DeviceClass;
import dev.plimsoll.model.object.DeviceConstraint;
import dev.plimsoll.model.object.DeviceNodes;
import dev.plimsoll.model.object.DeviceRequest;
import dev.plimsoll.model.object.DeviceRequest.DeviceSubRequest;
import dev.plimsoll.model.object.DeviceTaint;
import dev.plimsoll.model.object.NodeSelector;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.PodResourceClaim;
import dev.plimsoll.model.object.ResourceClaim;
import dev.plimsoll.model.object.ResourceClaimTemplate;
import dev.plimsoll.model.object.ResourceSlice;
import dev.plimsoll.model.placement.dra.DeviceShortage.Cause;
import dev.plimsoll.model.placement.dra.DeviceShortage.Kind;
import dev.plimsoll.model.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeviceReportTest {
  private static final String DRIVER = "gpu.example.com";
  private static final DeviceTaint BROKEN = new DeviceTaint("broken", "yes", "NoSchedule");

  private static Device gpu(String name, String model) {
    return gpu(name, model, List.of(), List.of());
  }

  private static Device gpu(
      String name, String model, List<DeviceTaint> taints, List<CounterSet> counters) {
    return new Device(
        name,
        Map.of("model", new DeviceAttribute.Text(model)),
        Map.of(),
        counters,
        DeviceNodes.NONE,
        taints,
        false,
        List.of(),
        false);
  }

  private static ResourceSlice slice(String node, Device... devices) {
    return slice(node, 1, devices);
  }

  private static ResourceSlice slice(String node, long slices, Device... devices) {
    return new ResourceSlice(
        ObjectMeta.of("", "slice-" + node),
        DRIVER,
        new ResourceSlice.Pool(node, 1, slices),
        new DeviceNodes(node, Optional.empty(), false),
        false,
        List.of(devices),
        List.of());
  }

  private static DeviceClass gpus(String... selectors) {
    return new DeviceClass(ObjectMeta.of("", "gpus"), List.of(selectors), "");
  }

  private static String model(String value) {
    return "device.attributes['" + DRIVER + "'].model == '" + value + "'";
  }

  private static DeviceRequest request(String name, long count, String... selectors) {
    return new DeviceRequest(
        name,
        List.of(DeviceSubRequest.of("gpus", "ExactCount", count).withSelectors(List.of(selectors))),
        false);
  }

  private static ResourceClaim claim(DeviceRequest... requests) {
    return ResourceClaim.of(ObjectMeta.of("team-a", "c"), List.of(requests));
  }

  private static ResourceClaim holder(String namespace, String name, String pool, String device) {
    return ResourceClaim.of(ObjectMeta.of(namespace, name), List.of())
        .reserved(
            new DeviceAllocation(
                List.of(
                    new DeviceAllocation.Result(
                        "gpu", DRIVER, pool, device, false, false, Map.of())),
                Optional.empty()),
            pod("other").build());
  }

  private static PodBuilder claiming(PodResourceClaim claim) {
    return pod("p").spec(s -> s.resourceClaims(List.of(claim)));
  }

  private static PodState state(ApiObject... others) {
    return state(claiming(new PodResourceClaim("devices", "c", "")).build(), others);
  }

  private static PodState state(Pod pod, ApiObject... others) {
    List<ApiObject> objects = new ArrayList<>(List.of(others));
    objects.add(pod);
    Cluster cluster =
        ClusterFixture.cluster(objects.toArray(ApiObject[]::new))
            .withCoverage(ResourceSlice.RESOURCE, Coverage.COMPLETE)
            .withCoverage(DeviceClass.RESOURCE, Coverage.COMPLETE)
            .withCoverage(ResourceClaim.RESOURCE, Coverage.COMPLETE)
            .withCoverage(ResourceClaimTemplate.RESOURCE, Coverage.COMPLETE);
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    return Explainer.ofPod(simulation, pod).worst();
  }

  private static String note(ApiObject... others) {
    return state(others).notes().get(0);
  }

  @Test
  void where_no_devices_are_published_that_is_said() {
    assertThat(note(node("a").build(), node("b").build(), gpus(), claim(request("gpu", 1))))
        .isEqualTo(
            "request gpu of claim c (1 of class gpus) can't be met on a, b: no devices are"
                + " published there");
  }

  @Test
  void devices_are_counted_by_what_keeps_them_from_the_request() {
    PodState state =
        state(
            node("a").build(),
            gpus("device.attributes['gpu.example.com'].model != 'FPGA'"),
            slice(
                "a",
                gpu("0", "A100"),
                gpu("1", "H100"),
                gpu("2", "H100"),
                gpu("3", "H100", List.of(BROKEN), List.of()),
                gpu("4", "FPGA")),
            holder("team-a", "mine", "a", "1"),
            holder("team-b", "theirs", "a", "2"),
            claim(request("gpu", 1, model("H100"))));

    assertThat(state.notes().get(0))
        .isEqualTo(
            "request gpu of claim c (1 of class gpus) can't be met on a: of 5 devices 1 isn't of"
                + " the class, 1 isn't selected by the request, 2 are allocated to claim mine and"
                + " claims of other namespaces, 1 is tainted (broken=yes:NoSchedule); if it"
                + " tolerated broken=yes:NoSchedule, its claims would get devices on a");
    assertThat(state.unmetRequests())
        .singleElement()
        .satisfies(
            r ->
                assertThat(r.causes())
                    .containsExactly(
                        new Cause(Kind.OtherClass, "", 1),
                        new Cause(Kind.NotSelected, "", 1),
                        new Cause(Kind.Allocated, "", 1),
                        new Cause(Kind.Allocated, "mine", 1),
                        new Cause(Kind.Tainted, "broken=yes:NoSchedule", 1)));
  }

  @Test
  void nodes_are_gathered_by_causes_and_a_lower_count_is_told_where_it_suffices() {
    PodState state =
        state(
            node("a").build(),
            node("b").build(),
            node("c").build(),
            gpus(),
            slice("a", gpu("0", "A100"), gpu("1", "A100")),
            slice("b", gpu("0", "A100")),
            claim(request("gpu", 3)));

    assertThat(state.notes())
        .containsExactly(
            "request gpu of claim c (3 of class gpus) can't be met on a, b: of 3 devices 3 would"
                + " do; if it requested 1, its claims would get devices on b; if it requested 2,"
                + " its claims would get devices on a",
            "request gpu of claim c (3 of class gpus) can't be met on c: no devices are published"
                + " there");
  }

  @Test
  void the_request_that_fails_is_named_when_those_before_it_take_the_devices() {
    assertThat(
            note(
                node("a").build(),
                gpus(),
                slice("a", gpu("0", "A100")),
                claim(request("first", 1), request("second", 1))))
        .isEqualTo(
            "request second of claim c (1 of class gpus) can't be met on a: of 1 device 1 would do"
                + " but for what requests before it get");
  }

  @Test
  void a_constraint_that_alone_is_in_the_way_is_named() {
    ResourceClaim matched =
        new ResourceClaim(
            ObjectMeta.of("team-a", "c"),
            new DeviceClaim(
                List.of(request("gpu", 2)),
                List.of(
                    new DeviceConstraint(
                        DeviceConstraint.Kind.MATCH, DRIVER + "/model", List.of()))),
            Optional.empty(),
            Set.of());

    assertThat(
            note(
                node("a").build(), gpus(), slice("a", gpu("0", "A100"), gpu("1", "H100")), matched))
        .isEqualTo(
            "request gpu of claim c (2 of class gpus) can't be met on a: of 2 devices 2 would do"
                + " but for the constraint on gpu.example.com/model; if it requested 1, its claims"
                + " would get devices on a");
  }

  @Test
  void counters_that_other_devices_use_up_are_told() {
    List<CounterSet> half = List.of(new CounterSet("card", Map.of("slices", Quantity.parse("4"))));
    ResourceSlice counters =
        new ResourceSlice(
            ObjectMeta.of("", "counters"),
            DRIVER,
            new ResourceSlice.Pool("a", 1, 2),
            new DeviceNodes("a", Optional.empty(), false),
            false,
            List.of(),
            List.of(new CounterSet("card", Map.of("slices", Quantity.parse("7")))));

    assertThat(
            note(
                node("a").build(),
                gpus(),
                counters,
                slice("a", 2, gpu("0", "A100", List.of(), half), gpu("1", "A100", List.of(), half)),
                holder("team-a", "mine", "a", "0"),
                claim(request("gpu", 1))))
        .isEqualTo(
            "request gpu of claim c (1 of class gpus) can't be met on a: of 2 devices 1 is"
                + " allocated to claim mine, 1 needs more of shared counters than is left");
  }

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
  void every_alternative_of_a_request_is_accounted_for() {
    DeviceSubRequest large = DeviceSubRequest.of("gpus", "ExactCount", 2);
    DeviceRequest first =
        new DeviceRequest(
            "gpu",
            List.of(
                large.withName("two"),
                large.withName("special").withCount(1).withSelectors(List.of(model("H100")))),
            true);

    assertThat(state(node("a").build(), gpus(), slice("a", gpu("0", "A100")), claim(first)).notes())
        .containsExactly(
            "request gpu/two of claim c (2 of class gpus) can't be met on a: of 1 device 1 would"
                + " do",
            "request gpu/special of claim c (1 of class gpus) can't be met on a: of 1 device 1"
                + " isn't selected by the request");
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
