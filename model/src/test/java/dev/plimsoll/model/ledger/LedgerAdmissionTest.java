package dev.plimsoll.model.ledger;

import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class LedgerAdmissionTest {
  private static final Instant NOW = ClusterFixture.NOW;
  private static final Instant LATER = NOW.plus(Duration.ofMinutes(1));
  private static final Resources NOTHING = list("requests.nvidia.com/gpu=0");

  @Test
  void what_is_reserved_counts_as_used() {
    Ledger ledger = ledger("gpu", 4, 1).withReservation(reservation("a", 2));

    assertThat(denials(pod("b", 2), ledger))
        .containsExactly(
            "exceeded quota: gpu, requested: requests.nvidia.com/gpu=2,"
                + " used: requests.nvidia.com/gpu=3, limited: requests.nvidia.com/gpu=4");
    assertThat(denials(pod("b", 1), ledger)).isEmpty();
  }

  @Test
  void a_second_call_for_one_object_reserves_once() {
    Ledger ledger = ledger("gpu", 4, 0);
    Ledger once = admitted(pod("a", 3), ledger);

    assertThat(admitted(pod("a", 3), once).reserved()).isEqualTo(once.reserved());
    assertThat(denials(pod("b", 3), once)).hasSize(1);
  }

  @Test
  void all_ledgers_that_deny_are_named() {
    assertThat(denials(pod("a", 3), ledger("b", 2, 0), ledger("c", 9, 0), ledger("a", 1, 0)))
        .hasSize(2)
        .first()
        .asString()
        .startsWith("exceeded quota: a,");
  }

  @Test
  void what_was_not_counted_is_unknown() {
    Ledger uncounted = Ledger.of("gpu", ResourceQuotaSpec.of(list("requests.nvidia.com/gpu=4")));

    assertThat(denials(pod("a", 1), uncounted))
        .containsExactly("status unknown for quota: gpu, resources: requests.nvidia.com/gpu");
    assertThat(uncounted.known()).isEqualTo(Resources.EMPTY);
    assertThat(ledger("gpu", 4, 0).known()).isEqualTo(NOTHING);
  }

  @Test
  void a_quota_that_does_not_count_a_request_need_not_be_known() {
    assertThat(concerns("requests.nvidia.com/gpu=4", pod("a", 1))).isTrue();
    assertThat(concerns("requests.nvidia.com/gpu=0", pod("a", 1))).isTrue();
    assertThat(concerns("services=4", pod("a", 1))).isFalse();
    assertThat(concerns("requests.cpu=4", pod("a", 1))).isTrue();
    assertThat(concerns("requests.nvidia.com/mig-1g.5gb=4", pod("a", 1))).isFalse();
  }

  private static boolean concerns(String hard, Pod pod) {
    SortedSet<String> namespaces = new TreeSet<>(List.of(pod.namespace()));
    EnforcedQuota quota =
        new EnforcedQuota(
            new QuotaOrigin.OfNamespace(pod.namespace(), "q"),
            AdmissionMode.DENY,
            ResourceQuotaSpec.of(list(hard)),
            namespaces,
            namespaces);
    return LedgerAdmission.concerns(ClusterFixture.cluster(), AdmissionRequest.create(pod), quota);
  }

  @Test
  void a_reservation_ends_when_its_object_is_counted() {
    Ledger reserved = admitted(pod("a", 3), ledger("gpu", 4, 0));
    Pod stored = pod("a", 3);

    Ledger counted =
        reserved.resynced(usage("requests.nvidia.com/gpu=3"), r -> r.isObservedIn(stored));

    assertThat(counted.reservations()).isEmpty();
    assertThat(counted.total()).isEqualTo(list("requests.nvidia.com/gpu=3"));
    assertThat(counted.reserved()).isEqualTo(NOTHING);
  }

  @Test
  void usage_older_than_what_was_counted_changes_nothing() {
    Ledger counted =
        admitted(pod("a", 3), ledger("gpu", 4, 0))
            .resynced(usage("requests.nvidia.com/gpu=3", "12"), r -> true);

    assertThat(counted.resynced(usage("requests.nvidia.com/gpu=0", "9"), r -> true))
        .isEqualTo(counted);
    assertThat(counted.resynced(usage("requests.nvidia.com/gpu=0", "13"), r -> true).total())
        .isEqualTo(NOTHING);
  }

  @Test
  void a_resource_that_was_not_counted_for_a_while_is_not_forgotten() {
    Ledger counted =
        ledger("gpu", 4, 0).resynced(usage("requests.nvidia.com/gpu=3", "12"), r -> true);
    ObservedUsage services =
        new ObservedUsage(
            new TreeMap<>(), new TreeMap<>(Map.of(new GroupResource("", "services"), "40")));

    Ledger without = counted.resynced(services, r -> true);

    assertThat(without.resynced(usage("requests.nvidia.com/gpu=0", "9"), r -> true))
        .isEqualTo(without);
  }

  @Test
  void of_two_updates_of_one_version_the_larger_stays_reserved() {
    Ledger ledger = ledger("gpu", 8, 1);
    Reservation larger = growth("7", 3);
    Reservation smaller = growth("7", 1);

    assertThat(ledger.withReservation(larger).withReservation(smaller).reserved())
        .isEqualTo(ledger.withReservation(smaller).withReservation(larger).reserved())
        .isEqualTo(larger.reserved());
  }

  @Test
  void a_roll_back_takes_away_only_what_no_other_call_relies_on() {
    Ledger ledger = ledger("gpu", 8, 1);
    Reservation growth = growth("7", 3);
    Ledger once = ledger.withReservation(growth);

    assertThat(once.rolledBack(growth)).isEqualTo(ledger);
    assertThat(once.withReservation(growth).rolledBack(growth).reserved())
        .isEqualTo(once.reserved());
    assertThat(ledger.rolledBack(growth)).isEqualTo(ledger);
  }

  @Test
  void quotas_of_one_name_are_told_apart() {
    SortedMap<String, Ledger> ledgers =
        new TreeMap<>(Map.of("tenant", ledger("gpu", 9, 0), "team-a", ledger("gpu", 4, 0)));

    assertThat(
            LedgerAdmission.decide(
                ClusterFixture.cluster(), AdmissionRequest.create(pod("a", 1)), ledgers, LATER))
        .asInstanceOf(InstanceOfAssertFactories.type(LedgerDecision.Admitted.class))
        .extracting(a -> a.reservations().keySet())
        .isEqualTo(Set.of("tenant", "team-a"));
  }

  @Test
  void an_update_is_observed_in_a_newer_version_only() {
    Reservation growth = growth("7", 1);

    assertThat(List.of("6", "7", "8", "10"))
        .filteredOn(version -> growth.isObservedIn(version(pod("a", 1), version)))
        .containsExactly("8", "10");
    assertThat(growth.isObservedIn(version(pod("b", 1), "8"))).isFalse();
  }

  private static Reservation growth(String since, int gpus) {
    return new Reservation(
        new ReservedBy("v1", "Pod", "team-a", "a", "uid-a"),
        since,
        list("requests.nvidia.com/gpu=" + gpus),
        LATER);
  }

  private static Pod version(Pod pod, String version) {
    return new Pod(pod.metadata().withResourceVersion(version), pod.spec(), pod.status());
  }

  private static Pod pod(String name, int gpus) {
    Pod pod =
        PodBuilder.pod("team-a", name)
            .requests("nvidia.com/gpu=" + gpus)
            .uid("uid-" + name)
            .build();
    return version(pod, "1");
  }

  private static Ledger ledger(String name, int hard, int used) {
    return Ledger.of(name, ResourceQuotaSpec.of(list("requests.nvidia.com/gpu=" + hard)))
        .resynced(usage("requests.nvidia.com/gpu=" + used), r -> true);
  }

  private static ObservedUsage usage(String used) {
    return usage(used, "1");
  }

  private static ObservedUsage usage(String used, String version) {
    return new ObservedUsage(
        new TreeMap<>(Map.of("team-a", list(used))),
        new TreeMap<>(Map.of(new GroupResource("", "pods"), version)));
  }

  private static Reservation reservation(String name, int gpus) {
    return new Reservation(
        new ReservedBy("v1", "Pod", "team-a", name, "uid-" + name),
        "",
        list("requests.nvidia.com/gpu=" + gpus),
        LATER);
  }

  private static LedgerDecision decide(Pod pod, Ledger... ledgers) {
    return LedgerAdmission.decide(
        ClusterFixture.cluster(), AdmissionRequest.create(pod), byName(ledgers), LATER);
  }

  private static SortedMap<String, Ledger> byName(Ledger... ledgers) {
    SortedMap<String, Ledger> byName = new TreeMap<>();
    for (Ledger ledger : ledgers) {
      byName.put(ledger.name(), ledger);
    }
    return byName;
  }

  private static Ledger admitted(Pod pod, Ledger ledger) {
    LedgerDecision.Admitted admitted = (LedgerDecision.Admitted) decide(pod, ledger);
    return admitted.reservations().values().stream()
        .map(ledger::withReservation)
        .findFirst()
        .orElse(ledger);
  }

  private static List<String> denials(Pod pod, Ledger... ledgers) {
    return decide(pod, ledgers) instanceof LedgerDecision.Denied denied
        ? denied.denials().stream().map(QuotaDenial::message).toList()
        : List.of();
  }
}
