package dev.plimsoll.kubernetes.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kubernetes.quantity.Quantity.Format;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
  @Test
  void constants_print_in_canonical_form() {
    assertThat(Quantity.ZERO).hasToString("0");
    assertThat(Quantity.of(1000)).hasToString("1k");
    assertThat(Quantity.of(3 << 20, Format.BINARY_SI)).hasToString("3Mi");
    assertThat(Quantity.of(1_200_000, Format.DECIMAL_EXPONENT)).hasToString("1200e3");
    assertThat(Quantity.of(Long.MIN_VALUE)).hasToString("-9223372036854775808");
  }

  @ParameterizedTest
  @CsvSource({"1.234,1234m", "+5,5", "007,7", "1E3,1e3", "1e+3,1e3", "5e0,5", "0003Ki,3Ki", "1.,1"})
  void a_kept_spelling_is_printed_and_lost_in_any_computation(String spelling, String canonical) {
    Quantity kept = Quantity.parse(spelling);

    assertThat(kept).hasToString(spelling);
    assertThat(kept.roundUpToMilli()).hasToString(spelling);
    assertThat(kept.canonical()).isEqualTo(canonical);
    assertThat(kept.inFormat(kept.format())).hasToString(canonical);
    assertThat(kept.add(Quantity.ZERO)).hasToString(canonical);
    assertThat(Quantity.ZERO.add(kept)).hasToString(canonical);
    assertThat(kept.negate().negate()).hasToString(canonical);
    assertThat(kept.multiply(1)).hasToString(canonical);
  }

  @ParameterizedTest
  @CsvSource({
    "0,500m,500m",
    "500m,0.5,1",
    "512Mi,512Mi,1Gi",
    "1Gi,1G,2073741824",
    "1G,1Gi,2073741824",
    "0,0Mi,0",
    "999,1,1k",
    "9223372036854775807,1,9223372036854775808",
    "999999999999999999,9E,9999999999999999999",
    "8Ei,1,8Ei",
    "1e18,1n,1000000000000000000000000001e-9"
  })
  void a_sum_takes_the_format_of_the_first_term_that_has_one(String a, String b, String sum) {
    assertThat(Quantity.parse(a).add(Quantity.parse(b))).hasToString(sum);
  }

  @Test
  void zero_adopts_the_format_of_what_is_added_even_of_zero() {
    Quantity none = Quantity.ZERO.add(Quantity.parse("0Mi"));

    assertThat(none.format()).isEqualTo(Format.BINARY_SI);
    assertThat(Quantity.parse("1Gi").subtract(Quantity.parse("1Gi")).format())
        .isEqualTo(Format.BINARY_SI);
  }

  @ParameterizedTest
  @CsvSource({
    "1.5,2,1500",
    "-1.5,-2,-1500",
    "1n,1,1",
    "-1n,-1,-1",
    "1e3,1000,1000000",
    "9223372036854775,9223372036854775,9223372036854775000",
    "9223372036854776,9223372036854776,0",
    "12E,0,0",
    "1e9000,0,0"
  })
  void an_integer_that_is_no_long_is_zero(String text, long value, long milliValue) {
    assertThat(Quantity.parse(text).value()).isEqualTo(value);
    assertThat(Quantity.parse(text).milliValue()).isEqualTo(milliValue);
  }

  @ParameterizedTest
  @CsvSource({
    "9223372036854775808,-9223372036854775808,0",
    "8Ei,9223372036854775807,-1000",
    "1234567890123456789,1234567890123456789,-1363962815083169272",
    "-1.0000000015,0,-999",
    "-12345678901234567890.5,-5097733591,-5097733592501"
  })
  void an_integer_of_arbitrary_precision_keeps_its_low_bits(
      String text, long value, long milliValue) {
    assertThat(Quantity.parse(text).value()).isEqualTo(value);
    assertThat(Quantity.parse(text).milliValue()).isEqualTo(milliValue);
  }

  @Test
  void a_power_beyond_a_long_is_the_smallest_long() {
    Quantity wide = new Quantity(new BigDecimal("3e19"), Format.DECIMAL_SI);

    assertThat(wide.value()).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void whole_numbers_are_told_by_their_thousandths() {
    assertThat(Quantity.parse("4").isInteger()).isTrue();
    assertThat(Quantity.parse("4000m").isInteger()).isTrue();
    assertThat(Quantity.parse("1500m").isInteger()).isFalse();
    assertThat(Quantity.parse("-1m").isInteger()).isFalse();
    assertThat(Quantity.parse("1e20").isInteger()).isTrue();
  }

  @Test
  void equality_is_that_of_the_number() {
    assertThat(Quantity.parse("1000m"))
        .isEqualTo(Quantity.of(1))
        .hasSameHashCodeAs(Quantity.of(1))
        .isNotEqualTo(Quantity.of(2))
        .isNotEqualTo("1");
    assertThat(Quantity.parse("0Mi")).isEqualTo(Quantity.ZERO).hasSameHashCodeAs(Quantity.ZERO);
    assertThat(Quantity.parse("0.00000000000"))
        .isEqualTo(Quantity.ZERO)
        .hasSameHashCodeAs(Quantity.ZERO);
    assertThat(Quantity.of(Long.MIN_VALUE).negate())
        .isEqualTo(Quantity.parse("9223372036854775808"));
  }

  @ParameterizedTest
  @CsvSource({"1e10000,1e9999", "1e4294967297,10", "1e-10000,1n"})
  void a_large_exponent_is_computed_with_and_read_as_32_bits(String text, String expected) {
    Quantity quantity = Quantity.parse(text);

    assertThat(quantity.compareTo(Quantity.parse(expected))).isNotNegative();
    assertThat(Quantity.parse(quantity.canonical())).isEqualTo(quantity);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e10001", "1e-10001", "1e2147483648", "0e-999999999"})
  void an_exponent_nobody_can_compute_with_is_rejected(String text) {
    assertThatThrownBy(() -> Quantity.parse(text))
        .isInstanceOf(QuantityFormatException.class)
        .hasMessage("the exponent of a quantity must lie between -10000 and 10000");
  }

  @ParameterizedTest
  @ValueSource(ints = {1_001, 400_000, 3_000_000})
  void a_quantity_of_more_characters_than_anybody_means_is_not_read(int length) {
    for (String text :
        List.of("9".repeat(length), "0." + "9".repeat(length), "0".repeat(length) + "1Gi")) {
      assertThatThrownBy(() -> Quantity.parse(text))
          .isInstanceOf(QuantityFormatException.class)
          .hasMessage(
              "a quantity must have at most 1000 characters, this one has " + text.length());
    }
    assertThat(Quantity.parse("9".repeat(1_000)).signum()).isPositive();
  }

  @Test
  void a_sum_may_have_more_digits_than_a_quantity_that_is_read() {
    Quantity sum = Quantity.parse("1e10000").add(Quantity.parse("1n"));

    assertThat(sum.canonical()).hasSizeGreaterThan(10_000);
    assertThat(sum.stored()).isEqualTo(sum);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e9223372036854775808", "1e", "1e+", "1ee3", "1K", "1ei", "1i", "1Mi3"})
  void an_unknown_suffix_is_rejected(String text) {
    assertThatThrownBy(() -> Quantity.parse(text))
        .isInstanceOf(QuantityFormatException.class)
        .hasMessage("unable to parse quantity's suffix");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Pi", "-Ei", ".Ti5", "+.e-10", "n1"})
  void a_text_without_a_number_may_be_rejected(String text) {
    assertThatThrownBy(() -> Quantity.parse(text)).isInstanceOf(QuantityFormatException.class);
  }

  @Test
  void only_documents_may_hold_white_space() {
    assertThat(Quantity.fromJson(" 1 ")).hasToString("1");
    assertThatThrownBy(() -> Quantity.parse(" 1")).isInstanceOf(QuantityFormatException.class);
    assertThatThrownBy(() -> Quantity.fromJson("1\t")).isInstanceOf(QuantityFormatException.class);
  }

  @Test
  void conversions_keep_the_number() {
    assertThat(Quantity.parse("1500m").toDouble()).isEqualTo(1.5);
    assertThat(Quantity.parse("2").toDouble()).isEqualTo(2);
    assertThat(Quantity.parse("1500m").toBigDecimal()).isEqualByComparingTo("1.5");
  }

  @Test
  void an_amount_that_prints_without_suffix_is_stored_as_a_decimal_one() {
    Quantity sum = Quantity.parse("1000Mi").add(Quantity.parse("100e6"));

    assertThat(sum).hasToString("1148576000");
    assertThat(sum.stored()).isEqualTo(sum).hasToString("1148576k");
    assertThat(sum.stored().add(Quantity.parse("1000Mi"))).hasToString("2197152k");
    assertThat(Quantity.parse("64Mi").add(Quantity.parse("936Mi")).stored().format())
        .isEqualTo(Quantity.Format.BINARY_SI);
    assertThat(Quantity.parse("1e3").stored()).hasToString("1e3");
  }
}
