package dev.plimsoll.kubernetes.quantity;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Texts that are, or nearly are, quantities. */
final class Spellings {
  private static final String[] UNITS = {"n", "u", "m", "", "k", "M", "G", "T", "P", "E"};
  private static final String[] BINARY_UNITS = {"Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};

  private Spellings() {}

  /** Quantities Kubernetes reads, of all lengths, formats and signs. */
  static Arbitrary<String> valid() {
    Arbitrary<String> numbers =
        Combinators.combine(sign(), digits(1, 24), fraction()).as((s, i, f) -> s + i + f);
    return Combinators.combine(numbers, suffix()).as(String::concat);
  }

  /** Texts of a quantity's characters in a quantity's order, most of them quantities. */
  static Arbitrary<String> plausible() {
    Arbitrary<String> numbers =
        Combinators.combine(sign(), digits(0, 24), fraction()).as((s, i, f) -> s + i + f);
    Arbitrary<String> suffixes =
        Arbitraries.frequencyOf(Tuple.of(9, suffix()), Tuple.of(1, jumble("eEinumkKMGTP+-019")));
    return Combinators.combine(numbers, suffixes).as(String::concat);
  }

  /** Texts of a quantity's characters, and some others, in any order. */
  static Arbitrary<String> jumbled() {
    return jumble("0123456789.+-eEinumkKMGTP x\u0660\u00e9");
  }

  private static Arbitrary<String> jumble(String characters) {
    return Arbitraries.strings().withChars(characters).ofMaxLength(5);
  }

  private static Arbitrary<String> sign() {
    return Arbitraries.of("", "", "", "", "-", "+");
  }

  private static Arbitrary<String> digits(int least, int most) {
    Arbitrary<String> any = Arbitraries.strings().numeric().ofMinLength(least).ofMaxLength(most);
    Arbitrary<String> round =
        Combinators.combine(any, Arbitraries.of("", "0", "00", "000", "0000")).as(String::concat);
    Arbitrary<String> padded =
        Combinators.combine(Arbitraries.of("0", "000"), any).as(String::concat);
    Arbitrary<String> binary = Arbitraries.longs().between(0, 1L << 53).map(i -> "" + (i * 8));
    Arbitrary<String> small = Arbitraries.integers().between(0, 4096).map(i -> "" + i);
    return Arbitraries.frequencyOf(
        Tuple.of(3, any),
        Tuple.of(3, small),
        Tuple.of(2, round),
        Tuple.of(1, padded),
        Tuple.of(1, binary));
  }

  private static Arbitrary<String> fraction() {
    return Arbitraries.frequencyOf(
        Tuple.of(4, Arbitraries.just("")),
        Tuple.of(1, Arbitraries.just(".")),
        Tuple.of(3, digits(1, 12).map(digits -> "." + digits)));
  }

  private static Arbitrary<String> suffix() {
    Arbitrary<String> exponents =
        Combinators.combine(
                Arbitraries.of("e", "E"),
                Arbitraries.of("", "", "+", "-", "0", "-0"),
                Arbitraries.integers().between(0, 40))
            .as((e, sign, exponent) -> e + sign + exponent);
    return Arbitraries.frequencyOf(
        Tuple.of(4, Arbitraries.of(UNITS)),
        Tuple.of(4, Arbitraries.of(BINARY_UNITS)),
        Tuple.of(2, exponents));
  }
}
