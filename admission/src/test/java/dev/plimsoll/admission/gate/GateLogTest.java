package dev.plimsoll.admission.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.server.metrics.MetricsRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GateLogTest {
  private static final Logger LOG = Logger.getLogger(GateLog.class.getName());

  private final List<Level> levels = new ArrayList<>();
  private final GateLog log = new GateLog(new MetricsRegistry());
  private final Optional<Level> before = Optional.ofNullable(LOG.getLevel());

  @BeforeEach
  void record() {
    Filter filter = logged -> !levels.add(logged.getLevel());
    LOG.setLevel(Level.ALL);
    LOG.setFilter(filter);
  }

  @AfterEach
  void restore() {
    LOG.setLevel(before.orElse(null));
    LOG.setFilter(null);
  }

  @Test
  void an_outage_is_told_once_and_its_end_too_though_the_reasons_change() {
    log.blocked("pods: resourceVersion expired, listing again");
    log.blocked("nodes: resourceVersion expired, listing again");
    log.takesOver();
    log.idle();
    log.idle();

    assertThat(levels).containsExactly(Level.WARNING, Level.INFO);
  }

  @Test
  void a_replica_that_loses_the_lease_in_an_outage_does_not_say_that_gates_are_removed_again() {
    log.blocked("capacitypolicies: the watch broke off");
    log.follows();
    assertThat(levels).containsExactly(Level.WARNING);

    log.blocked("capacitypolicies: nothing answers there");
    log.unblocked();
    assertThat(levels).containsExactly(Level.WARNING, Level.INFO);
  }

  @Test
  void a_problem_of_a_new_leader_is_a_warning() {
    log.takesOver();
    log.blocked("nodes: resourceVersion expired, listing again");
    log.unblocked();

    assertThat(levels).containsExactly(Level.INFO, Level.WARNING, Level.INFO);
  }
}
