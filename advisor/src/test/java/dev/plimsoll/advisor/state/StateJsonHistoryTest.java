package dev.plimsoll.advisor.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.decision.DemandHistory;
import dev.plimsoll.model.tenancy.decision.DemandHistory.Level;
import dev.plimsoll.model.tenancy.decision.RecurringDemand;
import dev.plimsoll.model.tenancy.decision.State;
import dev.plimsoll.model.tenancy.decision.State.NamespaceState;
import dev.plimsoll.model.tenancy.decision.State.ResourceState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StateJsonHistoryTest {
  private static final Instant NOW = Instant.parse("2026-01-05T12:00:00Z");

  @Test
  void peaks_and_lows_are_read_as_they_were_written() throws Exception {
    DemandHistory history =
        new DemandHistory(
            NOW.minusSeconds(86_400),
            List.of(level(7000, 40), level(301, 12), level(0, 3)),
            List.of(level(9000, 0), level(0, 3)));
    State state =
        new State(
            NOW,
            Instant.EPOCH,
            new TreeMap<>(
                Map.of(
                    ResourceName.of("nvidia.com/gpu"),
                    new ResourceState(
                        1.5,
                        Map.of(
                            "red",
                            new NamespaceState(
                                0.25,
                                history,
                                new RecurringDemand(
                                    List.of(
                                        new RecurringDemand.Hour(NOW.minusSeconds(3600), 40, 3),
                                        new RecurringDemand.Hour(NOW, 3, 3))),
                                2)),
                        Map.of(),
                        Map.of()))));

    assertThat(StateJson.read(StateJson.write(state))).isEqualTo(state);
  }

  private static Level level(long secondsAgo, long units) {
    return new Level(NOW.minusSeconds(secondsAgo), units);
  }
}
