package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static dev.plimsoll.model.gap.detect.GapScenario.GPUS;
import static dev.plimsoll.model.gap.detect.GapScenario.evidence;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.LedgerSummary.Reserved;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectMetaBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaLedgerAdmission;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StaleLedgerDetectorTest {
  private static final Reserved LIVE = reserved("live", 1, -30);

  @Test
  void kind_StaleUsage_is_a_ledger_that_says_less_than_its_pods_add_up_to() {
    Gap gap =
        gap(GapKind.StaleUsage, ledger(1, "10"), gpus("old", 2, "5"), gpus("counted", 1, "10"));

    assertThat(gap.message())
        .isEqualTo(
            "QuotaLedger team-a-gpu-0a of resourcequota/team-a/gpu counts 1 of"
                + " requests.nvidia.com/gpu in team-a. The pods there that have not changed since add"
                + " up to 3. A leader of the admission webhook counts again every 10 seconds");
    assertThat(evidence(gap)).isEqualTo("recorded=1 counted=3 hard=8 namespaces=team-a");
    assertThat(gap.object().kind()).isEqualTo("QuotaLedger");
    assertThat(gap.remedies()).isEmpty();
  }

  @Test
  void pods_that_have_changed_since_the_count_are_not_held_against_it() {
    assertThat(stale(ledger(2, "10"), gpus("old", 2, "5"), gpus("new", 1, "11"))).isEmpty();
    assertThat(stale(ledger(1, "10"), gpus("old", 2, "5"), gpus("new", 1, "11"))).hasSize(1);
  }

  @Test
  void pods_that_may_have_been_listed_before_the_count_prove_nothing() {
    assertThat(stale(ledger(0, "10"), gpus("perhaps-deleted", 2, "5"))).isEmpty();
  }

  @Test
  void what_a_ledger_says_beyond_its_pods_may_have_been_deleted_since() {
    assertThat(stale(ledger(8, "10"), gpus("p", 1, "10"))).isEmpty();
  }

  @Test
  void a_terminating_pod_counts_until_it_is_gone() {
    Pod stuck =
        withMetadata(
            gpus("stuck", 2, "10"),
            m ->
                m.deletionTimestamp(Optional.of(Instant.EPOCH))
                    .deletionGracePeriodSeconds(OptionalLong.of(30)));

    assertThat(stale(ledger(0, "10"), stuck)).hasSize(1);
    assertThat(stale(ledger(2, "10"), stuck)).isEmpty();
  }

  @Test
  void pods_that_have_ended_do_not_count() {
    Pod ended = pod(gpus("ended", 2, "10")).status(s -> s.phase("Succeeded")).build();

    assertThat(stale(ledger(0, "10"), ended)).isEmpty();
  }

  @Test
  void nothing_is_said_without_versions_that_can_be_compared() {
    assertThat(stale(ledger(0, ""), gpus("p", 2, "10"))).isEmpty();
    assertThat(stale(ledger(0, "x"), gpus("p", 2, "10"))).isEmpty();
    assertThat(stale(ledger(0, "10"), gpus("p", 2, ""), gpus("q", 2, "9"))).isEmpty();
    LedgerSummary unversioned = ledger(Map.of("team-a", list(GPUS + "=0")), Map.of());
    assertThat(stale(unversioned, gpus("p", 2, "10"))).isEmpty();
  }

  @Test
  void nothing_is_said_of_what_was_not_counted_yet() {
    Map<String, String> versions = Map.of("pods", "10");

    assertThat(stale(ledger(Map.of(), versions), gpus("p", 2, "10"))).isEmpty();
    assertThat(stale(ledger(Map.of("team-a", Resources.EMPTY), versions), gpus("p", 2, "10")))
        .isEmpty();
  }

  @Test
  void too_much_in_one_namespace_does_not_make_up_for_too_little_in_another() {
    LedgerSummary ledger =
        ledger(
            Map.of("team-a", list(GPUS + "=0"), "team-b", list(GPUS + "=5")), Map.of("pods", "10"));
    Gap gap = gap(GapKind.StaleUsage, ledger, gpus("p", 2, "10"));

    assertThat(evidence(gap)).isEqualTo("recorded=0 counted=2 hard=8 namespaces=team-a");
  }

  @Test
  void reservations_that_have_expired_long_ago_are_told() {
    Gap gap =
        gap(GapKind.StaleUsage, reserving(reserved("x", 2, 340), reserved("y", 1, 125), LIVE));

    assertThat(gap.message())
        .isEqualTo(
            "QuotaLedger team-a-gpu-0a of resourcequota/team-a/gpu holds 3 of"
                + " requests.nvidia.com/gpu in 2 reservations that have expired, the first:"
                + " requests.nvidia.com/gpu=2 reserved for pod team-a/x, expired 340 s ago; a"
                + " leader of the admission webhook ends them once it has looked up what became of"
                + " the objects");
    assertThat(evidence(gap)).isEqualTo("reserved=3 hard=8 expired=2 since=2026-01-31T11:54:20Z");
  }

  @Test
  void reservations_that_a_leader_may_be_about_to_end_are_not_told() {
    assertThat(stale(reserving(reserved("x", 2, 120), LIVE))).isEmpty();
  }

  @Test
  void pods_that_were_not_read_leave_it_unknown() {
    ApiObject[] objects = {ledger(0, "10"), gpus("p", 2, "10")};
    Cluster partly =
        ClusterFixture.cluster(objects).withCoverage(Pod.RESOURCE, Coverage.of(Set.of("team-b")));

    assertThat(survey(partly).findings()).noneMatch(f -> f.gap().kind() == GapKind.StaleUsage);
    assertThat(unknown(partly)).contains(GapKind.StaleUsage);
    assertThat(unknown(ClusterFixture.cluster(objects))).isEmpty();
  }

  @Test
  void ledgers_that_were_not_read_leave_it_unknown_where_there_must_be_some() {
    Cluster strict =
        ClusterFixture.cluster(
            new Namespace(
                ObjectMeta.builder()
                    .name("team-a")
                    .labels(Map.of(QuotaLedgerAdmission.LABEL, "true"))
                    .build()));

    assertThat(unknown(strict)).isEmpty();
    assertThat(unknown(strict.withCoverage(LedgerSummary.RESOURCE, Coverage.NONE)))
        .contains(GapKind.StaleUsage);
    assertThat(
            unknown(ClusterFixture.cluster().withCoverage(LedgerSummary.RESOURCE, Coverage.NONE)))
        .doesNotContain(GapKind.StaleUsage);
  }

  private static List<Gap> stale(ApiObject... objects) {
    return survey(ClusterFixture.cluster(objects)).findings().stream()
        .map(f -> f.gap())
        .filter(g -> g.kind() == GapKind.StaleUsage)
        .toList();
  }

  private static List<GapKind> unknown(Cluster cluster) {
    return survey(cluster).unknowns().stream().flatMap(u -> u.kinds().stream()).toList();
  }

  private static GapSurvey survey(Cluster cluster) {
    return GapFinder.survey(
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler()));
  }

  private static Pod gpus(String name, int gpus, String version) {
    return withMetadata(GapScenario.gpuPod(name, gpus, ""), m -> m.resourceVersion(version));
  }

  private static Pod withMetadata(Pod pod, UnaryOperator<ObjectMetaBuilder> change) {
    return pod.withMetadata(change.apply(ObjectMetaBuilder.builder(pod.metadata())).build());
  }

  private static Reserved reserved(String name, int gpus, int secondsAgo) {
    return new Reserved(
        "Pod",
        "team-a",
        name,
        list(GPUS + "=" + gpus),
        ClusterFixture.NOW.minus(Duration.ofSeconds(secondsAgo)));
  }

  private static LedgerSummary reserving(Reserved... reservations) {
    return ledger(Map.of("team-a", list(GPUS + "=0")), Map.of("pods", "10"), reservations);
  }

  private static LedgerSummary ledger(int used, String podsVersion) {
    return ledger(Map.of("team-a", list(GPUS + "=" + used)), Map.of("pods", podsVersion));
  }

  private static LedgerSummary ledger(
      Map<String, Resources> used, Map<String, String> versions, Reserved... reservations) {
    return new LedgerSummary(
        ObjectMeta.of("", "team-a-gpu-0a"),
        "resourcequota/team-a/gpu",
        "gpu",
        ResourceQuotaSpec.of(list(GPUS + "=8")),
        used.values().stream().reduce(Resources.EMPTY, Resources::add),
        Stream.of(reservations).map(Reserved::amounts).reduce(Resources.EMPTY, Resources::add),
        new TreeMap<>(used),
        versions,
        List.of(reservations));
  }
}
