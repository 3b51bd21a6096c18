package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.PatchReport;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.testkit.access.User;
import dev.plimsoll.testkit.faults.FailureMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotaApplierTest {
  @TempDir Path folder;
  private AdvisorTestCluster advisorTestCluster;

  @BeforeEach
  void start() {
    advisorTestCluster = new AdvisorTestCluster(folder);
  }

  @AfterEach
  void stop() {
    advisorTestCluster.close();
  }

  private List<WriteOutcome> undo() throws StatusException {
    try (Connection connection = advisorTestCluster.connection()) {
      return new QuotaReverter(connection).undo(Optional.empty());
    }
  }

  private static WriteOutcome of(List<WriteOutcome> writeOutcomes, String object) {
    return writeOutcomes.stream().filter(o -> o.object().equals(object)).findFirst().orElseThrow();
  }

  private List<String> writes() {
    return advisorTestCluster.server().calls().stream().filter(c -> !c.startsWith("GET")).toList();
  }

  @Test
  void quotas_get_what_is_recommended_and_keep_the_rest() {
    List<WriteOutcome> writeOutcomes = advisorTestCluster.apply(advisorTestCluster.advice());

    assertThat(writeOutcomes).extracting(WriteOutcome::result).containsOnly(Result.DONE);
    assertThat(advisorTestCluster.hard("vision", "gpu"))
        .isEqualTo("pods=50,requests.nvidia.com/gpu=8");
    assertThat(advisorTestCluster.hard("nlp", "gpu")).isEqualTo("requests.nvidia.com/gpu=4");
    assertThat(advisorTestCluster.hard("lab", "dead")).isEqualTo("requests.nvidia.com/gpu=4");
  }

  @Test
  void a_namespace_that_has_a_quota_by_now_gets_no_other() {
    advisorTestCluster.server().objects().remove("v1", "ResourceQuota", "lab", "dead");
    Advice advice = advisorTestCluster.advice();
    advisorTestCluster.quota("lab", "gpu", "'%s': '3'".formatted(AdvisorTestCluster.GPU));

    assertThat(of(advisorTestCluster.apply(advice), "quota lab/plimsoll"))
        .isEqualTo(
            new WriteOutcome(
                "quota lab/plimsoll",
                Result.CONFLICT,
                "conflict: the namespace has quota gpu by now; run advise again"));
    assertThat(advisorTestCluster.quotas("lab")).containsExactly("gpu");
  }

  @Test
  void a_quota_that_was_created_beside_another_is_taken_back() {
    createBeside();

    List<WriteOutcome> writeOutcomes = advisorTestCluster.apply(advisorTestCluster.advice());

    assertThat(writeOutcomes)
        .contains(
            new WriteOutcome(
                "quota lab/plimsoll",
                Result.DONE,
                "deleted, since the advisor created it and another quota limits the same"));
    assertThat(advisorTestCluster.quotas("lab")).containsExactly("gpu");
    assertThat(advisorTestCluster.apply(advisorTestCluster.advice())).isEmpty();
  }

  @Test
  void a_quota_that_somebody_else_wrote_to_stays() throws Exception {
    createBeside();
    advisorTestCluster.annotate("lab", "plimsoll", "owner", "somebody");

    advisorTestCluster.apply(advisorTestCluster.advice());

    assertThat(advisorTestCluster.quotas("lab")).containsExactly("gpu", "plimsoll");
  }

  /** Lets the advisor create a quota in a namespace, and somebody another one then. */
  private void createBeside() {
    advisorTestCluster.server().objects().remove("v1", "ResourceQuota", "lab", "dead");
    advisorTestCluster.apply(advisorTestCluster.advice());
    assertThat(advisorTestCluster.quotas("lab")).containsExactly("plimsoll");
    advisorTestCluster.quota("lab", "gpu", "'%s': '3'".formatted(AdvisorTestCluster.GPU));
  }

  @Test
  void a_quota_that_loses_its_last_key_has_no_ceiling() {
    advisorTestCluster.quota("lab", "gpu", "'%s': '3'".formatted(AdvisorTestCluster.GPU));

    Advice advice = advisorTestCluster.advice();

    assertThat(of(advisorTestCluster.apply(advice), "quota lab/dead").message())
        .isEqualTo("limits.nvidia.com/gpu=2 -> no ceiling");
    assertThat(PatchReport.of(advice))
        .extracting(m -> m.comments().get(0))
        .contains("limits.nvidia.com/gpu=2 -> no ceiling");
    assertThat(
            advice.changes().stream()
                .map(c -> RecommendationEvent.of(c, AdvisorTestCluster.NOW))
                .map(e -> JsonFields.text(e, "note")))
        .anyMatch(n -> n.startsWith("Recommended: no ceiling instead of limits.nvidia.com/gpu=2"));
  }

  @Test
  void only_the_ceilings_that_change_are_owned() {
    advisorTestCluster.apply(advisorTestCluster.advice());

    assertThat(FieldOwners.own(advisorTestCluster.quota("vision", "gpu")))
        .extracting(Object::toString)
        .containsExactly(AdvisorTestCluster.GPU);
  }

  @Test
  void all_is_tried_before_it_is_stored_and_reductions_come_first() {
    advisorTestCluster.apply(advisorTestCluster.advice());

    List<String> writes = writes();
    assertThat(writes.get(0)).contains("/nlp/", "dryRun=All");
    assertThat(writes.get(1)).contains("/nlp/").doesNotContain("dryRun");
    assertThat(writes.get(2)).contains("dryRun=All");
    assertThat(writes).allSatisfy(w -> assertThat(w).contains("fieldManager=plimsoll-advisor"));
  }

  @Test
  void the_sum_is_never_more_than_it_was_while_all_is_changed() {
    List<Long> sums = new ArrayList<>();

    advisorTestCluster.apply(
        advisorTestCluster.advice(), path -> sums.add(advisorTestCluster.sum()));

    assertThat(sums).containsExactly(36L, 8L, 12L, 16L);
  }

  @Test
  void a_reduction_that_is_refused_leaves_nothing_to_raise() {
    advisorTestCluster.server().faults().fail(9, "PATCH .*/nlp/", FailureMode.INTERNAL_ERROR);

    List<WriteOutcome> writeOutcomes = advisorTestCluster.apply(advisorTestCluster.advice());

    assertThat(of(writeOutcomes, "quota nlp/gpu").result()).isEqualTo(Result.ERROR);
    assertThat(of(writeOutcomes, "quota vision/gpu"))
        .isEqualTo(
            new WriteOutcome(
                "quota vision/gpu",
                Result.WITHHELD,
                "requests.nvidia.com/gpu=8 has to wait for reductions of other quotas that were not"
                    + " made"));
    assertThat(advisorTestCluster.sum()).isEqualTo(36);
  }

  @Test
  void a_run_that_ended_after_its_reductions_is_completed_by_the_next() {
    Advice advice = advisorTestCluster.advice();

    assertThatThrownBy(
            () ->
                advisorTestCluster.apply(
                    advice,
                    path -> {
                      if (!path.contains("/nlp/")) {
                        throw new IllegalStateException("killed");
                      }
                    }))
        .hasMessage("killed");
    assertThat(advisorTestCluster.sum()).isEqualTo(8);

    assertThat(advisorTestCluster.apply(advisorTestCluster.advice()))
        .hasSize(2)
        .extracting(WriteOutcome::result)
        .containsOnly(Result.DONE);
    assertThat(advisorTestCluster.sum()).isEqualTo(16);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/nlp/", "/vision/", "/lab/"})
  void two_runs_at_once_do_together_what_one_would(String overtakenAt) {
    Advice advice = advisorTestCluster.advice();
    List<Long> sums = new ArrayList<>();
    List<String> overtaken = new ArrayList<>();

    List<WriteOutcome> writeOutcomes =
        advisorTestCluster.apply(
            advice,
            path -> {
              sums.add(advisorTestCluster.sum());
              if (path.contains(overtakenAt) && overtaken.isEmpty()) {
                overtaken.add(path);
                advisorTestCluster.apply(advice, p -> sums.add(advisorTestCluster.sum()));
              }
            });

    assertThat(overtaken).hasSize(1);
    assertThat(writeOutcomes).extracting(WriteOutcome::result).contains(Result.CONFLICT);
    assertThat(sums).allSatisfy(s -> assertThat(s).isLessThanOrEqualTo(36));
    assertThat(advisorTestCluster.sum()).isEqualTo(16);
  }

  @Test
  void a_raise_is_cut_to_what_was_freed() {
    advisorTestCluster.set("nlp", "gpu", AdvisorTestCluster.GPU, "5");
    advisorTestCluster.set("vision", "gpu", AdvisorTestCluster.GPU, "10");
    Advice advice = advisorTestCluster.advice();
    advisorTestCluster.server().faults().fail(9, "PATCH .*/nlp/", FailureMode.INTERNAL_ERROR);

    List<WriteOutcome> writeOutcomes = advisorTestCluster.apply(advice);

    assertThat(of(writeOutcomes, "quota lab/dead"))
        .isEqualTo(
            new WriteOutcome(
                "quota lab/dead",
                Result.WITHHELD,
                "limits.nvidia.com/gpu=2 -> requests.nvidia.com/gpu=3; requests.nvidia.com/gpu=4"
                    + " has to wait for reductions of other quotas that were not made"));
    assertThat(advisorTestCluster.sum()).isEqualTo(16);
  }

  @Test
  void where_the_cluster_is_lost_the_rest_is_named_and_not_tried() {
    Advice advice = advisorTestCluster.advice();

    List<WriteOutcome> writeOutcomes =
        advisorTestCluster.apply(
            advice,
            path -> {
              if (path.contains("/vision/")) {
                advisorTestCluster.server().close();
              }
            });

    assertThat(of(writeOutcomes, "quota nlp/gpu").result()).isEqualTo(Result.DONE);
    assertThat(of(writeOutcomes, "quota vision/gpu").result()).isEqualTo(Result.ERROR);
    assertThat(of(writeOutcomes, "quota lab/dead").message())
        .isEqualTo("not tried, because the cluster can't be reached any more");
  }

  @Test
  void a_second_run_finds_nothing_to_change() {
    advisorTestCluster.apply(advisorTestCluster.advice());

    assertThat(advisorTestCluster.apply(advisorTestCluster.advice())).isEmpty();
  }

  @Test
  void what_another_writer_set_after_the_advice_is_kept() {
    Advice advice = advisorTestCluster.advice();
    advisorTestCluster.set("nlp", "gpu", AdvisorTestCluster.GPU, "20");
    advisorTestCluster.set("vision", "gpu", "pods", "60");

    List<WriteOutcome> writeOutcomes = advisorTestCluster.apply(advice);

    assertThat(of(writeOutcomes, "quota nlp/gpu").result()).isEqualTo(Result.CONFLICT);
    assertThat(of(writeOutcomes, "quota nlp/gpu").message()).contains("requests.nvidia.com/gpu=20");
    assertThat(advisorTestCluster.hard("nlp", "gpu")).isEqualTo("requests.nvidia.com/gpu=20");
    assertThat(advisorTestCluster.hard("vision", "gpu"))
        .isEqualTo("pods=60,requests.nvidia.com/gpu=4");
    assertThat(of(writeOutcomes, "quota lab/dead").result()).isEqualTo(Result.WITHHELD);
  }

  @Test
  void what_another_writer_sets_between_look_and_write_is_kept() {
    Advice advice = advisorTestCluster.advice();

    List<WriteOutcome> writeOutcomes =
        advisorTestCluster.apply(
            advice,
            path -> {
              if (path.contains("/nlp/")) {
                advisorTestCluster.set("nlp", "gpu", "pods", "7");
              }
            });

    assertThat(of(writeOutcomes, "quota nlp/gpu").result()).isEqualTo(Result.CONFLICT);
    assertThat(advisorTestCluster.hard("nlp", "gpu"))
        .isEqualTo("pods=7,requests.nvidia.com/gpu=32");
  }

  @Test
  void a_pod_that_is_charged_meanwhile_is_no_hindrance() {
    Advice advice = advisorTestCluster.advice();
    advisorTestCluster.use("vision", "gpu", "2");

    assertThat(of(advisorTestCluster.apply(advice), "quota vision/gpu").result())
        .isEqualTo(Result.DONE);
  }

  @Test
  void more_use_than_is_proposed_stops_a_reduction() {
    Advice advice = advisorTestCluster.advice();
    advisorTestCluster.use("nlp", "gpu", "6");

    WriteOutcome writeOutcome = of(advisorTestCluster.apply(advice), "quota nlp/gpu");

    assertThat(writeOutcome.result()).isEqualTo(Result.CONFLICT);
    assertThat(writeOutcome.message()).startsWith("6 of requests.nvidia.com/gpu are used by now");
  }

  @Test
  void ceilings_that_others_apply_are_left_to_them() throws StatusException {
    advisorTestCluster.applyAs(
        "argocd-controller", "nlp", "gpu", "{'" + AdvisorTestCluster.GPU + "': '32'}");

    WriteOutcome writeOutcome =
        of(advisorTestCluster.apply(advisorTestCluster.advice()), "quota nlp/gpu");

    assertThat(writeOutcome.result()).isEqualTo(Result.CONFLICT);
    assertThat(writeOutcome.message()).startsWith("argocd-controller declares its ceilings");
  }

  @Test
  void ceilings_that_others_apply_on_their_side_are_left_to_them_unless_forced()
      throws StatusException {
    advisorTestCluster.updateAs("argocd-controller", "nlp", "gpu", "33");
    Advice advice = advisorTestCluster.advice();

    WriteOutcome writeOutcome = of(advisorTestCluster.apply(advice), "quota nlp/gpu");

    assertThat(writeOutcome.result()).isEqualTo(Result.CONFLICT);
    assertThat(writeOutcome.message()).startsWith("argocd-controller declares its ceilings");
    assertThat(forced(advice).result()).isEqualTo(Result.DONE);
  }

  @Test
  void quotas_that_a_controller_makes_are_left_to_it_unless_forced() throws StatusException {
    advisorTestCluster.annotate("nlp", "gpu", "configmanagement.gke.io/managed", "enabled");
    Advice advice = advisorTestCluster.advice();

    WriteOutcome left = of(advisorTestCluster.apply(advice), "quota nlp/gpu");

    assertThat(left.result()).isEqualTo(Result.CONFLICT);
    assertThat(left.message()).startsWith("Config Sync declares its ceilings");
    assertThat(forced(advice).result()).isEqualTo(Result.DONE);
  }

  private WriteOutcome forced(Advice advice) throws StatusException {
    try (Connection connection = advisorTestCluster.connection()) {
      return of(
          new QuotaApplier(
                  connection,
                  AdvisorTestCluster.NOW,
                  new ApplyOverrides(true, true),
                  new MadeChanges())
              .apply(advice),
          "quota nlp/gpu");
    }
  }

  @Test
  void a_ceiling_that_someone_patched_is_changed() throws StatusException {
    advisorTestCluster.updateAs("kubectl-patch", "nlp", "gpu", "33");

    assertThat(of(advisorTestCluster.apply(advisorTestCluster.advice()), "quota nlp/gpu").result())
        .isEqualTo(Result.DONE);
  }

  @Test
  void a_change_that_someone_undid_is_not_repeated_unless_forced() throws StatusException {
    String before = advisorTestCluster.hard("nlp", "gpu");
    assertThat(apply("quota nlp/gpu").result()).isEqualTo(Result.DONE);
    advisorTestCluster.updateAs("quota-operator", "nlp", "gpu", before.replaceAll(".*=", ""));

    WriteOutcome left = apply("quota nlp/gpu");

    assertThat(left.result()).isEqualTo(Result.CONFLICT);
    assertThat(left.message())
        .startsWith("quota-operator undid the change of " + AdvisorTestCluster.NOW);
    assertThat(advisorTestCluster.hard("nlp", "gpu")).isEqualTo(before);
    assertThat(forced(advisorTestCluster.advice()).result()).isEqualTo(Result.DONE);
  }

  @Test
  void a_ceiling_that_someone_set_to_a_new_value_is_changed_again() throws StatusException {
    assertThat(apply("quota nlp/gpu").result()).isEqualTo(Result.DONE);
    advisorTestCluster.updateAs("kubectl-edit", "nlp", "gpu", "35");

    assertThat(apply("quota nlp/gpu").result()).isEqualTo(Result.DONE);
  }

  private WriteOutcome apply(String object) throws StatusException {
    return of(advisorTestCluster.apply(advisorTestCluster.advice()), object);
  }

  @Test
  void where_one_may_not_the_rest_is_done() {
    advisorTestCluster.server().access().token("secret", new User("me", "1", List.of()));
    advisorTestCluster.server().access().allow("me", "list", "*", "*");
    advisorTestCluster.server().access().allow("me", "get", "*", "*");
    advisorTestCluster.server().access().allow("me", "patch", "resourcequotas", "nlp");

    List<WriteOutcome> writeOutcomes = advisorTestCluster.apply(advisorTestCluster.advice());

    assertThat(of(writeOutcomes, "quota nlp/gpu").result()).isEqualTo(Result.DONE);
    assertThat(of(writeOutcomes, "quota vision/gpu").result()).isEqualTo(Result.FORBIDDEN);
    assertThat(of(writeOutcomes, "quota vision/gpu").message())
        .startsWith("forbidden to change it: ");
    assertThat(advisorTestCluster.hard("nlp", "gpu")).isEqualTo("requests.nvidia.com/gpu=4");
  }

  @Test
  void a_server_that_fails_once_leaves_the_others_changed() {
    advisorTestCluster.server().faults().fail(1, "PATCH .*/vision/", FailureMode.INTERNAL_ERROR);

    List<WriteOutcome> writeOutcomes = advisorTestCluster.apply(advisorTestCluster.advice());

    assertThat(of(writeOutcomes, "quota vision/gpu").result()).isEqualTo(Result.ERROR);
    assertThat(of(writeOutcomes, "quota nlp/gpu").result()).isEqualTo(Result.DONE);
  }

  @Test
  void undoing_brings_back_what_was_replaced() throws StatusException {
    advisorTestCluster.apply(advisorTestCluster.advice());

    List<WriteOutcome> writeOutcomes = undo();

    assertThat(writeOutcomes).hasSize(3).extracting(WriteOutcome::result).containsOnly(Result.DONE);
    assertThat(advisorTestCluster.hard("vision", "gpu"))
        .isEqualTo("pods=50,requests.nvidia.com/gpu=4");
    assertThat(advisorTestCluster.hard("nlp", "gpu")).isEqualTo("requests.nvidia.com/gpu=32");
    assertThat(advisorTestCluster.hard("lab", "dead")).isEqualTo("limits.nvidia.com/gpu=2");
    assertThat(undo()).isEmpty();
  }

  @Test
  void a_quota_that_was_created_is_deleted_again() throws StatusException {
    advisorTestCluster.server().objects().remove("v1", "ResourceQuota", "lab", "dead");
    advisorTestCluster.apply(advisorTestCluster.advice());
    assertThat(advisorTestCluster.hard("lab", "plimsoll")).isEqualTo("requests.nvidia.com/gpu=4");

    undo();

    assertThat(advisorTestCluster.server().objects().get("v1", "ResourceQuota", "lab", "plimsoll"))
        .isEmpty();
  }

  @Test
  void undoing_leaves_alone_what_somebody_changed_since() throws StatusException {
    advisorTestCluster.apply(advisorTestCluster.advice());
    advisorTestCluster.set("nlp", "gpu", AdvisorTestCluster.GPU, "9");

    List<WriteOutcome> writeOutcomes = undo();

    assertThat(of(writeOutcomes, "quota nlp/gpu").result()).isEqualTo(Result.CONFLICT);
    assertThat(advisorTestCluster.hard("nlp", "gpu")).isEqualTo("requests.nvidia.com/gpu=9");
    assertThat(advisorTestCluster.hard("vision", "gpu"))
        .isEqualTo("pods=50,requests.nvidia.com/gpu=4");
  }
}
