package dev.plimsoll.console.tool;

/**
 * Counts the tokens of a text from above, without the vocabulary of any model. A word needs a token
 * for each three letters, a long word for each letter from the thirteenth on, since it is none of
 * the vocabulary. JSON needs two thirds of the estimate by common vocabularies.
 */
final class TokenEstimate {
  private static final int PER_TOKEN = 3;
  private static final int CAPITALS_PER_TOKEN = 2;
  private static final int DIGITS_PER_TOKEN = 2;
  private static final int SIGNS_PER_TOKEN = 2;
  private static final int LONGEST_WORD = 12;
  private static final int BEYOND_ASCII = 3;
  private static final int ASCII = 0x80;

  private enum Kind {
    NONE,
    LETTER,
    CAPITAL,
    DIGIT,
    SIGN
  }

  private int tokens;
  private int length;
  private Kind kind = Kind.NONE;

  /** Returns the most tokens that a text has. */
  static int of(String text) {
    TokenEstimate estimate = new TokenEstimate();
    estimate.add(text);
    return estimate.tokens();
  }

  /** Adds the next part of the text. */
  void add(String part) {
    part.codePoints().forEach(this::add);
  }

  /** Returns the most tokens that the text has so far. */
  int tokens() {
    return tokens;
  }

  private void add(int character) {
    Kind next = kind(character);
    length = next == kind ? length + 1 : 1;
    kind = next;
    tokens += tokens(character);
  }

  /** Returns the tokens that a character adds to its run of characters of one kind. */
  private int tokens(int character) {
    int before = length - 1;
    return switch (kind) {
      case NONE -> character == ' ' ? 0 : BEYOND_ASCII;
      case LETTER -> before % PER_TOKEN == 0 || before >= LONGEST_WORD ? 1 : 0;
      case CAPITAL -> before % CAPITALS_PER_TOKEN == 0 ? 1 : 0;
      case DIGIT -> before % DIGITS_PER_TOKEN == 0 ? 1 : 0;
      case SIGN -> before % SIGNS_PER_TOKEN == 0 ? 1 : 0;
    };
  }

  private static Kind kind(int character) {
    if (character == ' ' || character >= ASCII) {
      return Kind.NONE;
    }
    if (character >= 'a' && character <= 'z') {
      return Kind.LETTER;
    }
    if (character >= 'A' && character <= 'Z') {
      return Kind.CAPITAL;
    }
    return character >= '0' && character <= '9' ? Kind.DIGIT : Kind.SIGN;
  }
}
