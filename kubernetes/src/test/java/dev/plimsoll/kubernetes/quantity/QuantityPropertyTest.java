package dev.plimsoll.kubernetes.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kubernetes.quantity.Quantity.Format;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class QuantityPropertyTest {
  private static final BigDecimal THOUSANDTH = new BigDecimal("0.001");
  private static final BigDecimal LARGEST_NAMED_UNIT = new BigDecimal("1e20");

  @Property(tries = 5000)
  void a_plausible_text_is_read_as_the_rules_say(@ForAll("plausible") String text) {
    assertReadsAsTheRulesSay(text);
  }

  @Property(tries = 2000)
  void a_jumbled_text_is_read_as_the_rules_say(@ForAll("jumbled") String text) {
    assertReadsAsTheRulesSay(text);
  }

  private static void assertReadsAsTheRulesSay(String text) {
    QuantityOracle expected;
    try {
      expected = QuantityOracle.parse(text);
    } catch (IllegalArgumentException e) {
      assertThatThrownBy(() -> Quantity.parse(text))
          .isInstanceOf(QuantityFormatException.class)
          .hasMessage(e.getMessage());
      return;
    }
    Quantity actual = Quantity.parse(text);
    assertThat(actual.toBigDecimal()).isEqualByComparingTo(expected.number());
    assertThat(actual).hasToString(expected.printed());
    assertThat(actual.format()).isEqualTo(expected.format());
  }

  @Property
  void the_canonical_form_is_the_one_the_rules_give(
      @ForAll("quantities") Quantity quantity, @ForAll Format format) {
    assertThat(quantity.inFormat(format))
        .hasToString(QuantityOracle.print(quantity.toBigDecimal(), format))
        .isEqualTo(quantity);
  }

  @Property
  void the_canonical_form_loses_nothing_and_is_its_own_canonical_form(
      @ForAll("quantities") Quantity quantity) {
    Quantity nameable = nameable(quantity);

    Quantity again = Quantity.parse(nameable.canonical());

    assertThat(again).isEqualTo(nameable).hasToString(nameable.canonical());
    assertThat(again.canonical()).isEqualTo(nameable.canonical());
  }

  /**
   * Returns the quantity in a format that its text tells. Suffixes end at 10 to the 20th. A
   * multiple of 1000 in powers of 1024 may have no suffix, as 218.75Ki is 224000: Kubernetes reads
   * that text as a decimal quantity, and prints 224k from then on.
   */
  private static Quantity nameable(Quantity quantity) {
    if (quantity.toBigDecimal().abs().compareTo(LARGEST_NAMED_UNIT) >= 0) {
      return quantity.inFormat(Format.DECIMAL_EXPONENT);
    }
    return Character.isDigit(quantity.toString().charAt(quantity.toString().length() - 1))
            && quantity.format() == Format.BINARY_SI
        ? quantity.inFormat(Format.DECIMAL_SI)
        : quantity;
  }

  @Property
  void what_is_printed_is_read_as_the_same_number(@ForAll("quantities") Quantity quantity) {
    Quantity nameable = nameable(quantity);

    assertThat(Quantity.parse(nameable.toString())).isEqualTo(nameable).hasToString("" + nameable);
  }

  @Example
  void a_binary_text_without_suffix_is_read_as_decimal() {
    Quantity binary = Quantity.parse("218.75Ki");

    assertThat(binary).hasToString("224000");
    assertThat(binary.stored()).isEqualTo(binary).hasToString("224k");
  }

  @Property
  void addition_is_exact_and_commutes(
      @ForAll("quantities") Quantity a, @ForAll("quantities") Quantity b) {
    Quantity sum = a.add(b);

    assertThat(sum.toBigDecimal()).isEqualByComparingTo(a.toBigDecimal().add(b.toBigDecimal()));
    assertThat(b.add(a)).isEqualTo(sum).hasSameHashCodeAs(sum);
    assertThat(sum.format()).isEqualTo(a.isZero() ? b.format() : a.format());
    assertThat(sum.toString()).isEqualTo(sum.canonical());
  }

  @Property
  void subtraction_undoes_addition(
      @ForAll("quantities") Quantity a, @ForAll("quantities") Quantity b) {
    assertThat(a.add(b).subtract(b)).isEqualTo(a).hasSameHashCodeAs(a);
    assertThat(a.subtract(b)).isEqualTo(b.subtract(a).negate());
    assertThat(a.subtract(b).format()).isEqualTo(a.isZero() ? b.format() : a.format());
  }

  @Property
  void multiplication_is_exact(@ForAll("quantities") Quantity quantity, @ForAll long factor) {
    assertThat(quantity.multiply(factor).toBigDecimal())
        .isEqualByComparingTo(quantity.toBigDecimal().multiply(BigDecimal.valueOf(factor)));
  }

  @Property
  void comparison_is_that_of_the_numbers(
      @ForAll("quantities") Quantity a, @ForAll("quantities") Quantity b) {
    int expected = a.toBigDecimal().compareTo(b.toBigDecimal());

    assertThat(a.compareTo(b)).isEqualTo(expected);
    assertThat(a.equals(b)).isEqualTo(expected == 0);
    assertThat(Quantity.max(a, b)).isSameAs(expected >= 0 ? a : b);
    assertThat(a.signum()).isEqualTo(a.toBigDecimal().signum());
  }

  @Property
  void close_numbers_compare_as_such(@ForAll("quantities") Quantity quantity) {
    Quantity more = quantity.add(Quantity.parse("1n"));

    assertThat(more).isGreaterThan(quantity);
    assertThat(quantity).isLessThan(more);
  }

  @Property(tries = 3000)
  void a_long_and_arbitrary_precision_do_the_same(
      @ForAll("longs") Quantity a, @ForAll("longs") Quantity b) {
    Quantity wideA = new Quantity(a.toBigDecimal(), a.format());
    Quantity wideB = new Quantity(b.toBigDecimal(), b.format());

    assertThat(wideA).isEqualTo(a).hasSameHashCodeAs(a).hasToString(a.toString());
    assertThat(wideA.add(wideB)).isEqualTo(a.add(b)).hasToString(a.add(b).toString());
    assertThat(wideA.subtract(b)).isEqualTo(a.subtract(b)).hasToString(a.subtract(b).toString());
    assertThat(wideA.compareTo(wideB)).isEqualTo(a.compareTo(b)).isEqualTo(wideA.compareTo(b));
    assertThat(wideA.roundUpToMilli()).isEqualTo(a.roundUpToMilli());
    assertThat(wideA.negate()).isEqualTo(a.negate()).hasToString(a.negate().toString());
    assertThat(wideA.toDouble()).isEqualTo(a.toDouble());
  }

  @Property
  void rounding_to_thousandths_goes_away_from_zero_by_less_than_one(
      @ForAll("quantities") Quantity quantity) {
    Quantity rounded = quantity.roundUpToMilli();

    assertThat(rounded.toBigDecimal())
        .isEqualByComparingTo(quantity.toBigDecimal().setScale(3, RoundingMode.UP));
    assertThat(rounded.subtract(quantity).toBigDecimal().abs()).isLessThan(THOUSANDTH);
    assertThat(rounded.roundUpToMilli()).hasToString(rounded.toString());
    assertThat(rounded.format()).isEqualTo(quantity.format());
  }

  @Property
  void integers_of_non_negative_quantities_are_rounded_up(@ForAll("quantities") Quantity quantity) {
    Quantity positive = quantity.isNegative() ? quantity.negate() : quantity;
    BigDecimal number = positive.toBigDecimal();

    if (positive.compareTo(Quantity.of(Long.MAX_VALUE)) <= 0) {
      assertThat(positive.value())
          .isEqualTo(number.setScale(0, RoundingMode.CEILING).longValueExact());
    }
    if (positive.compareTo(Quantity.of(Quantity.MAX_MILLI_VALUE)) <= 0) {
      assertThat(positive.milliValue())
          .isEqualTo(number.movePointRight(3).setScale(0, RoundingMode.CEILING).longValueExact());
      assertThat(positive.isInteger())
          .isEqualTo(positive.roundUpToMilli().toBigDecimal().stripTrailingZeros().scale() <= 0);
    }
  }

  @Property
  void white_space_around_a_token_is_dropped(@ForAll("plausible") String text) {
    String surrounded = " \u00a0" + text + "\u2003\u0085 ";

    if (text.isBlank()) {
      assertThatThrownBy(() -> Quantity.fromJson(surrounded))
          .isInstanceOf(QuantityFormatException.class);
      return;
    }
    assertThat(outcome(() -> Quantity.fromJson(surrounded)))
        .isEqualTo(outcome(() -> Quantity.parse(text)));
  }

  private static String outcome(Supplier<Quantity> reading) {
    try {
      return reading.get().toString();
    } catch (QuantityFormatException e) {
      return "rejected: " + e.getMessage();
    }
  }

  @Provide
  Arbitrary<String> plausible() {
    return Spellings.plausible();
  }

  @Provide
  Arbitrary<String> jumbled() {
    return Spellings.jumbled();
  }

  @Provide
  Arbitrary<Quantity> quantities() {
    return Spellings.valid().map(Quantity::parse);
  }

  @Provide
  Arbitrary<Quantity> longs() {
    return Combinators.combine(
            Arbitraries.longs(),
            Arbitraries.integers().between(-9, 21),
            Arbitraries.of(Format.class))
        .as((unscaled, exponent, format) -> new Quantity(unscaled, exponent, format, ""));
  }
}
