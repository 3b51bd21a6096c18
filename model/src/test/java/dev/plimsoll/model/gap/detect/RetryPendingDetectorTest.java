package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.gap.Evidence;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.Severity;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryPendingDetectorTest {
  private static final Instant DENIED = Instant.parse("2026-01-31T10:00:00Z");
  private static final Instant CHANGED = Instant.parse("2026-01-31T10:10:00Z");
  private static final Instant NOW = Instant.parse("2026-01-31T10:11:00Z");

  private static Workload creator(String group, String kind) {
    return new Workload(
        ObjectMeta.builder().namespace("team-a").name("web").uid("1").build(),
        new GroupVersionKind(group, "v1", kind),
        new GroupResource(group, kind.toLowerCase(Locale.ROOT) + "s"),
        List.of(
            new Workload.PodTemplate(
                "spec.template",
                ObjectMeta.builder().build(),
                PodBuilder.pod("p").requests("cpu", "1").build().spec(),
                OptionalInt.of(2))),
        List.of(),
        false);
  }

  private static Event failure(Workload creator, String figures, Instant time) {
    return new Event(
        ObjectMeta.of("team-a", "web.1"),
        creator.reference(),
        "",
        "Warning",
        "FailedCreate",
        "Error creating: pods \"web-x\" is forbidden: exceeded quota: q, requested: requests.cpu=1, "
            + figures,
        Optional.empty(),
        Optional.of(time),
        1);
  }

  private static ResourceQuota raised(Optional<Instant> time) {
    return raised(time, 8);
  }

  private static ResourceQuota raised(Optional<Instant> time, int limit) {
    ResourceQuota quota = quota("q").hard("requests.cpu=" + limit).used("requests.cpu=4").build();
    return new ResourceQuota(
        ObjectMeta.builder().namespace("team-a").name("q").modified(time).build(),
        quota.spec(),
        quota.status());
  }

  private static List<Gap> gaps(Instant now, ApiObject... objects) {
    Cluster all =
        Cluster.builder(now)
            .complete()
            .addAll(List.of(objects))
            .addAll(List.of(node("a").has("cpu", "64").build()))
            .build();
    return GapFinder.find(Simulation.of(all, AdmissionChain.standard(), DefaultPlugins.scheduler()))
        .stream()
        .filter(f -> f.gap().kind() != GapKind.StaleUsage)
        .map(Finding::withRemedies)
        .toList();
  }

  private static Gap only(Instant now, ApiObject... objects) {
    List<Gap> gaps = gaps(now, objects);
    assertThat(gaps).hasSize(1);
    return gaps.get(0);
  }

  @Test
  void kind_RetryPending_says_since_when_there_is_room_until_when_and_what_hastens_it() {
    Workload set = creator("apps", "ReplicaSet");

    Gap gap =
        only(
            NOW,
            set,
            failure(set, "used: requests.cpu=4, limited: requests.cpu=4", DENIED),
            raised(Optional.of(CHANGED)));

    assertThat(gap.kind()).isEqualTo(GapKind.RetryPending);
    assertThat(gap.kind().severity()).isEqualTo(Severity.Info);
    assertThat(gap.message())
        .isEqualTo(
            "2 pods wait for the ReplicaSet controller to try again: resourcequota/q changed at"
                + " 2026-01-31T10:10:00Z, and the last attempt was at 2026-01-31T10:00:00Z; it"
                + " tries again by 2026-01-31T10:26:40Z at the latest");
    assertThat(gap.pods()).isEqualTo(2);
    assertThat(gap.remedies())
        .singleElement()
        .satisfies(
            r -> {
              assertThat(r.action()).isEqualTo("have the ReplicaSet controller try again now");
              assertThat(r.helps()).isTrue();
              assertThat(r.commands())
                  .map(c -> c.text())
                  .containsExactly(
                      "kubectl annotate replicaset web -n team-a --overwrite"
                          + " plimsoll.dev/retried-at=2026-01-31T10:11:00Z");
            });
  }

  @Test
  void pods_that_are_admitted_now_wait_though_a_later_one_is_denied() {
    Workload set = creator("apps", "ReplicaSet");
    List<Gap> gaps =
        gaps(
            NOW,
            set,
            failure(set, "used: requests.cpu=4, limited: requests.cpu=4", DENIED),
            raised(Optional.of(CHANGED), 5));

    assertThat(gaps)
        .filteredOn(g -> g.kind() == GapKind.RetryPending)
        .singleElement()
        .satisfies(
            g -> {
              assertThat(g.pods()).isEqualTo(1);
              assertThat(g.message()).startsWith("1 pod waits for the ReplicaSet controller");
              assertThat(g.remedies()).singleElement().matches(Remedy::helps);
            });
    assertThat(gaps)
        .filteredOn(g -> g.kind() == GapKind.QuotaExhaustedCapacityFree)
        .singleElement()
        .satisfies(g -> assertThat(g.pods()).isEqualTo(1));
  }

  @Test
  void the_words_of_a_denial_tell_that_a_quota_has_changed_where_no_time_does() {
    Workload set = creator("apps", "ReplicaSet");

    Gap gap =
        only(
            NOW,
            set,
            failure(set, "used: requests.cpu=4, limited: requests.cpu=4", DENIED),
            raised(Optional.empty()));

    assertThat(gap.kind()).isEqualTo(GapKind.RetryPending);
    assertThat(gap.evidence()).contains(new Evidence("retryBy", "2026-01-31T10:27:40Z"));
  }

  @Test
  void a_quota_that_still_says_what_it_said_is_no_reason_to_wait() {
    Workload set = creator("apps", "ReplicaSet");

    Gap gap =
        only(
            NOW,
            set,
            failure(set, "used: requests.cpu=4, limited: requests.cpu=8", DENIED),
            raised(Optional.of(CHANGED)));

    assertThat(gap.kind()).isEqualTo(GapKind.AdmissionRefused);
  }

  @Test
  void a_controller_that_does_not_try_in_time_is_said_not_to_run() {
    Workload set = creator("apps", "ReplicaSet");

    Gap gap =
        only(
            CHANGED.plusSeconds(1001),
            set,
            failure(set, "used: requests.cpu=4, limited: requests.cpu=4", DENIED),
            raised(Optional.of(CHANGED)));

    assertThat(gap.message()).contains("it should have tried again by 2026-01-31T10:26:40Z");
  }

  @ParameterizedTest
  @CsvSource({
    "apps,ReplicaSet,1000",
    "apps,StatefulSet,1000",
    "apps,DaemonSet,1000",
    "'',ReplicationController,1000",
    "batch,Job,60",
    "apps,Deployment,86400"
  })
  void each_controller_has_its_own_longest_delay(String group, String kind, long seconds) {
    Workload creator = creator(group, kind);

    Gap gap =
        only(
            NOW,
            creator,
            failure(creator, "used: requests.cpu=4, limited: requests.cpu=4", DENIED),
            raised(Optional.of(CHANGED)));

    assertThat(gap.evidence())
        .contains(new Evidence("retryBy", CHANGED.plusSeconds(seconds).toString()));
  }

  @Test
  void a_job_with_failed_pods_waits_up_to_ten_minutes() {
    Workload job =
        creator("batch", "Job")
            .withDetails(new WorkloadDetails.Job(false, 2, OptionalInt.of(2), false, false, 0, 1));

    assertThat(
            only(
                    NOW,
                    job,
                    failure(job, "used: requests.cpu=4, limited: requests.cpu=4", DENIED),
                    raised(Optional.of(CHANGED)))
                .evidence())
        .contains(new Evidence("retryBy", "2026-01-31T10:20:00Z"));
  }

  @Test
  void a_job_whose_back_off_has_ended_waits_up_to_a_minute() {
    Workload job =
        creator("batch", "Job")
            .withDetails(new WorkloadDetails.Job(false, 3, OptionalInt.of(3), false, true, 0, 1));
    Pod failed =
        pod("web-f")
            .status(
                s ->
                    s.phase("Failed")
                        .conditions(
                            List.of(
                                new Condition(
                                    "Ready", "False", "", "", Optional.of(NOW.minusSeconds(60))))))
            .build();
    OwnerReference owner = new OwnerReference("batch/v1", "Job", "web", "", true);

    assertThat(
            only(
                    NOW,
                    job,
                    failed.withMetadata(failed.metadata().withOwners(List.of(owner))),
                    failure(job, "used: requests.cpu=4, limited: requests.cpu=4", DENIED),
                    raised(Optional.of(CHANGED)))
                .evidence())
        .contains(new Evidence("retryBy", CHANGED.plusSeconds(60).toString()));
  }

  @Test
  void when_a_foreign_controller_tries_again_is_not_known() {
    Workload run = creator("example.com", "Run");

    assertThat(
            only(
                    NOW,
                    run,
                    failure(run, "used: requests.cpu=4, limited: requests.cpu=4", DENIED),
                    raised(Optional.of(CHANGED)))
                .message())
        .endsWith("; when it tries again isn't known");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "admission webhook \"b.example.com\" denied the request: no budget",
        "pods \"web-x\" is forbidden: exceeded quota: q, requested: pods=1, used: pods=4, limited: pods=4",
        "pods \"web-x\" is forbidden: failed quota: q: must specify limits.memory for: main",
        "pods \"web-x\" is forbidden: maximum cpu usage per Container is 500m, but limit is 1",
        "pods \"web-x\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no"
      })
  void a_rule_that_is_gone_denies_nothing_any_more(String denial) {
    Workload set = creator("apps", "ReplicaSet");
    Event event =
        new Event(
            ObjectMeta.of("team-a", "web.1"),
            new ObjectReference("ReplicaSet", "team-a", "web", "1"),
            "",
            "Warning",
            "FailedCreate",
            "Error creating: " + denial,
            Optional.empty(),
            Optional.of(DENIED),
            1);

    assertThat(only(NOW, set, event).kind()).isEqualTo(GapKind.RetryPending);
  }
}
