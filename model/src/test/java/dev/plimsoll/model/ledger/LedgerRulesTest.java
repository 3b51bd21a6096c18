package dev.plimsoll.model.ledger;

import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodGroupApi;
import dev.plimsoll.kubernetes.object.PodGroupReference;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.kubernetes.pod.GangKey;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaOutcome;
import dev.plimsoll.kubernetes.quota.ResourceQuotaAdmission;
import dev.plimsoll.model.ledger.ObservedGangs.Member;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Edges of the rules of ledgers and of what gangs hold in them. */
class LedgerRulesTest {
  private static final Instant NOW = ClusterFixture.NOW;
  private static final GangKey KEY = new GangKey("team-a", "ring");
  private static final Resources ONE = list("requests.cpu=1");

  @ParameterizedTest
  @CsvSource({
    "0, '',  v, false, o, true",
    "0, v,   v, false, o, true",
    "0, u,   v, false, o, false",
    "0, u v, v, false, o, false",
    "1, '',  v, false, o, false",
    "1, u,   v, true,  x, true",
    "1, u,   v, true,  o, false",
    "1, u,   v, false, x, false",
  })
  void a_pod_is_the_first_of_its_gang_if_no_other_is_there_or_the_name_has_a_new_owner(
      int members, String reserved, String uid, boolean named, String owner, boolean first) {
    GangQuota gang = gang(4, members, reserved);

    assertThat(gang.isFirst(request(uid, owner, named, 4))).isEqualTo(first);
  }

  @Test
  void a_gang_is_complete_once_all_its_pods_were_observed_together_or_one_after_the_other() {
    GangQuota two = gang(2, 0, "a b");
    GangQuota grown = two.with(request("c", "o", false, 4));

    assertThat(two.observed(Set.of("a"), 1).isComplete()).isFalse();
    assertThat(two.observed(Set.of(), 1).isComplete()).isFalse();
    assertThat(two.observed(Set.of(), 2).isComplete()).isTrue();
    assertThat(two.observed(Set.of("a", "b"), 0).isComplete()).isTrue();
    assertThat(grown.observed(Set.of("a", "b", "c"), 0).isComplete()).isFalse();
  }

  @Test
  void gangs_whose_time_is_over_are_left_out() {
    GangQuota late = gang(2, 1, "");
    GangQuota other =
        new GangQuota(
            new GangKey("team-a", "chain"),
            "o",
            ONE,
            2,
            1,
            new TreeSet<>(),
            2,
            0,
            late.expirationTime().plusSeconds(1));
    GangQuotas gangs = GangQuotas.of(List.of(late, other));

    assertThat(gangs.unexpired(late.expirationTime().minusSeconds(1))).isEqualTo(gangs);
    assertThat(gangs.unexpired(late.expirationTime()).get(other.key())).contains(other);
    assertThat(gangs.unexpired(late.expirationTime()).get(KEY)).isEmpty();
    assertThat(gangs.total()).isEqualTo(list("requests.cpu=2"));
  }

  /** A name that the owner gives is of that owner's pods alone. */
  @ParameterizedTest
  @CsvSource({
    "o,  true,  false, o,  true",
    "o,  true,  true,  o,  true",
    "o,  true,  false, x,  false",
    "o,  false, false, x,  true",
    "o,  false, true,  x,  false",
    "o,  false, true,  o,  true",
    "'', false, true,  '', false",
    "'', true,  false, '', false",
  })
  void a_member_is_of_the_owner_that_made_it_or_of_the_name_while_it_runs(
      String owner, boolean named, boolean succeeded, String asked, boolean member) {
    ObservedGangs gangs =
        new ObservedGangs(Map.of(KEY, List.of(new Member(owner, named, succeeded))));

    assertThat(gangs.members(KEY, asked)).isEqualTo(member ? 1 : 0);
  }

  @Test
  void one_pod_is_no_gang_and_an_unknown_size_is_told() {
    Cluster empty = ClusterFixture.cluster();
    PodBuilder named = pod("p").label(Gang.NAME, "ring");

    assertThat(GangRequest.of(empty, named.label(Gang.SIZE, "2").build(), NOW)).isPresent();
    assertThat(GangRequest.of(empty, named.label(Gang.SIZE, "1").build(), NOW)).isEmpty();
    assertThat(GangRequest.problem(empty, named.label(Gang.SIZE, "2").build())).isEmpty();
    assertThat(GangRequest.problem(empty, named.label(Gang.SIZE, "many").build()))
        .contains(Gang.SIZE + ": \"many\" is not a whole number from 1 to 999999");
    PodBuilder grouped =
        pod("p")
            .spec(
                s ->
                    s.schedulingGroup(
                        Optional.of(PodGroupReference.to(PodGroupApi.KUBERNETES, "training"))));
    assertThat(GangRequest.problem(empty, grouped.build()))
        .contains("PodGroup training of pod p is not there: create it before its pods");
    Pod sized = pod("p").label(Gang.SIZE, Gang.PARALLELISM).build();
    Pod ofJob =
        sized.withMetadata(
            sized
                .metadata()
                .withOwners(List.of(new OwnerReference("batch/v1", "Job", "train", "j", true))));
    assertThat(GangRequest.problem(empty, ofJob).orElseThrow())
        .startsWith("the parallelism of ")
        .endsWith("train, the size of its gang, is not known yet: try again");
  }

