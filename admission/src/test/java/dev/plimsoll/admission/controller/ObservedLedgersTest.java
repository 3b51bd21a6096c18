package dev.plimsoll.admission.controller;

import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.admission.ledger.Contention;
import dev.plimsoll.admission.ledger.LedgerStore;
import dev.plimsoll.admission.ledger.MemoryLedgerStore;
import dev.plimsoll.admission.ledger.QuotaLedger;
import dev.plimsoll.admission.ledger.Reserver;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kube.watch.ObservedCluster;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.ledger.EnforcedQuota;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.LedgerDecision;
import dev.plimsoll.model.ledger.ObservedUsage;
import dev.plimsoll.model.ledger.QuotaOrigin;
import dev.plimsoll.model.ledger.Reservation;
import dev.plimsoll.model.ledger.ReservedBy;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A replica that doesn't lead counts a ledger that would deny, by what it has observed itself. */
class ObservedLedgersTest {
  private static final String GPU = "requests.nvidia.com/gpu=";
  private static final Instant EXPIRY = ClusterFixture.NOW.plus(Duration.ofMinutes(1));
  private static final GroupResource PODS = new GroupResource("", "pods");

  private EnforcedQuota quota = quota(GPU + 2, "team-a");
  private ObservedCluster observed = observed("100");
  private boolean isWhole = true;
  private long nanos;
  private final ObservedLedgers ledgers =
      new ObservedLedgers(() -> observed, () -> isWhole, n -> Optional.of(quota), () -> nanos);

  private static EnforcedQuota quota(String hard, String... namespaces) {
    return new EnforcedQuota(
        new QuotaOrigin.OfNamespace("team-a", "gpus"),
        AdmissionMode.DENY,
        ResourceQuotaSpec.of(list(hard)),
        new TreeSet<>(List.of(namespaces)),
        new TreeSet<>(List.of(namespaces)));
  }

  private static ObservedCluster observed(String version, Pod... pods) {
    return new ObservedCluster(ClusterFixture.cluster(pods), new TreeMap<>(Map.of(PODS, version)));
  }

  private static Pod pod(String uid) {
    Pod pod = PodBuilder.pod("team-a", uid).requests("nvidia.com/gpu=1").uid(uid).build();
    return new Pod(pod.metadata().withResourceVersion("110"), pod.spec(), pod.status());
  }

  private static Reservation reservation(String uid) {
    return new Reservation(
        new ReservedBy("v1", "Pod", "team-a", uid, uid), "", list(GPU + 1), EXPIRY);
  }

  /** A ledger of two GPUs that was counted up to a version, with reservations. */
  private Ledger ledger(String version, String... reserved) {
    SortedMap<String, Resources> used = new TreeMap<>();
    quota.namespaces().forEach(n -> used.put(n, list(GPU + 0)));
    Ledger ledger =
        Ledger.of("gpus", quota.spec())
            .resynced(new ObservedUsage(used, new TreeMap<>(Map.of(PODS, version))), r -> false);
    for (String uid : reserved) {
      ledger = ledger.withReservation(reservation(uid));
    }
    return ledger;
  }

  private static List<String> reserved(Ledger ledger) {
    return ledger.reservations().keySet().stream().map(Reservation.Key::uid).toList();
  }

  private void deleted(String uid) {
    ledgers.changed(
        List.of(new ObjectChange(Optional.of(pod(uid)), Optional.empty())), observed.cluster());
  }

  @Test
  void what_is_observed_is_used_and_reserved_no_more() {
    observed = observed("120", pod("there"));

    Ledger counted = ledgers.resynced("a", ledger("100", "there", "underway"));

    assertThat(reserved(counted)).containsExactly("underway");
    assertThat(counted.total()).isEqualTo(list(GPU + 1));
  }

  @Test
  void what_was_created_and_deleted_is_neither_used_nor_reserved() {
    deleted("gone");

    Ledger counted = ledgers.resynced("a", ledger("100", "gone", "underway"));

    assertThat(reserved(counted)).containsExactly("underway");
    assertThat(counted.total()).isEqualTo(list(GPU + 0));
  }

  @Test
  void a_ledger_that_was_counted_from_something_newer_stays() {
    deleted("gone");
    Ledger newer = ledger("101", "gone");

    assertThat(ledgers.resynced("a", newer)).isSameAs(newer);
  }

  @Test
  void nothing_is_counted_from_lists_that_are_not_whole() {
    deleted("gone");
    isWhole = false;
    Ledger before = ledger("100", "gone");

    assertThat(ledgers.resynced("a", before)).isSameAs(before);
  }

  @Test
  void a_ledger_is_counted_while_the_leader_has_not_followed_new_limits() {
    deleted("gone");
    Ledger before = ledger("100", "gone");
    quota = quota(GPU + 3, "team-a");

    Ledger counted = ledgers.resynced("a", before);

    assertThat(reserved(counted)).isEmpty();
    assertThat(counted.spec()).isEqualTo(before.spec());
  }

  /** What this replica would count isn't what the ledger counts. */
  @Test
  void while_the_scopes_of_a_quota_change_only_the_leader_counts() {
    deleted("gone");
    Ledger before = ledger("100", "gone");
    quota = withScope(quota, "NotTerminating");

    assertThat(ledgers.resynced("a", before)).isSameAs(before);
  }

