package dev.plimsoll.kubernetes.cel;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A semantic version. What is said of the build doesn't count when versions are compared.
 *
 * <p>Sources: {@code vendor/github.com/blang/semver/v4/semver.go}, {@code
 * staging/src/k8s.io/apiserver/pkg/cel/library/semverlib.go}.
 *
 * @param major the first number
 * @param minor the second number
 * @param patch the third number
 * @param preRelease what follows the numbers after a hyphen, split at dots
 */
record SemanticVersion(long major, long minor, long patch, List<String> preRelease)
    implements Comparable<SemanticVersion> {
  private static final Pattern NUMBER = Pattern.compile("[0-9]+");
  private static final Pattern IDENTIFIER = Pattern.compile("[0-9A-Za-z-]+");

  SemanticVersion {
    preRelease = List.copyOf(preRelease);
  }

  /**
   * Parses a version.
   *
   * @throws IllegalArgumentException if it isn't one, in the words of Kubernetes' parser
   */
  static SemanticVersion parse(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("Version string empty");
    }
    String[] parts = text.split("\\.", 3);
    if (parts.length != 3) {
      throw new IllegalArgumentException("No Major.Minor.Patch elements found");
    }
    long major = number(parts[0], "Major");
    long minor = number(parts[1], "Minor");
    String rest = parts[2];
    int plus = rest.indexOf('+');
    List<String> build = plus < 0 ? List.of() : List.of(rest.substring(plus + 1).split("\\.", -1));
    rest = plus < 0 ? rest : rest.substring(0, plus);
    int hyphen = rest.indexOf('-');
    List<String> preRelease =
        hyphen < 0 ? List.of() : List.of(rest.substring(hyphen + 1).split("\\.", -1));
    rest = hyphen < 0 ? rest : rest.substring(0, hyphen);
    long patch = number(rest, "Patch");
    preRelease.forEach(SemanticVersion::checkPreRelease);
    build.forEach(SemanticVersion::checkBuild);
    return new SemanticVersion(major, minor, patch, preRelease);
  }

  /**
   * Parses a version that may begin with {@code v}, lack numbers and have leading zeros.
   *
   * @throws IllegalArgumentException if it isn't one, in the words of Kubernetes' parser
   */
  static SemanticVersion parseNormalized(String text) {
    List<String> parts =
        new ArrayList<>(List.of((text.startsWith("v") ? text.substring(1) : text).split("\\.", 3)));
    parts.replaceAll(SemanticVersion::withoutLeadingZeros);
    String last = parts.get(parts.size() - 1);
    if (parts.size() < 3 && (last.contains("+") || last.contains("-"))) {
      throw new IllegalArgumentException("short version cannot contain PreRelease/Build meta data");
    }
    while (parts.size() < 3) {
      parts.add("0");
    }
    return parse(String.join(".", parts));
  }

  private static String withoutLeadingZeros(String part) {
    if (part.length() <= 1) {
      return part;
    }
    int first = 0;
    while (first < part.length() && part.charAt(first) == '0') {
      first++;
    }
    String rest = part.substring(first);
    boolean startsWithDigit = !rest.isEmpty() && rest.charAt(0) >= '0' && rest.charAt(0) <= '9';
    return startsWithDigit ? rest : "0" + rest;
  }

  private static long number(String text, String which) {
    if (!NUMBER.matcher(text).matches() && !text.isEmpty()) {
      throw new IllegalArgumentException(
          "Invalid character(s) found in "
              + which.toLowerCase(Locale.ROOT)
              + " number "
              + quoted(text));
    }
    if (text.length() > 1 && text.startsWith("0")) {
      throw new IllegalArgumentException(
          which + " number must not contain leading zeroes " + quoted(text));
    }
    try {
      return Long.parseUnsignedLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "strconv.ParseUint: parsing "
              + quoted(text)
              + (text.isEmpty() ? ": invalid syntax" : ": value out of range"),
          e);
    }
  }

  private static void checkPreRelease(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("Prerelease is empty");
    }
    if (isNumber(text) && text.length() > 1 && text.startsWith("0")) {
      throw new IllegalArgumentException(
          "Numeric PreRelease version must not contain leading zeroes " + quoted(text));
    }
    if (!IDENTIFIER.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "Invalid character(s) found in prerelease " + quoted(text));
    }
  }

  private static void checkBuild(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("Build meta data is empty");
    }
    if (!IDENTIFIER.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "Invalid character(s) found in build meta data " + quoted(text));
    }
  }

  private static boolean isNumber(String text) {
    return NUMBER.matcher(text).matches();
  }

  private static String quoted(String text) {
    return "\"" + text + "\"";
  }

  @Override
  public int compareTo(SemanticVersion other) {
    int numbers = Long.compareUnsigned(major, other.major);
    numbers = numbers != 0 ? numbers : Long.compareUnsigned(minor, other.minor);
    numbers = numbers != 0 ? numbers : Long.compareUnsigned(patch, other.patch);
    if (numbers != 0) {
      return numbers;
    }
    if (preRelease.isEmpty() || other.preRelease.isEmpty()) {
      return Boolean.compare(preRelease.isEmpty(), other.preRelease.isEmpty());
    }
    int common = Math.min(preRelease.size(), other.preRelease.size());
    for (int i = 0; i < common; i++) {
      int part = comparePart(preRelease.get(i), other.preRelease.get(i));
      if (part != 0) {
        return part;
      }
    }
    return Integer.compare(preRelease.size(), other.preRelease.size());
  }

  private static int comparePart(String a, String b) {
    if (isNumber(a) && isNumber(b)) {
      int lengths = Integer.compare(a.length(), b.length());
      return lengths != 0 ? lengths : Integer.signum(a.compareTo(b));
    }
    if (isNumber(a) || isNumber(b)) {
      return isNumber(a) ? -1 : 1;
    }
    return Integer.signum(a.compareTo(b));
  }
}