  @Test
  void a_pod_that_asks_for_more_is_told_of_all_that_is_missing_then() {
    GangQuotaModel model = new GangQuotaModel(12);
    assertThat(model.create("", 0, 3)).isEmpty();
    assertThat(model.create("a", 8, 1)).isEmpty();

    assertThat(model.create("a", 8, 4))
        .endsWith(
            "The 7 missing pods of gang a are admitted together or not at all, and quota q0 lacks"
                + " requests.cpu=2.");
  }

  @Test
  void a_pod_like_the_others_takes_its_part_even_if_the_rest_fits_no_more() {
    Ledger ledger = counted("2").withGang(gang(4, 1, ""));
    Ledger full = ledger.resynced(usage("7", "2"), r -> false).withGang(gang(4, 1, ""));

    assertThat(decide(full, 1, 4)).isInstanceOf(LedgerDecision.Admitted.class);
    assertThat(decide(full, 2, 4)).isInstanceOf(LedgerDecision.Denied.class);
  }

  @Test
  void a_complete_gang_is_charged_again_only_if_it_grows_or_a_pod_is_repeated() {
    Ledger complete = counted("0").withGang(gang(2, 1, "v"));

    assertThat(gangs(decide(complete, "w", 1, 2))).isEmpty();
    assertThat(gangs(decide(complete, "w", 1, 3))).containsExactly(3);
    assertThat(gangs(decide(complete, "v", 1, 2))).containsExactly(2);
  }

  private static List<Integer> gangs(LedgerDecision decision) {
    return ((LedgerDecision.Admitted) decision)
        .gangs().values().stream().map(GangQuota::size).toList();
  }

  private static LedgerDecision decide(Ledger ledger, int cpu, int size) {
    return decide(ledger, "v", cpu, size);
  }

  private static LedgerDecision decide(Ledger ledger, String uid, int cpu, int size) {
    return LedgerAdmission.decide(
        ClusterFixture.cluster(),
        AdmissionRequest.create(pod("p").uid(uid).requests("cpu=" + cpu).build()),
        new TreeMap<>(Map.of("q", ledger)),
        NOW,
        Optional.of(request(uid, "o", false, size)));
  }

  @Test
  void an_uncounted_quota_denies_a_gang_for_that_alone() {
    Ledger uncounted = Ledger.of("q", ResourceQuotaSpec.of(list("requests.cpu=8")));

    assertThat(decide(uncounted, 1, 16))
        .isInstanceOfSatisfying(
            LedgerDecision.Denied.class,
            denied ->
                assertThat(denied.text()).startsWith("status unknown").doesNotContain("gang"));
  }

  @Test
  void quotas_that_know_nothing_of_gangs_deny_with_what_the_gang_lacks() {
    QuotaOutcome full = check("8", "8", "9", "8");

    assertThat(denied(full, 2).text())
        .isEqualTo(
            "exceeded quota: a, requested: requests.cpu=2, used: requests.cpu=8, limited:"
                + " requests.cpu=8; exceeded quota: b, requested: requests.cpu=2, used:"
                + " requests.cpu=8, limited: requests.cpu=9. The 2 missing pods of gang ring are"
                + " admitted together or not at all, and quota a lacks requests.cpu=2, quota b"
                + " lacks requests.cpu=1.");
    QuotaOutcome unknown = check("8", "", "9", "8");
    assertThat(denied(unknown, 2).text()).startsWith("status unknown for quota: a");
    assertThat(denied(unknown, 2).gang()).isEmpty();
  }

  private static LedgerDecision.Denied denied(QuotaOutcome outcome, int size) {
    return LedgerAdmission.denied(
        (QuotaOutcome.Denied) outcome, Optional.of(request("v", "o", false, size)));
  }

  private static QuotaOutcome check(String hardA, String usedA, String hardB, String usedB) {
    ResourceQuota a =
        quota("a").hard("requests.cpu=" + hardA).used(usedA.isEmpty() ? "" : cpu(usedA)).build();
    ResourceQuota b = quota("b").hard(cpu(hardB)).used(cpu(usedB)).build();
    return new ResourceQuotaAdmission(List.of(), UnaryOperator.identity())
        .check(
            ClusterFixture.cluster(),
            AdmissionRequest.create(pod("p").requests("cpu=1").build()),
            List.of(a, b));
  }

  private static String cpu(String amount) {
    return "requests.cpu=" + amount;
  }

  @Test
  void of_two_calls_for_one_object_the_later_time_holds_and_both_rely_on_it() {
    Reservation early = reservation(NOW);
    Reservation late = reservation(NOW.plusSeconds(60));

    assertThat(List.of(early.or(late), late.or(early)))
        .allSatisfy(r -> assertThat(r.expirationTime()).isEqualTo(late.expirationTime()))
        .allSatisfy(r -> assertThat(r.calls()).isEqualTo(2));
    assertThat(Reservations.of(List.of(early)).total()).isEqualTo(ONE);
  }

