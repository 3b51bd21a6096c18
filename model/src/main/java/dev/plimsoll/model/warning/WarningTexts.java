package dev.plimsoll.model.warning;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Keeps warnings as the API server passes them on: with 4,096 characters in all, and without
 * control characters. Beyond 4,096 characters the API server cuts each warning after 256. So a
 * warning with more than 256 is divided into its sentences, and these into their facts. A fact is
 * never cut unless it exceeds 4,096 by itself.
 *
 * <p>Source: {@code staging/src/k8s.io/apiserver/pkg/endpoints/filters/warning.go}, {@code
 * NewWarningHeader} in {@code staging/src/k8s.io/apimachinery/pkg/util/net/http.go}.
 */
final class WarningTexts {
  private static final int MOST = 256;
  private static final int MOST_IN_ALL = 4096;
  private static final String CUT = "…";
  private static final List<String> BOUNDARIES = List.of("(?<=\\.) (?=\\p{Lu})", "; ");

  private WarningTexts() {}

  /** Returns the first warnings that fit, each once. */
  static List<String> of(List<String> warnings) {
    Stream<String> texts =
        warnings.stream().map(w -> w.replaceAll("[\\p{Cntrl}\\p{Cs}]+", " ").strip());
    for (String boundary : BOUNDARIES) {
      texts = texts.flatMap(t -> length(t) <= MOST ? Stream.of(t) : Stream.of(t.split(boundary)));
    }
    Set<String> fitting = new LinkedHashSet<>();
    int left = MOST_IN_ALL;
    for (String text : texts.filter(t -> !t.isEmpty()).map(WarningTexts::cut).toList()) {
      left -= fitting.contains(text) ? 0 : length(text);
      if (left < 0) {
        break;
      }
      fitting.add(text);
    }
    return List.copyOf(fitting);
  }

  private static String cut(String text) {
    return length(text) <= MOST_IN_ALL
        ? text
        : text.substring(0, text.offsetByCodePoints(0, MOST - 1)) + CUT;
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
