package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.advisor.live.Outcome.Result;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.testkit.access.User;
import dev.plimsoll.testkit.faults.Refusal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApplierTest {
  @TempDir Path folder;
  private Fleet fleet;

  @BeforeEach
  void start() {
    fleet = new Fleet(folder);
  }

  @AfterEach
  void stop() {
    fleet.close();
  }

  private List<Outcome> undo() throws StatusException {
    try (Connection connection = fleet.connection()) {
      return new Undoer(connection).undo(Optional.empty());
    }
  }

  private static Outcome of(List<Outcome> outcomes, String object) {
    return outcomes.stream().filter(o -> o.object().equals(object)).findFirst().orElseThrow();
  }

  private List<String> writes() {
    return fleet.server().calls().stream().filter(c -> !c.startsWith("GET")).toList();
  }

  @Test
  void quotas_get_what_is_recommended_and_keep_the_rest() {
    List<Outcome> outcomes = fleet.apply(fleet.advice());

    assertThat(outcomes).extracting(Outcome::result).containsOnly(Result.DONE);
    assertThat(fleet.hard("vision", "gpu")).isEqualTo("pods=50,requests.nvidia.com/gpu=8");
    assertThat(fleet.hard("nlp", "gpu")).isEqualTo("requests.nvidia.com/gpu=4");
    assertThat(fleet.hard("lab", "dead")).isEqualTo("requests.nvidia.com/gpu=4");
  }

  @Test
  void only_the_ceilings_that_change_are_owned() {
    fleet.apply(fleet.advice());

    assertThat(Owners.own(fleet.quota("vision", "gpu")))
        .extracting(Object::toString)
        .containsExactly(Fleet.GPU);
  }

  @Test
  void all_is_tried_before_it_is_stored_and_the_largest_reduction_comes_last() {
    fleet.apply(fleet.advice());

    List<String> writes = writes();
    assertThat(writes.get(0)).contains("dryRun=All");
    assertThat(writes.get(writes.size() - 2)).contains("/nlp/", "dryRun=All");
    assertThat(writes.get(writes.size() - 1)).contains("/nlp/").doesNotContain("dryRun");
    assertThat(writes).allSatisfy(w -> assertThat(w).contains("fieldManager=plimsoll-advisor"));
  }

  @Test
  void a_second_run_finds_nothing_to_change() {
    fleet.apply(fleet.advice());

    assertThat(fleet.apply(fleet.advice())).isEmpty();
  }

  @Test
  void what_another_writer_set_after_the_advice_is_kept() {
    Advice advice = fleet.advice();
    fleet.set("nlp", "gpu", Fleet.GPU, "20");
    fleet.set("vision", "gpu", "pods", "60");

    List<Outcome> outcomes = fleet.apply(advice);

    assertThat(of(outcomes, "quota nlp/gpu").result()).isEqualTo(Result.CONFLICT);
    assertThat(of(outcomes, "quota nlp/gpu").sentence()).contains("requests.nvidia.com/gpu=20");
    assertThat(fleet.hard("nlp", "gpu")).isEqualTo("requests.nvidia.com/gpu=20");
    assertThat(fleet.hard("vision", "gpu")).isEqualTo("pods=60,requests.nvidia.com/gpu=4");
    assertThat(of(outcomes, "quota lab/dead").result()).isEqualTo(Result.DONE);
  }

  @Test
  void what_another_writer_sets_between_look_and_write_is_kept() {
    Advice advice = fleet.advice();

    List<Outcome> outcomes =
        fleet.apply(
            advice,
            path -> {
              if (path.contains("/nlp/")) {
                fleet.set("nlp", "gpu", "pods", "7");
              }
            });

    assertThat(of(outcomes, "quota nlp/gpu").result()).isEqualTo(Result.CONFLICT);
    assertThat(fleet.hard("nlp", "gpu")).isEqualTo("pods=7,requests.nvidia.com/gpu=32");
  }

  @Test
  void a_pod_that_is_charged_meanwhile_is_no_hindrance() {
    Advice advice = fleet.advice();
    fleet.use("vision", "gpu", "2");

    assertThat(of(fleet.apply(advice), "quota vision/gpu").result()).isEqualTo(Result.DONE);
  }

  @Test
  void more_use_than_is_proposed_stops_a_reduction() {
    Advice advice = fleet.advice();
    fleet.use("nlp", "gpu", "6");

    Outcome outcome = of(fleet.apply(advice), "quota nlp/gpu");

    assertThat(outcome.result()).isEqualTo(Result.CONFLICT);
    assertThat(outcome.sentence()).startsWith("6 of requests.nvidia.com/gpu are used by now");
  }

  @Test
  void ceilings_that_others_apply_are_left_to_them() throws StatusException {
    fleet.applyAs("argocd-controller", "nlp", "gpu", "{'" + Fleet.GPU + "': '32'}");

    Outcome outcome = of(fleet.apply(fleet.advice()), "quota nlp/gpu");

    assertThat(outcome.result()).isEqualTo(Result.CONFLICT);
    assertThat(outcome.sentence()).startsWith("argocd-controller applies its ceilings");
  }

  @Test
  void where_one_may_not_the_rest_is_done() {
    fleet.server().access().token("secret", new User("me", "1", List.of()));
    fleet.server().access().allow("me", "list", "*", "*");
    fleet.server().access().allow("me", "get", "*", "*");
    fleet.server().access().allow("me", "patch", "resourcequotas", "vision");

    List<Outcome> outcomes = fleet.apply(fleet.advice());

    assertThat(of(outcomes, "quota vision/gpu").result()).isEqualTo(Result.DONE);
    assertThat(of(outcomes, "quota nlp/gpu").result()).isEqualTo(Result.FORBIDDEN);
    assertThat(of(outcomes, "quota nlp/gpu").sentence()).startsWith("you may not change it: ");
    assertThat(fleet.hard("nlp", "gpu")).isEqualTo("requests.nvidia.com/gpu=32");
  }

  @Test
  void a_server_that_fails_once_leaves_the_others_changed() {
    fleet.server().faults().refuse(1, "PATCH .*/vision/", Refusal.INTERNAL_ERROR);

    List<Outcome> outcomes = fleet.apply(fleet.advice());

    assertThat(of(outcomes, "quota vision/gpu").result()).isEqualTo(Result.REFUSED);
    assertThat(of(outcomes, "quota nlp/gpu").result()).isEqualTo(Result.DONE);
  }

  @Test
  void undoing_brings_back_what_was_replaced() throws StatusException {
    fleet.apply(fleet.advice());

    List<Outcome> outcomes = undo();

    assertThat(outcomes).hasSize(3).extracting(Outcome::result).containsOnly(Result.DONE);
    assertThat(fleet.hard("vision", "gpu")).isEqualTo("pods=50,requests.nvidia.com/gpu=4");
    assertThat(fleet.hard("nlp", "gpu")).isEqualTo("requests.nvidia.com/gpu=32");
    assertThat(fleet.hard("lab", "dead")).isEqualTo("limits.nvidia.com/gpu=2");
    assertThat(undo()).isEmpty();
  }

  @Test
  void a_quota_that_was_created_is_deleted_again() throws StatusException {
    fleet.server().objects().remove("v1", "ResourceQuota", "lab", "dead");
    fleet.apply(fleet.advice());
    assertThat(fleet.hard("lab", "plimsoll")).isEqualTo("requests.nvidia.com/gpu=4");

    undo();

    assertThat(fleet.server().objects().get("v1", "ResourceQuota", "lab", "plimsoll")).isEmpty();
  }

  @Test
  void undoing_leaves_alone_what_somebody_changed_since() throws StatusException {
    fleet.apply(fleet.advice());
    fleet.set("nlp", "gpu", Fleet.GPU, "9");

    List<Outcome> outcomes = undo();

    assertThat(of(outcomes, "quota nlp/gpu").result()).isEqualTo(Result.CONFLICT);
    assertThat(fleet.hard("nlp", "gpu")).isEqualTo("requests.nvidia.com/gpu=9");
    assertThat(fleet.hard("vision", "gpu")).isEqualTo("pods=50,requests.nvidia.com/gpu=4");
  }
}
