package dev.plimsoll.kubernetes.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SemanticVersionTest {
  @Test
  void orders_versions_as_semver_does() {
    List<String> ascending =
        List.of(
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-alpha.beta",
            "1.0.0-beta",
            "1.0.0-beta.2",
            "1.0.0-beta.11",
            "1.0.0-rc.1",
            "1.0.0",
            "1.0.1",
            "1.2.0",
            "1.10.0",
            "18446744073709551615.0.0");

    for (int i = 0; i < ascending.size(); i++) {
      for (int j = 0; j < ascending.size(); j++) {
        assertThat(Integer.signum(parse(ascending.get(i)).compareTo(parse(ascending.get(j)))))
            .as(ascending.get(i) + " and " + ascending.get(j))
            .isEqualTo(Integer.compare(i, j));
      }
    }
  }

  @Test
  void the_build_makes_no_difference() {
    assertThat(parse("1.2.3+a.b")).isEqualTo(parse("1.2.3"));
  }

  @ParameterizedTest
  @CsvSource({"v1.0.0,1.0.0", "1.0,1.0.0", "1,1.0.0", "01.01.01,1.1.1", "v00.1.0-a,0.1.0-a"})
  void can_be_lenient(String text, String version) {
    assertThat(SemanticVersion.parseNormalized(text)).isEqualTo(parse(version));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | Version string empty",
        "1.0 | No Major.Minor.Patch elements found",
        "v1.0.0 | Invalid character(s) found in major number \"v1\"",
        "1.01.0 | Minor number must not contain leading zeroes \"01\"",
        "1.0.x | Invalid character(s) found in patch number \"x\"",
        "1.0.0- | Prerelease is empty",
        "1.0.0-01 | Numeric PreRelease version must not contain leading zeroes \"01\"",
        "1.0.0-a_b | Invalid character(s) found in prerelease \"a_b\"",
        "1.0.0+ | Build meta data is empty",
        "1.0.0+a_b | Invalid character(s) found in build meta data \"a_b\""
      })
  void says_what_is_wrong(String text, String message) {
    assertThatIllegalArgumentException().isThrownBy(() -> parse(text)).withMessage(message);
  }

  private static SemanticVersion parse(String text) {
    return SemanticVersion.parse(text);
  }
}
