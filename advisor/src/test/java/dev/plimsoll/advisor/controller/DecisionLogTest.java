package dev.plimsoll.advisor.controller;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DecisionLogTest {
  private static final Logger LOG = Logger.getLogger(DecisionLog.class.getName());

  private final List<Level> levels = new ArrayList<>();
  private final DecisionLog log = new DecisionLog();

  @BeforeEach
  void record() {
    Filter filter = logged -> !levels.add(logged.getLevel());
    LOG.setFilter(filter);
  }

  @AfterEach
  void restore() {
    LOG.setFilter(null);
  }

  @Test
  void what_keeps_from_deciding_is_told_once_and_its_end_too_though_the_reasons_change() {
    log.blocked("pods: resourceVersion expired, listing again");
    log.blocked("nodes: resourceVersion expired, listing again");
    log.blocked("");
    log.blocked("");

    assertThat(levels).containsExactly(Level.WARNING, Level.INFO);
  }

  @Test
  void of_many_reasons_the_first_are_named() {
    assertThat(Freshness.text(List.of("a", "b", "c"))).isEqualTo("a; b; c");
    assertThat(Freshness.text(List.of("a", "b", "c", "d", "e"))).isEqualTo("a; b; c; and 2 more");
  }
}
