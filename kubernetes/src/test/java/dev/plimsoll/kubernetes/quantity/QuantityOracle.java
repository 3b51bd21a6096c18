package dev.plimsoll.kubernetes.quantity;

import dev.plimsoll.kubernetes.quantity.Quantity.Format;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Kubernetes' rules for reading and printing a quantity, written down as plainly as they can be:
 * with regular expressions, tables and {@link BigDecimal} only.
 */
record QuantityOracle(BigDecimal number, Format format, String printed) {
  private static final Pattern GRAMMAR =
      Pattern.compile("([+-]?)([0-9]*)(\\.[0-9]*)?([eEinumkKMGTP]*[+-]?[0-9]*)");
  private static final Pattern EXPONENT = Pattern.compile("[eE]([+-]?[0-9]+)");
  private static final Map<String, Integer> POWERS_OF_TEN =
      Map.of("n", -9, "u", -6, "m", -3, "", 0, "k", 3, "M", 6, "G", 9, "T", 12, "P", 15, "E", 18);
  private static final Map<String, Integer> POWERS_OF_1024 =
      Map.of("Ki", 1, "Mi", 2, "Gi", 3, "Ti", 4, "Pi", 5, "Ei", 6);
  private static final Map<Integer, Integer> EXACT_BINARY_DIGITS = Map.of(1, 11, 2, 8, 3, 5, 4, 2);
  private static final BigDecimal KIBI = BigDecimal.valueOf(1024);
  private static final BigDecimal LARGEST_LONG = BigDecimal.valueOf(Long.MAX_VALUE);

  static QuantityOracle parse(String text) {
    Matcher parts = GRAMMAR.matcher(text);
    if (text.isEmpty() || !parts.matches()) {
      throw new IllegalArgumentException(
          "quantities must match the regular expression"
              + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
    }
    String point = parts.group(3) == null ? "" : parts.group(3);
    String fraction = point.isEmpty() ? "" : point.substring(1);
    String integer = parts.group(2).replaceFirst("^0+", "");
    integer = integer.isEmpty() ? "0" : integer;
    String suffix = parts.group(4);

    Format format = format(suffix);
    boolean binary = format == Format.BINARY_SI;
    int power = binary ? POWERS_OF_1024.getOrDefault(suffix, 0) : powerOfTen(suffix);
    boolean exact =
        binary
            ? fraction.isEmpty() && integer.length() <= EXACT_BINARY_DIGITS.getOrDefault(power, 0)
            : integer.length() + fraction.length() <= 18 && power - fraction.length() >= -9;
    if (!exact && parts.group(2).isEmpty() && fraction.isEmpty()) {
      throw new IllegalArgumentException("unable to parse numeric part of quantity");
    }
    BigDecimal magnitude =
        new BigDecimal(integer + "." + fraction + "0")
            .multiply(binary ? KIBI.pow(power) : BigDecimal.ONE.scaleByPowerOfTen(power));
    if (!exact) {
      magnitude = magnitude.setScale(9, RoundingMode.UP);
      magnitude = binary ? magnitude.min(LARGEST_LONG) : magnitude;
      format = binary && isFraction(magnitude) ? Format.DECIMAL_SI : format;
    }
    BigDecimal number = parts.group(1).equals("-") ? magnitude.negate() : magnitude;
    boolean kept =
        exact
            && (binary
                ? new BigDecimal(integer).remainder(BigDecimal.valueOf(8)).signum() != 0
                : (power - fraction.length()) % 3 == 0
                    && !(integer + fraction).endsWith("000")
                    && !integer.startsWith("0"));
    return new QuantityOracle(number, format, kept ? text : print(number, format));
  }

  private static Format format(String suffix) {
    if (POWERS_OF_TEN.containsKey(suffix)) {
      return Format.DECIMAL_SI;
    }
    if (POWERS_OF_1024.containsKey(suffix)) {
      return Format.BINARY_SI;
    }
    if (EXPONENT.matcher(suffix).matches()) {
      return Format.DECIMAL_EXPONENT;
    }
    throw new IllegalArgumentException("unable to parse quantity's suffix");
  }

  private static int powerOfTen(String suffix) {
    Integer power = POWERS_OF_TEN.get(suffix);
    return power != null ? power : Integer.parseInt(suffix.substring(1));
  }

  private static boolean isFraction(BigDecimal magnitude) {
    return magnitude.signum() > 0 && magnitude.compareTo(BigDecimal.ONE) < 0;
  }

  static String print(BigDecimal number, Format format) {
    if (number.signum() == 0) {
      return "0";
    }
    boolean whole = number.stripTrailingZeros().scale() <= 0;
    if (format == Format.BINARY_SI && whole && number.abs().compareTo(KIBI) >= 0) {
      BigDecimal mantissa = number;
      int power = 0;
      while (mantissa.remainder(KIBI).signum() == 0) {
        mantissa = mantissa.divide(KIBI);
        power++;
      }
      return mantissa.toBigIntegerExact() + suffix(POWERS_OF_1024, power);
    }
    BigDecimal mantissa = number;
    int exponent = 0;
    while (mantissa.stripTrailingZeros().scale() > 0) {
      mantissa = mantissa.scaleByPowerOfTen(3);
      exponent -= 3;
    }
    while (mantissa.remainder(BigDecimal.valueOf(1000)).signum() == 0) {
      mantissa = mantissa.scaleByPowerOfTen(-3);
      exponent += 3;
    }
    String digits = mantissa.toBigIntegerExact().toString();
    if (format == Format.DECIMAL_EXPONENT) {
      return exponent == 0 ? digits : digits + "e" + exponent;
    }
    return digits + suffix(POWERS_OF_TEN, exponent);
  }

  private static String suffix(Map<String, Integer> powers, int power) {
    return powers.entrySet().stream()
        .filter(entry -> entry.getValue() == power)
        .map(Map.Entry::getKey)
        .findAny()
        .orElse("");
  }
}
