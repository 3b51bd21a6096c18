package dev.plimsoll.admission.controller;

import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.ledger.EnforcedQuota;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.ObservedUsage;
import dev.plimsoll.model.ledger.QuotaOrigin;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
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

  private static SortedMap<String, EnforcedQuota> quotas(String hard) {
    SortedSet<String> team = new TreeSet<>(Set.of("team"));
    return new TreeMap<>(
        Map.of(
            "l",
            new EnforcedQuota(
                new QuotaOrigin.OfNamespace("team", "q"),
                AdmissionMode.DENY,
                ResourceQuotaSpec.of(list(hard)),
                team,
                team)));
  }

  private boolean isCounted(Ledger ledger, String used) {
    return newKeys.countable("l", ledger, used(used)).equals(used(used));
  }

  @Test
  void a_quota_that_appears_is_counted_when_all_replicas_have_seen_it() {
    newKeys.planned(new TreeMap<>());
    newKeys.planned(quotas("pods=9"));

    assertThat(isCounted(EMPTY, "pods=1")).isFalse();
    assertThat(newKeys.ready()).isEmpty();
    pass(1);
    assertThat(newKeys.ready()).containsExactly("l");
    assertThat(isCounted(EMPTY, "pods=1")).isTrue();
    assertThat(isCounted(counted(used("pods=1")), "pods=1")).isTrue();
    assertThat(newKeys.ready()).isEmpty();
  }

  @Test
  void a_key_that_appears_is_counted_when_all_replicas_have_seen_it() {
    newKeys.planned(quotas("pods=9"));
    Ledger ledger = counted(used("pods=1"));
    newKeys.planned(quotas("pods=9,services=9"));

    assertThat(isCounted(ledger, "pods=1,services=1")).isFalse();
    pass(1);
    assertThat(isCounted(ledger, "pods=1,services=1")).isTrue();
  }

  /** The ledger that a replica finds at its start may have been deleted meanwhile. */
  @Test
  void a_quota_that_was_there_at_the_start_is_not_new() {
    newKeys.planned(quotas("pods=9"));

    assertThat(isCounted(EMPTY, "pods=1")).isFalse();
    pass(59);
    newKeys.planned(quotas("pods=9"));
    assertThat(isCounted(EMPTY, "pods=1")).isFalse();
    pass(1);
    assertThat(isCounted(EMPTY, "pods=1")).isTrue();
  }

  @Test
  void a_ledger_that_loses_what_it_counted_is_not_new() {
    newKeys.planned(new TreeMap<>());
    newKeys.planned(quotas("pods=9"));
    assertThat(isCounted(counted(used("pods=1")), "pods=1")).isTrue();

    assertThat(isCounted(EMPTY, "pods=1")).isFalse();
    pass(59);
    newKeys.planned(quotas("pods=9"));
    assertThat(isCounted(EMPTY, "pods=1")).isFalse();
  }

  @Test
  void a_quota_that_returns_soon_is_not_new() {
    newKeys.planned(new TreeMap<>());
    newKeys.planned(quotas("pods=9"));
    pass(1);
    newKeys.planned(new TreeMap<>());
    pass(30);
    newKeys.planned(quotas("pods=9"));

    assertThat(isCounted(EMPTY, "pods=1")).isFalse();
    pass(59);
    newKeys.planned(quotas("pods=9"));
    assertThat(isCounted(EMPTY, "pods=1")).isFalse();
  }

  @Test
  void a_quota_that_returns_late_is_new() {
    newKeys.planned(quotas("pods=9"));
    pass(1);
    newKeys.planned(new TreeMap<>());
    pass(61);
    newKeys.planned(new TreeMap<>());
    newKeys.planned(quotas("pods=9"));

    assertThat(isCounted(EMPTY, "pods=1")).isFalse();
    pass(1);
    assertThat(isCounted(EMPTY, "pods=1")).isTrue();
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
