package dev.plimsoll.advisor.recommend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.Evidence;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.cost.GapCost;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecommendationSentencesTest {
  private static final ResourceName GPU = ResourceName.of("requests.nvidia.com/gpu");

  private static QuotaKeyProposal proposed(String amount) {
    Quantity quantity = Quantity.parse(amount);
    return new QuotaKeyProposal(GPU, Quantity.parse("2"), quantity, quantity, List.of());
  }

  private static Gap gap(GapKind kind, String name, String message, Evidence... evidence) {
    return new Gap(
        kind,
        new ObjectReference("Deployment", "research", name, ""),
        GPU.name(),
        message,
        List.of(evidence),
        List.of(),
        3,
        GapCost.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "4, 6, rises from 4 to 6",
    "4, 3, falls from 4 to 3",
    "4, 4, stays at 4",
    "4, 4000m, stays at 4"
  })
  void a_ceiling_rises_falls_or_stays(String now, String proposed, String verb) {
    assertThat(
            RecommendationSentences.change(
                proposed(proposed), Resources.of(GPU, Quantity.parse(now))))
        .isEqualTo("requests.nvidia.com/gpu " + verb + ", with 2 used.");
  }

  @Test
  void a_ceiling_that_is_not_there_yet_is_new() {
    assertThat(RecommendationSentences.change(proposed("6"), Resources.EMPTY))
        .isEqualTo("requests.nvidia.com/gpu gets a ceiling of 6, with 2 used.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "3; 3; 3 pods of deployment eval are denied although nodes could run them.",
        "3; 2; 3 pods of deployment eval are denied although nodes could run 2 of them.",
        "1; 1; 1 pod of deployment eval is denied although nodes could run it."
      })
  void denied_pods_are_counted_in_words_of_people(String denied, String placeable, String text) {
    Gap gap =
        gap(
            GapKind.QuotaExhaustedCapacityFree,
            "eval",
            "3 of 4 pods are denied: exceeded quota",
            new Evidence("missingPods", denied),
            new Evidence("placeable", placeable));

    assertThat(RecommendationSentences.gap(gap)).isEqualTo(text);
  }

  @Test
  void a_message_that_does_not_say_about_what_it_is_gets_its_object() {
    assertThat(
            RecommendationSentences.gap(
                gap(GapKind.NoEligibleNode, "sweep", "3 pods request 2 nvidia.com/gpu")))
        .isEqualTo("Deployment sweep: 3 pods request 2 nvidia.com/gpu.");
    assertThat(
            RecommendationSentences.gap(
                gap(GapKind.Fragmented, "big", "pod big requests 8 on one")))
        .isEqualTo("Pod big requests 8 on one.");
  }

  @Test
  void names_are_not_capitalised() {
    assertThat(RecommendationSentences.sentence("nvidia.com/gpu is short"))
        .isEqualTo("nvidia.com/gpu is short.");
    assertThat(RecommendationSentences.sentence("more is used.")).isEqualTo("More is used.");
  }

  @Test
  void pods_that_lack_are_told_with_what_becomes_of_them() {
    assertThat(
            RecommendationSentences.pods(
                new RecommendationEffect(3, 0, 3, 0, 2, List.of(), List.of())))
        .contains("3 pods are missing: 3 would be admitted (now 0), 2 would get a node (now 0).");
    assertThat(
            RecommendationSentences.pods(
                new RecommendationEffect(0, 0, 0, 0, 0, List.of(), List.of())))
        .isEmpty();
  }
}
