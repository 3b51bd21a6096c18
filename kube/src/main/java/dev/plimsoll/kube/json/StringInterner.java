package dev.plimsoll.kube.json;

import java.util.Arrays;

/**
 * Gives one string for short texts that are read again and again. It remembers so many and no more:
 * a newer text takes the index of an older one. Several threads may ask for texts: the worst that
 * befalls them is a text of their own.
 */
final class StringInterner {
  private static final int SLOTS = 1 << 12;
  private static final int LONGEST = 32;

  private final Text[] known = new Text[SLOTS];

  private static final class Text {
    private final String text;
    private final char[] chars;

    private Text(String text, char[] chars) {
      this.text = text;
      this.chars = chars;
    }
  }

  StringInterner() {
    Arrays.fill(known, new Text("", new char[0]));
  }

  String of(char[] chars, int start, int length) {
    if (length > LONGEST) {
      return new String(chars, start, length);
    }
    int hash = length;
    for (int i = start; i < start + length; i++) {
      hash = 31 * hash + chars[i];
    }
    int index = (hash * 0x9E3779B9) >>> (Integer.SIZE - Integer.numberOfTrailingZeros(SLOTS));
    Text candidate = known[index];
    if (Arrays.equals(candidate.chars, 0, candidate.chars.length, chars, start, start + length)) {
      return candidate.text;
    }
    char[] copy = Arrays.copyOfRange(chars, start, start + length);
    Text text = new Text(new String(copy), copy);
    known[index] = text;
    return text.text;
  }
}
