package dev.plimsoll.kubernetes.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.validation.Decoding.UnknownField;
import dev.plimsoll.kubernetes.validation.Decoding.WrongValue;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DecodingTest {
  private static final UnknownField LATER =
      field("spec.resources", Optional.of(KubernetesVersion.V1_32));
  private static final UnknownField NEVER = field("spec.color", Optional.empty());
  private static final UnknownField BELOW = field("spec.resources.color", Optional.empty());
  private static final WrongValue WRONG =
      new WrongValue("wrong", "formerly wrong", List.of("spec", "resources", "limits"), "");

  private static final WrongValue UNKNOWN_ITSELF =
      new WrongValue("wrong", "formerly wrong", List.of("spec", "resources"), "");

  private static UnknownField field(String name, Optional<KubernetesVersion> since) {
    return new UnknownField(name, Arrays.asList(name.split("\\.")), "", since);
  }

  private static Decoding of(UnknownField... fields) {
    return new Decoding("Pod: ", Optional.empty(), List.of(fields));
  }

  private static Optional<String> message(Decoding decoding, KubernetesVersion version) {
    return decoding.error(version).map(DecodingError::message);
  }

  @Test
  void a_field_is_unknown_before_its_version() {
    Decoding decoding = of(LATER, NEVER);

    assertThat(message(decoding, KubernetesVersion.V1_31))
        .contains(
            "Pod: strict decoding error: unknown field \"spec.resources\", unknown field"
                + " \"spec.color\"");
    assertThat(message(decoding, KubernetesVersion.V1_32))
        .contains("Pod: strict decoding error: unknown field \"spec.color\"");
    assertThat(of(LATER).error(KubernetesVersion.V1_32)).isEmpty();
  }

  @Test
  void the_decoder_does_not_look_into_an_unknown_field() {
    assertThat(message(of(LATER, BELOW), KubernetesVersion.V1_31))
        .contains("Pod: strict decoding error: unknown field \"spec.resources\"");
    assertThat(message(of(LATER, BELOW), KubernetesVersion.V1_32))
        .contains("Pod: strict decoding error: unknown field \"spec.resources.color\"");
  }

  @Test
  void a_wrong_value_is_the_answer_unless_it_is_in_an_unknown_field() {
    Decoding decoding = new Decoding("Pod: ", Optional.of(WRONG), List.of(LATER, NEVER));

    assertThat(message(decoding, KubernetesVersion.V1_31).orElseThrow())
        .startsWith("Pod: strict decoding error: unknown field \"spec.resources\"");
    assertThat(
            message(
                new Decoding("Pod: ", Optional.of(WRONG), List.of(BELOW)), KubernetesVersion.V1_31))
        .contains("Pod: formerly wrong");
    assertThat(
            message(
                new Decoding("Pod: ", Optional.of(UNKNOWN_ITSELF), List.of(LATER)),
                KubernetesVersion.V1_31))
        .contains("Pod: strict decoding error: unknown field \"spec.resources\"");
    assertThat(message(decoding, KubernetesVersion.V1_34)).contains("Pod: formerly wrong");
    assertThat(message(decoding, KubernetesVersion.V1_35)).contains("Pod: wrong");
  }

  @Test
  void at_most_100_different_fields_are_named() {
    UnknownField[] many =
        IntStream.range(0, 101)
            .mapToObj(i -> field("f" + i / 2, Optional.empty()))
            .toArray(UnknownField[]::new);
    UnknownField[] more =
        IntStream.range(0, 101)
            .mapToObj(i -> field("f" + i, Optional.empty()))
            .toArray(UnknownField[]::new);

    assertThat(message(of(many), KubernetesVersion.V1_36).orElseThrow().split("unknown field"))
        .hasSize(52);
    assertThat(message(of(more), KubernetesVersion.V1_36).orElseThrow().split("unknown field"))
        .hasSize(101);
  }

  @Test
  void a_later_version_may_know_an_unknown_field() {
    assertThat(of(NEVER).error(KubernetesVersion.V1_36).orElseThrow().isCertain()).isTrue();
    assertThat(of(NEVER).error(KubernetesVersion.V1_37).orElseThrow().isCertain()).isFalse();
  }

  @Test
  void clients_get_different_answers_about_a_field_of_a_later_version() {
    assertThat(of(LATER).error(KubernetesVersion.V1_31).orElseThrow().doubts())
        .contains(
            "kubectl is denied: Pod: strict decoding error: unknown field \"spec.resources\"");
    assertThat(of(LATER, NEVER).error(KubernetesVersion.V1_31).orElseThrow().isCertain()).isTrue();
  }
}