  private static Reservation reservation(Instant expires) {
    return new Reservation(new ReservedBy("v1", "Pod", "team-a", "p", "u"), "7", ONE, expires);
  }

  @Test
  void usage_is_known_for_keys_that_were_counted_in_each_namespace() {
    SortedMap<String, Resources> used =
        new TreeMap<>(Map.of("a", list("requests.cpu=1,pods=1"), "b", list("pods=2")));
    Ledger ledger =
        new Ledger(
            "q",
            ResourceQuotaSpec.of(list("requests.cpu=4,pods=4")),
            used,
            new TreeMap<>(),
            Reservations.NONE);

    assertThat(ledger.known()).isEqualTo(list("pods=3"));
    assertThat(ledger.countedKeys())
        .containsExactlyInAnyOrder(ResourceName.PODS, ResourceName.REQUESTS_CPU);
    assertThat(ledger.isOfTenant()).isFalse();
    assertThat(Ledger.of("gpus/nlp", ledger.spec()).isOfTenant()).isTrue();
    assertThat(new QuotaOrigin.OfCluster("cq")).hasToString("clusterresourcequota/cq");
  }

  @Test
  void a_quota_keeps_its_ledger_if_only_the_limits_differ() {
    ResourceQuotaSpec scoped =
        quota("q").hard("pods=4").scope("NotTerminating", "Exists").build().spec();
    ResourceQuotaSpec plain = ResourceQuotaSpec.of(list("pods=4"));

    assertThat(
            List.of(
                hasScopesOf("q", plain, plain),
                hasScopesOf("q", plain, ResourceQuotaSpec.of(list("pods=9"))),
                hasScopesOf("q", plain, scoped),
                hasScopesOf("other", plain, plain)))
        .containsExactly(true, true, false, false);
  }

  private static boolean hasScopesOf(String name, ResourceQuotaSpec one, ResourceQuotaSpec other) {
    return new EnforcedQuota(
            new QuotaOrigin.OfNamespace("team-a", "q"),
            AdmissionMode.DENY,
            one,
            new TreeSet<>(),
            new TreeSet<>())
        .hasScopesOf(Ledger.of(name, other));
  }

  /** Pods that were created or changed since the ledger's count may be counted or not. */
  @Test
  void a_namespace_uses_at_least_what_its_pods_are_charged_that_were_counted() {
    Pod old = version("old", "5");
    Pod same = version("same", "7");
    Pod fresh = version("fresh", "9");

    assertThat(least("7", old, same, fresh)).isEqualTo(list("requests.cpu=2"));
    assertThat(least("7", fresh)).isEqualTo(Resources.EMPTY);
    assertThat(least("7", old)).as("pods may be gone that were counted").isEqualTo(Resources.EMPTY);
    assertThat(least("", old, fresh)).isEqualTo(Resources.EMPTY);
    assertThat(
            LedgerUsage.least(
                ClusterFixture.cluster(old, same).withCoverage(Pod.RESOURCE, Coverage.NONE),
                summary("7"),
                "team-a"))
        .isEqualTo(Resources.EMPTY);
  }

  private static Resources least(String counted, Pod... pods) {
    return LedgerUsage.least(ClusterFixture.cluster(pods), summary(counted), "team-a");
  }

  private static Pod version(String name, String version) {
    Pod pod = pod(name).requests("cpu=1").build();
    return pod.withMetadata(pod.metadata().withResourceVersion(version));
  }

  private static LedgerSummary summary(String counted) {
    return new LedgerSummary(
        ObjectMeta.of("", "l"),
        "resourcequota/team-a/q",
        "q",
        ResourceQuotaSpec.of(list("requests.cpu=8")),
        Resources.EMPTY,
        Resources.EMPTY,
        new TreeMap<>(),
        counted.isEmpty() ? Map.of() : Map.of("pods", counted),
        List.of());
  }

  private static Ledger counted(String used) {
    return Ledger.of("q", ResourceQuotaSpec.of(list("requests.cpu=9")))
        .resynced(usage(used, "1"), r -> true);
  }

  private static ObservedUsage usage(String used, String version) {
    return new ObservedUsage(
        new TreeMap<>(Map.of("team-a", list("requests.cpu=" + used))),
        new TreeMap<>(Map.of(new GroupResource("", "pods"), version)));
  }

  /** Returns a gang of an owner o, of one CPU each, with these pods reserved. */
  private static GangQuota gang(int size, int members, String reserved) {
    TreeSet<String> uids =
        new TreeSet<>(reserved.isEmpty() ? List.of() : List.of(reserved.split(" ")));
    return new GangQuota(KEY, "o", ONE, size, members, uids, size, 0, NOW.plusSeconds(60));
  }

  private static GangRequest request(String uid, String owner, boolean named, int size) {
    return new GangRequest(KEY, uid, owner, named, size, 0, NOW.plusSeconds(60));
  }
}
