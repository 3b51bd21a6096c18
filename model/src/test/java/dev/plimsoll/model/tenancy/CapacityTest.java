package dev.plimsoll.model.tenancy;

import static dev.plimsoll.model.tenancy.Picture.GPU;
import static dev.plimsoll.model.tenancy.Picture.GPUS;
import static dev.plimsoll.model.tenancy.Picture.gpuNode;
import static dev.plimsoll.model.tenancy.Picture.gpuPolicy;
import static dev.plimsoll.model.tenancy.Picture.ownedByDaemonSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.Taint;
import dev.plimsoll.model.placement.PodBuilder;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CapacityTest {
  private static final CapacityPolicy POLICY = gpuPolicy(Tenant.of("team", 1, "team"));

  @Test
  void cordonedNotReadyAndTaintedNodesAreWithheld() {
    Picture picture =
        new Picture()
            .node("a", "A100", 8)
            .add(gpuNode("b", "A100", 8).withUnschedulable(true))
            .add(Picture.notReady(gpuNode("c", "A100", 4)))
            .add(
                gpuNode("d", "A100", 2)
                    .withTaints(
                        List.of(new Taint("node.kubernetes.io/disk-pressure", "", "NoSchedule"))));

    Capacity capacity = Capacity.of(picture.build(), POLICY);

    assertThat(capacity.allocatable(GPUS)).isEqualByComparingTo("8");
    assertThat(capacity.withheld(GPUS)).isEqualByComparingTo("14");
    assertThat(capacity.given(GPUS)).isEqualTo(8);
  }

  @Test
  void whatDaemonSetsAndSystemNamespacesTakeIsNotGiven() {
    Picture picture =
        new Picture()
            .node("a", "A100", 8)
            .pod("kube-system", "a", 1)
            .pod("team", "a", 2)
            .pod("stranger", "a", 2)
            .add(ownedByDaemonSet(gpuPod("monitoring")))
            .add(ownedByDaemonSet(gpuPod("team")));

    Capacity capacity = Capacity.of(picture.build(), POLICY);

    assertThat(capacity.system(GPUS)).isEqualByComparingTo("2");
    assertThat(capacity.given(GPUS)).isEqualTo(6);
  }

  private static Pod gpuPod(String namespace) {
    return PodBuilder.pod(namespace, "daemon").requests("nvidia.com/gpu", "1").on("a").build();
  }

  @Test
  void aReserveInPercentIsRoundedUp() {
    Picture picture = new Picture().node("a", "A100", 8).node("b", "H100", 8);

    Capacity capacity =
        Capacity.of(picture.build(), POLICY.withReserve(Map.of(GPU, Amount.parse("10%"))));

    assertThat(capacity.reserve(GPUS)).isEqualTo(2);
    assertThat(capacity.given(GPUS)).isEqualTo(14);
  }

  @Test
  void aReserveBeyondWhatThereIsLeavesNothing() {
    Capacity capacity =
        Capacity.of(
            new Picture().node("a", "A100", 8).build(),
            POLICY.withReserve(Map.of(GPU, Amount.parse("9"))));

    assertThat(capacity.given(GPUS)).isZero();
  }

  @Test
  void withoutPoolsEachProductIsOne() {
    Picture picture = new Picture().node("a", "A100", 8).node("b", "H100", 8);

    assertThat(Capacity.of(picture.build(), POLICY).pools())
        .extracting(PoolCapacity::name)
        .containsExactly("A100", "H100");
  }

  @Test
  void aResourceCountsInItsPoolsOnly() {
    Picture picture = new Picture().node("a", "A100", 8).node("b", "H100", 4);
    DividedResource hoppers = new DividedResource(GPU, Quantity.of(1), List.of("H100"));

    Capacity capacity =
        Capacity.of(
            picture.build(), POLICY.withPools(List.of(Picture.pool("A100"), Picture.pool("H100"))));

    assertThat(capacity.given(hoppers)).isEqualTo(4);
    assertThat(capacity.given(GPUS)).isEqualTo(12);
  }

  @Test
  void memoryIsGivenInWholeGibibytes() {
    DividedResource memory = DividedResource.of(ResourceName.MEMORY);

    assertThat(memory.unitsIn(Quantity.parse("1500Mi").toBigDecimal())).isEqualTo(1);
    assertThat(memory.unitsFor(Quantity.parse("1500Mi"))).isEqualTo(2);
    assertThat(memory.quantity(3)).hasToString("3Gi");
  }
}
