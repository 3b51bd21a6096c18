package dev.plimsoll.kube.json;

import java.util.Arrays;

/**
 * Gives one string for short texts that are read again and again. It remembers so many and no more:
 * a newer text takes the place of an older one. For one thread.
 */
final class Texts {
  private static final int PLACES = 1 << 12;
  private static final int LONGEST = 32;

  private final String[] known = new String[PLACES];

  Texts() {
    Arrays.fill(known, "");
  }

  String of(char[] chars, int start, int length) {
    if (length > LONGEST) {
      return new String(chars, start, length);
    }
    int hash = length;
    for (int i = start; i < start + length; i++) {
      hash = 31 * hash + chars[i];
    }
    int place = (hash * 0x9E3779B9) >>> (Integer.SIZE - Integer.numberOfTrailingZeros(PLACES));
    String candidate = known[place];
    if (isSame(candidate, chars, start, length)) {
      return candidate;
    }
    String text = new String(chars, start, length);
    known[place] = text;
    return text;
  }

  private static boolean isSame(String text, char[] chars, int start, int length) {
    if (text.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (text.charAt(i) != chars[start + i]) {
        return false;
      }
    }
    return true;
  }
}
