package dev.plimsoll.admission.controller;

import static dev.plimsoll.model.fixtures.ResourceLists.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.ObservedUsage;
import dev.plimsoll.model.object.GroupResource;
import dev.plimsoll.model.object.ResourceQuotaSpec;
import dev.plimsoll.model.quantity.Resources;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class NewKeysTest {
  private static final Ledger EMPTY =
      Ledger.of("gpus", ResourceQuotaSpec.of(list("pods=9,services=9")));

  private final AtomicLong nanos = new AtomicLong();
  private final NewKeys newKeys = new NewKeys(nanos::get, Duration.ofSeconds(60));

  private static SortedMap<String, Resources> used(String amounts) {
    return new TreeMap<>(Map.of("team", list(amounts)));
  }

  private static Ledger counted(SortedMap<String, Resources> used) {
    return EMPTY.resynced(
        new ObservedUsage(used, new TreeMap<>(Map.of(new GroupResource("", "pods"), "1"))),
        r -> false);
  }

  private void pass(int seconds) {
    nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }

  @Test
  void a_new_ledger_is_counted_once_no_request_from_before_it_can_be_stored() {
    assertThat(newKeys.countable("l", EMPTY, used("pods=1"))).isEmpty();
    pass(59);
    assertThat(newKeys.countable("l", EMPTY, used("pods=2"))).isEmpty();
    pass(1);
    assertThat(newKeys.countable("l", EMPTY, used("pods=3"))).isEqualTo(used("pods=3"));
  }

  @Test
  void a_key_that_was_added_waits_alone() {
    Ledger ledger = counted(used("pods=1"));

    assertThat(newKeys.countable("l", ledger, used("pods=2,services=1"))).isEqualTo(used("pods=2"));
    pass(60);
    assertThat(newKeys.countable("l", ledger, used("pods=2,services=1")))
        .isEqualTo(used("pods=2,services=1"));
  }

  @Test
  void a_ledger_that_is_made_anew_waits_anew() {
    assertThat(newKeys.countable("l", EMPTY, used("pods=1"))).isEmpty();
    pass(60);
    assertThat(newKeys.countable("l", counted(used("pods=1")), used("pods=1")))
        .isEqualTo(used("pods=1"));

    assertThat(newKeys.countable("l", EMPTY, used("pods=1"))).isEmpty();
  }
}
