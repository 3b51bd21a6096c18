package dev.plimsoll.kubernetes.validation;

import static dev.plimsoll.kubernetes.fixtures.PersistentVolumeClaimBuilder.claim;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.PriorityClass;
import java.util.List;
import org.junit.jupiter.api.Test;

class ImmutableFieldsValidationTest {
  private static PriorityClass priority(int value, String preemption) {
    return new PriorityClass(ObjectMeta.of("", "p"), value, false, preemption);
  }

  private static List<String> fields(List<FieldError> errors) {
    return errors.stream().map(FieldError::field).toList();
  }

  @Test
  void a_priority_never_changes_and_an_unset_policy_is_the_default() {
    assertThat(
            fields(
                ImmutableFieldsValidation.validate(
                    priority(2, "Never"), priority(1, "PreemptLowerPriority"))))
        .containsExactly("value", "preemptionPolicy");
    assertThat(
            ImmutableFieldsValidation.validate(
                priority(1, ""), priority(1, "PreemptLowerPriority")))
        .isEmpty();
  }

  @Test
  void a_claim_grows_only_once_it_is_bound() {
    PersistentVolumeClaim waiting = claim("data").of("disks").size("1Gi").build();
    PersistentVolumeClaim bound = waiting.boundTo("pv");

    assertThat(
            fields(
                ImmutableFieldsValidation.validate(
                    claim("data").of("disks").size("2Gi").build(), waiting)))
        .containsExactly("spec");
    assertThat(
            ImmutableFieldsValidation.validate(
                claim("data").of("disks").size("2Gi").build().boundTo("pv"), bound))
        .isEmpty();
    assertThat(
            fields(
                ImmutableFieldsValidation.validate(
                    claim("data").of("others").size("1Gi").build().boundTo("pv"), bound)))
        .containsExactly("spec");
  }
}
