package dev.plimsoll.model.tenancy.steering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SteeringTest {
  private static final Patience NONE = Patience.DEFAULT.withTolerance(0);

  private static Moment moment(long capacity, Load... loads) {
    return new Moment(capacity, Duration.ofMinutes(5), List.of(loads));
  }

  @Test
  void whatWaitsIsMovedFromTheTenantThatHasNotWantedItForLongest() {
    Steering steering = new Steering(NONE, Map.of("a", 8L, "b", 8L, "c", 8L));
    steering.decide(moment(24, Load.of("a", 8, 8), Load.of("b", 8, 1), Load.of("c", 8, 0)));
    steering.decide(moment(24, Load.of("a", 8, 8), Load.of("b", 8, 1), Load.of("c", 8, 8)));
    steering.decide(moment(24, Load.of("a", 8, 8), Load.of("b", 8, 1), Load.of("c", 8, 0)));
    Map<String, Long> quotas =
        steering.decide(moment(24, Load.of("a", 8, 12), Load.of("b", 8, 1), Load.of("c", 8, 0)));
    assertThat(quotas).containsEntry("c", 8L);
    assertThat(quotas.get("a")).isGreaterThanOrEqualTo(12);
  }

  @Test
  void aGuaranteeIsNotTaken() {
    Steering steering = new Steering(NONE, Map.of("a", 8L, "b", 8L));
    Load guaranteed = new Load("b", 8, 6, 100, 0);
    assertThat(steering.decide(moment(16, Load.of("a", 8, 16), guaranteed)))
        .containsEntry("a", 10L)
        .containsEntry("b", 6L);
  }

  @Test
  void aCeilingIsNotExceeded() {
    Steering steering = new Steering(NONE, Map.of("a", 8L, "b", 8L));
    Load capped = new Load("a", 8, 0, 9, 16);
    assertThat(steering.decide(moment(16, capped, Load.of("b", 8, 0))))
        .containsEntry("a", 9L)
        .containsEntry("b", 7L);
  }

  @Test
  void newCapacityGoesToWhoWaitsBeforeAnythingIsTaken() {
    Steering steering = new Steering(NONE, Map.of("a", 8L, "b", 8L));
    assertThat(steering.decide(moment(20, Load.of("a", 8, 11), Load.of("b", 8, 0))))
        .containsEntry("a", 11L)
        .containsEntry("b", 8L);
  }

  @Test
  void lostCapacityIsTakenFromSlackBeforeWhatRuns() {
    Steering steering = new Steering(NONE, Map.of("a", 8L, "b", 8L));
    assertThat(steering.decide(moment(10, Load.of("a", 8, 8), Load.of("b", 8, 0))))
        .containsEntry("a", 8L)
        .containsEntry("b", 2L);
  }

  @Test
  void whoIsFurthestBelowItsFairAmountIsServedFirst() {
    Steering steering = new Steering(NONE, Map.of("a", 8L, "b", 2L, "c", 6L));
    assertThat(
            steering.decide(
                moment(16, Load.of("a", 8, 20), Load.of("b", 6, 6), Load.of("c", 2, 2))))
        .containsEntry("b", 6L);
  }

  @Test
  void aToleranceIsAPartOfOne() {
    assertThatIllegalArgumentException().isThrownBy(() -> Patience.DEFAULT.withTolerance(1.5));
  }
}
