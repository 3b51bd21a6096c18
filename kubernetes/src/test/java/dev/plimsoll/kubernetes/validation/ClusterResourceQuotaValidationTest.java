package dev.plimsoll.kubernetes.validation;

import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClusterResourceQuotaValidationTest {
  private static final LabelSelector TEAM = new LabelSelector(Map.of("team", "a"), List.of());

  @Test
  void a_quota_that_selects_by_label_or_annotation_is_fine() {
    assertThat(errors(Optional.of(TEAM), Map.of(), "pods=1")).isEmpty();
    assertThat(errors(Optional.empty(), Map.of("openshift.io/requester", "ann"), "pods=1"))
        .isEmpty();
  }

  @Test
  void a_quota_must_select_something() {
    assertThat(errors(Optional.empty(), Map.of(), "pods=1"))
        .containsExactly("spec.selector: Required value: must restrict the selected projects");
    assertThat(errors(Optional.of(new LabelSelector(Map.of(), List.of())), Map.of(), "pods=1"))
        .containsExactly(
            "spec.selector: Required value: must restrict the selected projects",
            "spec.selector.labels: Invalid value: {}: must restrict the selected projects");
  }

  @Test
  void its_quota_is_held_to_the_rules_of_a_resource_quota() {
    assertThat(errors(Optional.of(TEAM), Map.of(), "storage=-1"))
        .containsExactly(
            "spec.quota.hard[storage]: Invalid value: \"storage\": must be a standard resource for"
                + " quota",
            "spec.quota.hard[storage]: Invalid value: \"-1\": must be greater than or equal to 0");
  }

  @Test
  void selectors_must_be_well_formed() {
    LabelSelector bad =
        new LabelSelector(
            Map.of("a/b/c", "x"),
            List.of(
                new LabelSelector.Requirement("team", "In", List.of()),
                new LabelSelector.Requirement("team", "Exists", List.of("x")),
                new LabelSelector.Requirement("team", "Like", List.of())));

    List<String> errors = errors(Optional.of(bad), Map.of("a/b/c", ""), "pods=1");

    assertThat(errors).hasSize(5);
    assertThat(errors.get(0))
        .startsWith(
            "spec.selector.labels.matchLabels: Invalid value: \"a/b/c\": a valid label key");
    assertThat(errors.subList(1, 4))
        .containsExactly(
            "spec.selector.labels.matchExpressions[0].values: Required value: must be specified"
                + " when `operator` is 'In' or 'NotIn'",
            "spec.selector.labels.matchExpressions[1].values: Forbidden: may not be specified when"
                + " `operator` is 'Exists' or 'DoesNotExist'",
            "spec.selector.labels.matchExpressions[2].operator: Invalid value: \"Like\": not a"
                + " valid selector operator");
    assertThat(errors.get(4)).startsWith("spec.selector.annotations: Invalid value: \"a/b/c\"");
  }

  @Test
  void its_status_is_held_to_the_same_rules() {
    ResourceQuotaStatus status = new ResourceQuotaStatus(list("gpu.x/y=500m"), list("pods=-1"));
    ClusterResourceQuota quota =
        new ClusterResourceQuota(
            ObjectMeta.of("", "q"),
            Optional.of(TEAM),
            Map.of(),
            ResourceQuotaSpec.of(list("pods=1")),
            status,
            Map.of("team-a", status));

    assertThat(ClusterResourceQuotaValidation.validate(quota, KubernetesControlPlane.DEFAULT))
        .extracting(FieldError::toString)
        .containsExactly(
            "status.overall.hard[gpu.x/y]: Invalid value: \"500m\": must be an integer",
            "status.overall.used[pods]: Invalid value: \"-1\": must be greater than or equal to 0",
            "status.namespaces[team-a][pods]: Invalid value: \"-1\": must be greater than or equal"
                + " to 0");
  }

  private static List<String> errors(
      Optional<LabelSelector> labels, Map<String, String> annotations, String hard) {
    ClusterResourceQuota quota =
        new ClusterResourceQuota(
            ObjectMeta.of("", "q"),
            labels,
            annotations,
            ResourceQuotaSpec.of(list(hard)),
            ResourceQuotaStatus.NONE,
            Map.of());
    return ClusterResourceQuotaValidation.validate(quota, KubernetesControlPlane.DEFAULT).stream()
        .map(FieldError::toString)
        .toList();
  }
}
