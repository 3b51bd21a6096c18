package dev.plimsoll.model.warning;

import java.util.ArrayList;
import java.util.List;

/**
 * Keeps warnings as the API server passes them on: with 256 characters each where they are many,
 * with 4,096 in all, and without control characters.
 *
 * <p>Source: {@code staging/src/k8s.io/apiserver/pkg/endpoints/filters/warning.go}, {@code
 * NewWarningHeader} in {@code staging/src/k8s.io/apimachinery/pkg/util/net/http.go}.
 */
final class WarningTexts {
  static final int MOST = 256;
  static final int MOST_IN_ALL = 4096;
  private static final String CUT = "…";

  private WarningTexts() {}

  /** Returns the first warnings that fit, each once, cut where they are too long. */
  static List<String> of(List<String> warnings) {
    List<String> texts = new ArrayList<>();
    int left = MOST_IN_ALL;
    for (String warning : warnings) {
      String text = cut(warning.replaceAll("[\\p{Cntrl}\\p{Cs}]+", " ").strip());
      left -= text.codePointCount(0, text.length());
      if (left < 0) {
        break;
      }
      if (!text.isEmpty() && !texts.contains(text)) {
        texts.add(text);
      }
    }
    return List.copyOf(texts);
  }

  /** Leaves out the sentences that don't fit, or a part of the first. */
  private static String cut(String text) {
    if (text.codePointCount(0, text.length()) <= MOST) {
      return text;
    }
    String start = text.substring(0, text.offsetByCodePoints(0, MOST - 1));
    int sentences = start.lastIndexOf(". ");
    return sentences < 0 ? start + CUT : start.substring(0, sentences + 1);
  }
}
