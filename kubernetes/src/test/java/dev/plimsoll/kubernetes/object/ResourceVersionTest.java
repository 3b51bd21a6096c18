package dev.plimsoll.kubernetes.object;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceVersionTest {

  @ParameterizedTest
  @CsvSource({
    "10, 9, true",
    "9, 10, false",
    "10, 10, false",
    "18446744073709551616, 18446744073709551615, true",
    "x1, 2, true",
    "01, 2, true",
    "2, '', true"
  })
  void versions_are_whole_numbers_of_any_length(String version, String than, boolean newer) {
    assertThat(ResourceVersion.isNewer(version, than)).isEqualTo(newer);
  }
}
