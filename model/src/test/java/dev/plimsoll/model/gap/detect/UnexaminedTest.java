package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.GPUS;
import static dev.plimsoll.model.gap.detect.GapScenario.deployment;
import static dev.plimsoll.model.gap.detect.GapScenario.gpuPod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.fixtures.FailingRules;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.gap.Unexamined;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnexaminedTest {
  private static final ApiObject[] OBJECTS = {
    node("n").has(GPU, "8").build(),
    quota("gpus").hard(GPUS + "=2").build(),
    deployment("denied", 3, gpuPod(1)),
    deployment("too-large", 1, gpuPod(2)),
    gpuPod("pending", 9, ""),
    quota("broken", "mistyped").hard("limits.nvidia.com/gpu=1").build(),
    deployment("victim", 1, gpuPod(1)).withMetadata(ObjectMeta.of("broken", "victim")),
  };

  private static Simulation simulation(AdmissionChain chain) {
    return GapScenario.simulation(chain, OBJECTS);
  }

  @Test
  void a_rule_that_fails_on_one_workload_leaves_the_gaps_of_others_and_names_it() {
    GapSurvey survey = GapFinder.survey(simulation(FailingRules.in("broken")));

    assertThat(others(survey))
        .isNotEmpty()
        .isEqualTo(others(GapFinder.survey(simulation(AdmissionChain.standard()))));
    assertThat(survey.unexamined())
        .extracting(Unexamined::message)
        .containsExactly(
            "deployment/victim in namespace broken: whether the API server admits it:"
                + " java.lang.ArithmeticException: long overflow");
    assertThat(survey.isFine()).isFalse();
  }

  @Test
  void what_else_is_known_of_such_a_workloads_namespace_is_told() {
    assertThat(GapFinder.find(simulation(FailingRules.in("broken")), "broken"))
        .extracting(f -> f.gap().kind())
        .containsExactly(GapKind.DeadQuotaKey);
  }

  private static List<Gap> others(GapSurvey survey) {
    return survey.findings().stream()
        .map(Finding::withRemedies)
        .filter(g -> !g.namespace().equals("broken"))
        .toList();
  }
}
