package dev.plimsoll.kubernetes.version;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesVersionTest {

  @ParameterizedTest
  @CsvSource({
    "1.33, 1.33",
    "v1.33.13, 1.33",
    "1.33+, 1.33",
    "v1.31.4-eks-aeac579, 1.31",
    "v1.32.13+rke2r1, 1.32",
    "v1.100.0, 1.100"
  })
  void a_version_is_read_as_components_tell_it(String text, String expected) {
    assertThat(KubernetesVersion.parse(text)).map(KubernetesVersion::toString).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "unknown", "v1", "1.", ".33", "one.two", "v1.x.0", "1.33333"})
  void what_is_no_version_is_none(String text) {
    assertThat(KubernetesVersion.parse(text)).isEmpty();
  }

  @Test
  void versions_are_in_order_of_their_numbers_not_of_their_text() {
    assertThat(new KubernetesVersion(1, 9)).isLessThan(new KubernetesVersion(1, 31));
    assertThat(new KubernetesVersion(2, 0)).isGreaterThan(KubernetesVersion.V1_37);
  }

  @ParameterizedTest
  @CsvSource({
    "1.28, 1.31",
    "1.31, 1.31",
    "1.34, 1.34",
    "1.36, 1.36",
    "1.37, 1.37",
    "1.38, 1.37",
    "2.0, 1.37"
  })
  void the_rules_of_the_nearest_known_version_are_applied(String text, String rules) {
    assertThat(KubernetesVersion.parse(text).orElseThrow().nearestModelled()).hasToString(rules);
  }
}
