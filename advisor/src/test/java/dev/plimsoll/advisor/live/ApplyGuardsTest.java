package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.ChangeLimits;
import dev.plimsoll.model.tenancy.ChangePolicy;
import dev.plimsoll.model.tenancy.ConfidenceLevel;
import dev.plimsoll.testkit.access.User;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApplyGuardsTest {
  @TempDir Path folder;
  private AdvisorTestCluster cluster;

  @BeforeEach
  void start() {
    cluster = new AdvisorTestCluster(folder);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private static ChangePolicy limits(int quotas, Amount units, ConfidenceLevel confidence) {
    return ChangePolicy.PROPOSED.withLimits(new ChangeLimits(quotas, units, confidence));
  }

  private List<WriteOutcome> apply(ChangePolicy changes) {
    return cluster.applyWithinLimits(cluster.advice(changes));
  }

  private List<String> writes() {
    return cluster.server().calls().stream().filter(c -> !c.startsWith("GET")).toList();
  }

  @Test
  void changes_within_the_limits_are_made() {
    assertThat(apply(limits(3, Amount.parse("28"), ConfidenceLevel.HIGH)))
        .hasSize(3)
        .extracting(WriteOutcome::result)
        .containsOnly(Result.DONE);
  }

  @Test
  void more_quotas_than_a_run_may_change_leave_all_unchanged() {
    assertThat(apply(limits(2, Amount.ALL, ConfidenceLevel.LOW)))
        .hasSize(3)
        .allSatisfy(o -> assertThat(o.result()).isEqualTo(Result.WITHHELD))
        .extracting(WriteOutcome::message)
        .containsOnly(
            "no quota is changed, because 3 would be, and changes.limits.quotas is 2; a person can"
                + " apply it with --over-limits");
    assertThat(writes()).isEmpty();
  }

  @Test
  void more_units_than_a_run_may_move_leave_all_unchanged() {
    assertThat(apply(limits(9, Amount.parse("27"), ConfidenceLevel.LOW)))
        .extracting(WriteOutcome::message)
        .containsOnly(
            "no quota is changed, because 28 of nvidia.com/gpu would be taken, and"
                + " changes.limits.units is 27 (27); a person can apply it with --over-limits");
    assertThat(writes()).isEmpty();
  }

  @Test
  void one_unit_may_always_be_moved() {
    cluster.set("vision", "gpu", AdvisorTestCluster.GPU, "8");
    cluster.set("nlp", "gpu", AdvisorTestCluster.GPU, "5");
    cluster.set("lab", "dead", AdvisorTestCluster.GPU, "4");

    assertThat(apply(limits(9, Amount.parse("1%"), ConfidenceLevel.LOW)))
        .isNotEmpty()
        .extracting(WriteOutcome::result)
        .containsOnly(Result.DONE);
  }

  @Test
  void what_is_less_certain_than_it_must_be_is_left_and_nothing_is_raised_from_it() {
    cluster.use("nlp", "gpu", "1");

    List<WriteOutcome> writeOutcomes = apply(limits(9, Amount.ALL, ConfidenceLevel.MEDIUM));

    assertThat(writeOutcomes)
        .extracting(WriteOutcome::toString)
        .contains(
            "quota nlp/gpu: its confidence is Low (status.used of the quota differs from what its"
                + " objects add up to), and changes.limits.confidence is Medium; a person can apply"
                + " it with --over-limits",
            "quota vision/gpu: requests.nvidia.com/gpu=8 has to wait for reductions of other quotas"
                + " that were not made");
    assertThat(cluster.sum()).isEqualTo(36);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pods", "namespaces", "resourcequotas", "limitranges"})
  void without_the_right_to_list_a_kind_nothing_is_changed_whoever_allows_it(String kind) {
    cluster.server().access().token("secret", new User("me", "1", List.of()));
    for (String other : List.of("nodes", "pods", "namespaces", "resourcequotas", "limitranges")) {
      if (!other.equals(kind)) {
        cluster.server().access().allow("me", "list", other, "*");
      }
    }
    for (String verb : List.of("get", "create", "patch")) {
      cluster.server().access().allow("me", verb, "resourcequotas", "*");
    }

    assertThat(cluster.apply(cluster.advice()))
        .isNotEmpty()
        .allSatisfy(o -> assertThat(o.result()).isEqualTo(Result.WITHHELD))
        .extracting(WriteOutcome::message)
        .containsOnly(
            "no quota is changed, because "
                + kind
                + " could not be listed and every change rests on them; grant the verb list on "
                + kind
                + " at cluster scope");
    assertThat(writes()).isEmpty();
  }

  @Test
  void what_is_asked_for_one_namespace_is_made_of_what_is_free_in_all() {
    assertThat(cluster.apply(cluster.advice().in("vision")))
        .extracting(WriteOutcome::result)
        .containsExactly(Result.WITHHELD);
    assertThat(cluster.apply(cluster.advice().in("nlp")))
        .extracting(WriteOutcome::result)
        .containsExactly(Result.DONE);
    assertThat(cluster.apply(cluster.advice().in("vision")))
        .extracting(WriteOutcome::result)
        .containsExactly(Result.DONE);
  }

  @Test
  void a_namespace_that_is_being_deleted_gets_nothing_and_is_no_error() {
    cluster.server().objects().remove("v1", "ResourceQuota", "lab", "dead");
    cluster.put(
        """
        {"apiVersion": "v1", "kind": "Namespace",
         "metadata": {"name": "lab", "deletionTimestamp": "2026-03-01T09:00:00Z",
                      "finalizers": ["example.com/wait"]},
         "status": {"phase": "Terminating"}}
        """);

    assertThat(cluster.advice().notes())
        .contains("namespace lab is being deleted: its quotas are left as they are");
    assertThat(cluster.apply(cluster.advice()))
        .hasSize(2)
        .extracting(WriteOutcome::result)
        .containsOnly(Result.DONE);
  }
}
