package dev.plimsoll.kubernetes.quota;

import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.quota.QuotaChecks.scope;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.Affinity;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodAffinityTerm;
import dev.plimsoll.kubernetes.object.PodSpecBuilder;
import dev.plimsoll.kubernetes.quantity.QualifiedNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class QuotaScopeMatcherTest {
  private static final Pod POD = pod(container("c", "cpu=1", "")).build();

  @Test
  void a_deadline_makes_a_pod_terminating() {
    Pod ending = with(s -> s.activeDeadlineSeconds(OptionalLong.of(60)));

    assertThat(matches("Terminating", ending)).isTrue();
    assertThat(matches("NotTerminating", ending)).isFalse();
    assertThat(matches("Terminating", POD)).isFalse();
  }

  @Test
  void a_pod_that_asks_for_nothing_but_gpus_is_best_effort() {
    Pod gpus = pod(container("c", "nvidia.com/gpu=1", "nvidia.com/gpu=1")).build();

    assertThat(matches("BestEffort", gpus)).isTrue();
    assertThat(matches("NotBestEffort", gpus)).isFalse();
    assertThat(matches("NotBestEffort", POD)).isTrue();
  }

  @Test
  void empty_resources_of_its_own_make_any_pod_best_effort() {
    assertThat(matches("BestEffort", pod(POD).resources("", "").build())).isTrue();
  }

  @Test
  void a_pod_without_priority_class_matches_what_excludes_classes() {
    assertThat(QuotaScopeMatcher.matches(scope("PriorityClass", "NotIn", "high"), POD)).isTrue();
    assertThat(QuotaScopeMatcher.matches(scope("PriorityClass", "DoesNotExist"), POD)).isTrue();
    assertThat(QuotaScopeMatcher.matches(scope("PriorityClass", "In", "high"), POD)).isFalse();
    assertThat(QuotaScopeMatcher.matches(scope("PriorityClass", "Exists"), POD)).isFalse();
  }

  @Test
  void a_priority_class_is_matched_by_name() {
    Pod high = with(s -> s.priorityClassName("high"));

    assertThat(QuotaScopeMatcher.matches(scope("PriorityClass", "In", "low", "high"), high))
        .isTrue();
    assertThat(QuotaScopeMatcher.matches(scope("PriorityClass", "NotIn", "high"), high)).isFalse();
    assertThat(QuotaScopeMatcher.matches(scope("PriorityClass", "DoesNotExist"), high)).isFalse();
    assertThat(QuotaScopeMatcher.matches(scope("PriorityClass", "Exists"), high)).isTrue();
  }

  @Test
  void an_affinity_term_that_may_reach_other_namespaces_matches_even_if_only_preferred() {
    assertThat(matches("CrossNamespacePodAffinity", preferring(List.of("team-a"), false))).isTrue();
    assertThat(matches("CrossNamespacePodAffinity", preferring(List.of(), true))).isTrue();
    assertThat(matches("CrossNamespacePodAffinity", preferring(List.of(), false))).isFalse();
  }

  @Test
  void scopes_of_claims_match_no_pod() {
    assertThat(matches("VolumeAttributesClass", POD)).isFalse();
  }

  private static boolean matches(String scope, Pod pod) {
    return QuotaScopeMatcher.matches(scope(scope, "Exists"), pod);
  }

  private static Pod with(UnaryOperator<PodSpecBuilder> change) {
    return POD.withSpec(change.apply(POD.spec().with()).build());
  }

  private static Pod preferring(List<String> namespaces, boolean selector) {
    LabelSelector all = new LabelSelector(Map.of(), List.of());
    PodAffinityTerm term =
        new PodAffinityTerm(
            Optional.of(all),
            namespaces,
            selector ? Optional.of(all) : Optional.empty(),
            "kubernetes.io/hostname",
            List.of(),
            List.of());
    List<Affinity.WeightedPodAffinityTerm> preferred =
        List.of(new Affinity.WeightedPodAffinityTerm(5, term));
    return with(
        s ->
            s.affinity(
                new Affinity(
                    Optional.empty(), List.of(), List.of(), List.of(), List.of(), preferred)));
  }

  /** As {@code isTerminating} of pods.go compares. */
  @Test
  void a_deadline_of_no_seconds_is_a_deadline() {
    assertThat(matches("Terminating", with(s -> s.activeDeadlineSeconds(OptionalLong.of(0)))))
        .isTrue();
  }

  @Test
  void values_that_no_label_can_have_are_told_as_one_or_as_a_list() {
    String one = "values[%d][PriorityClass]: Invalid value: \"%s\": ";
    String fault = QualifiedNames.labelValue("a b").get(0);
    String prefix = "failed to parse and convert selector: ";

    assertThat(QuotaScopeMatcher.malformed(scope("PriorityClass", "In", "ok", "a b")))
        .contains(prefix + one.formatted(1, "a b") + fault);
    assertThat(QuotaScopeMatcher.malformed(scope("PriorityClass", "In", "a b", "c d")))
        .contains(
            prefix
                + "["
                + one.formatted(0, "a b")
                + fault
                + ", "
                + one.formatted(1, "c d")
                + fault
                + "]");
    assertThat(QuotaScopeMatcher.malformed(scope("PriorityClass", "Exists", "a b"))).isEmpty();
    assertThat(QuotaScopeMatcher.malformed(scope("PriorityClass", "Like")))
        .contains(prefix + "\"Like\" is not a valid scope selector operator");
  }
}
