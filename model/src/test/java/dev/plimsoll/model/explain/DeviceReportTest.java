package dev.plimsoll.model.explain;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.model.explain.DeviceScenario.BROKEN;
import static dev.plimsoll.model.explain.DeviceScenario.DRIVER;
import static dev.plimsoll.model.explain.DeviceScenario.claim;
import static dev.plimsoll.model.explain.DeviceScenario.gpu;
import static dev.plimsoll.model.explain.DeviceScenario.gpus;
import static dev.plimsoll.model.explain.DeviceScenario.holder;
import static dev.plimsoll.model.explain.DeviceScenario.model;
import static dev.plimsoll.model.explain.DeviceScenario.note;
import static dev.plimsoll.model.explain.DeviceScenario.request;
import static dev.plimsoll.model.explain.DeviceScenario.slice;
import static dev.plimsoll.model.explain.DeviceScenario.state;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.CounterSet;
import dev.plimsoll.kubernetes.object.DeviceClaim;
import dev.plimsoll.kubernetes.object.DeviceConstraint;
import dev.plimsoll.kubernetes.object.DeviceNodes;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.DeviceRequest.DeviceSubRequest;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.placement.dra.DeviceShortage.Cause;
import dev.plimsoll.kubernetes.placement.dra.DeviceShortage.Kind;
import dev.plimsoll.kubernetes.quantity.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeviceReportTest {
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
            "request second of claim c (1 of class gpus) can't be met on a: of 1 device 1 would do,"
                + " but earlier requests get the devices");
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
                + " without the constraint on gpu.example.com/model; if it requested 1, its claims"
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
}