  @Test
  void newer_limits_of_a_quota_hold_at_once() {
    QuotaLedger stored = stored("7");
    quota = quota.withHard(list(GPU + 3), "8");

    QuotaLedger limited = ledgers.limited(stored);

    assertThat(limited.ledger()).isEqualTo(stored.ledger().withSpec(quota.spec()));
    assertThat(limited.limitsVersion()).isEqualTo("8");
    assertThat(limited.resourceVersion()).isEqualTo(stored.resourceVersion());
  }

  @Test
  void limits_that_are_older_than_those_of_the_ledger_change_nothing() {
    QuotaLedger stored = stored("10");
    quota = quota.withHard(list(GPU + 3), "9");

    assertThat(ledgers.limited(stored)).isSameAs(stored);
    assertThat(stored.isAheadOf(quota)).isTrue();
  }

  /** An older Plimsoll has written the ledger, or the quota is that of a tenant. */
  @Test
  void limits_without_a_version_are_for_the_leader_to_follow() {
    quota = quota.withHard(list(GPU + 3), "9");
    assertThat(ledgers.limited(stored(""))).isEqualTo(stored(""));

    quota = quota.withHard(list(GPU + 3), "");
    assertThat(ledgers.limited(stored("7"))).isEqualTo(stored("7"));
  }

  @Test
  void limits_of_a_quota_with_other_scopes_are_for_the_leader_to_follow() {
    QuotaLedger stored = stored("7");
    quota = withScope(quota.withHard(list(GPU + 3), "8"), "NotTerminating");

    assertThat(ledgers.limited(stored)).isSameAs(stored);
  }

  /** A ledger of two GPUs, which the quota had in a version. */
  private QuotaLedger stored(String limitsVersion) {
    EnforcedQuota now = quota;
    quota = quota(GPU + 2, "team-a");
    QuotaLedger stored = new QuotaLedger("a", "uid", "1", limitsVersion, ledger("100"));
    quota = now;
    return stored;
  }

  private static EnforcedQuota withScope(EnforcedQuota quota, String scope) {
    return new EnforcedQuota(
        quota.origin(),
        quota.mode(),
        new ResourceQuotaSpec(quota.spec().hard(), List.of(scope), List.of()),
        quota.limitsVersion(),
        quota.namespaces(),
        quota.judged());
  }

  @Test
  void while_the_namespaces_of_a_quota_change_only_the_leader_counts() {
    deleted("gone");
    Ledger before = ledger("100", "gone");
    quota = quota(GPU + 2, "team-a", "team-b");

    assertThat(ledgers.resynced("a", before)).isSameAs(before);
  }

  @Test
  void a_key_that_the_leader_has_not_counted_stays_uncounted() {
    deleted("gone");
    quota = quota(GPU + 2 + ",pods=5", "team-a");

    Ledger counted = ledgers.resynced("a", ledger("100", "gone"));

    assertThat(reserved(counted)).isEmpty();
    assertThat(counted.known()).isEqualTo(list(GPU + 0));
  }

  @Test
  void a_ledger_that_was_never_counted_stays_so() {
    deleted("gone");
    Ledger before = ledger("100", "gone").uncounted();

    assertThat(ledgers.resynced("a", before)).isSameAs(before);
  }

  @Test
  void an_older_count_is_used_only_as_long_as_nothing_has_changed() {
    Ledger before = ledger("100", "late");
    assertThat(reserved(ledgers.resynced("a", before))).containsExactly("late");

    nanos++;
    observed = observed("130", pod("late"));

    assertThat(reserved(ledgers.resynced("a", before))).isEmpty();
  }

  /** Without the leader, and without a wait: one write ends a reservation and makes the next. */
  @Test
  void a_request_takes_at_once_what_a_deleted_object_has_reserved() throws Exception {
    MemoryLedgerStore store = new MemoryLedgerStore(true);
    store.put(new QuotaLedger("a", "uid", "1", ledger("100", "gone", "underway")));
    deleted("gone");

    assertThat(ask(store, "next")).isInstanceOf(LedgerDecision.Admitted.class);
    assertThat(ask(store, "more")).isInstanceOf(LedgerDecision.Denied.class);

    assertThat(reserved(store.get("a").ledger())).containsExactly("underway", "next");
    assertThat(store.writes()).isEqualTo(1);
  }

  @Test
  void a_request_is_decided_by_newer_limits_before_the_leader_writes_them() throws Exception {
    MemoryLedgerStore store = new MemoryLedgerStore(true);
    store.put(new QuotaLedger("a", "uid", "1", "7", ledger("100", "one", "two")));
    assertThat(ask(store, "next")).isInstanceOf(LedgerDecision.Denied.class);

    quota = quota.withHard(list(GPU + 3), "8");
    assertThat(ask(store, "next")).isInstanceOf(LedgerDecision.Admitted.class);

    quota = quota.withHard(list(GPU + 2), "9");
    assertThat(ask(store, "more")).isInstanceOf(LedgerDecision.Denied.class);
  }

  private LedgerDecision ask(LedgerStore store, String pod) throws Exception {
    Cluster cluster = observed.cluster();
    return new Reserver(store, () -> nanos, Duration.ZERO, Contention.none(() -> nanos), ledgers)
        .reserve(
            cluster,
            AdmissionRequest.create(pod(pod)),
            new TreeSet<>(List.of("a")),
            EXPIRY,
            Duration.ofSeconds(1));
  }
}
