package dev.plimsoll.model.tenancy.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.LostCapacity;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CountedCapacityTest {
  private static final Instant NOON = Instant.parse("2026-01-05T12:00:00Z");
  private static final LostCapacity UNTIL_ACCEPTED =
      new LostCapacity(
          Duration.ofMinutes(10),
          new Amount.Percent(BigDecimal.valueOf(20)),
          LostCapacity.Beyond.PERSON,
          Duration.ofHours(1));

  private Map<String, NodeState> state = Map.of();
  private LostCapacity lostCapacity = LostCapacity.DEFAULT;
  private Instant accepted = Instant.EPOCH;

  @Test
  void units_of_a_node_that_is_not_ready_count_for_the_grace_period() {
    assertThat(unitsAt(0, 100, 0)).isEqualTo(100);
    assertThat(unitsAt(5, 92, 0, loss(3, 8))).isEqualTo(100);
    assertThat(unitsAt(12, 92, 0, loss(3, 8))).isEqualTo(100);
    assertThat(unitsAt(13, 92, 0, loss(3, 8))).isEqualTo(92);
  }

  @Test
  void units_of_a_node_that_vanishes_count_for_the_grace_period() {
    assertThat(unitsAt(0, 100, 0)).isEqualTo(100);
    assertThat(unitsAt(5, 92, 0)).isEqualTo(100);
    assertThat(unitsAt(14, 92, 0)).isEqualTo(100);
    assertThat(unitsAt(15, 92, 0)).isEqualTo(92);
  }

  @Test
  void a_node_that_comes_back_counts_once() {
    unitsAt(0, 100, 0);
    unitsAt(5, 92, 0);

    assertThat(unitsAt(8, 100, 0)).isEqualTo(100);
    assertThat(unitsAt(20, 100, 0)).isEqualTo(100);
  }

  @Test
  void a_cordoned_node_counts_no_longer_nor_when_it_is_deleted_then() {
    unitsAt(0, 100, 0);

    assertThat(unitsAt(1, 92, 8)).isEqualTo(92);
    assertThat(unitsAt(2, 92, 0)).isEqualTo(92);
  }

  @Test
  void a_node_that_turns_not_ready_and_is_cordoned_then_counts_no_longer() {
    unitsAt(0, 100, 0);

    assertThat(unitsAt(3, 92, 0, loss(3, 8))).isEqualTo(100);
    assertThat(unitsAt(4, 92, 8)).isEqualTo(92);
    assertThat(unitsAt(5, 100, 0)).isEqualTo(100);
  }

  @Test
  void a_loss_beyond_the_threshold_counts_for_the_period() {
    unitsAt(0, 100, 0);

    assertThat(unitsAt(5, 50, 0)).isEqualTo(100);
    assertThat(unitsAt(64, 50, 0)).isEqualTo(100);
    assertThat(unitsAt(65, 50, 0)).isEqualTo(50);
  }

  @Test
  void small_losses_that_add_up_to_more_than_the_threshold_are_held_together() {
    unitsAt(0, 100, 0);

    assertThat(unitsAt(5, 85, 0)).isEqualTo(100);
    assertThat(unitsAt(20, 70, 0)).isEqualTo(100);
    assertThat(unitsAt(64, 70, 0)).isEqualTo(100);
    assertThat(unitsAt(66, 70, 0)).isEqualTo(70);
  }

  @Test
  void a_loss_beyond_the_threshold_counts_until_a_person_accepts_it() {
    lostCapacity = UNTIL_ACCEPTED;
    unitsAt(0, 100, 0);

    assertThat(unitsAt(5, 50, 0)).isEqualTo(100);
    assertThat(unitsAt(10_000, 50, 0)).isEqualTo(100);
    accepted = at(10_001);
    assertThat(unitsAt(10_001, 50, 0)).isEqualTo(50);
    assertThat(unitsAt(10_002, 45, 0)).isEqualTo(50);
  }

  @Test
  void a_pool_that_is_gone_altogether_still_counts() {
    unitsAt(0, 100, 0);

    CountedCapacity counted = counted(List.of(), 5);

    assertThat(counted.units()).isEqualTo(100);
    assertThat(counted.held()).isTrue();
  }

  @Test
  void nodes_that_are_gone_for_five_minutes_every_ten_never_change_what_counts() {
    for (int minute = 0; minute < 600; minute += 5) {
      assertThat(unitsAt(minute, minute % 10 == 0 ? 100 : 90, 0)).isEqualTo(100);
    }
  }

  @Test
  void a_clock_that_goes_back_makes_nothing_count_twice() {
    unitsAt(60, 100, 0);
    unitsAt(65, 92, 0);

    assertThat(unitsAt(30, 92, 0)).isEqualTo(100);
    assertThat(unitsAt(75, 92, 0)).isEqualTo(92);
  }

  @Test
  void an_added_node_counts_at_once() {
    unitsAt(0, 100, 0);

    assertThat(unitsAt(5, 108, 0)).isEqualTo(108);
  }

  /** Returns what counts of two nodes; the second has what is lost or withheld. */
  private long unitsAt(int minute, long available, long withheld, CapacityLoss... lost) {
    long second = Math.max(0, available - 50);
    NodeObservation node =
        lost.length > 0
            ? new NodeObservation(
                "second", second, lost[0].units(), Optional.of(lost[0].since()), withheld)
            : new NodeObservation("second", second, 0, Optional.empty(), withheld);
    CountedCapacity counted =
        counted(
            List.of(
                PoolObservation.of(
                    "a", List.of(NodeObservation.available("first", available - second), node))),
            minute);
    state = counted.next();
    return counted.units();
  }

  private CountedCapacity counted(List<PoolObservation> pools, int minute) {
    return CountedCapacity.of(
        new ResourceObservation(
            DividedResource.of(ResourceName.of("nvidia.com/gpu")),
            pools,
            List.of(),
            Map.of(),
            List.of()),
        state,
        lostCapacity,
        at(minute),
        accepted);
  }

  private static CapacityLoss loss(int minute, long units) {
    return new CapacityLoss(at(minute), units);
  }

  private static Instant at(int minute) {
    return NOON.plus(Duration.ofMinutes(minute));
  }
}
