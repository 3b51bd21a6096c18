package dev.plimsoll.cli.output;

/** How many columns of a terminal text takes. */
final class TextWidth {
  /** Blocks whose characters take two columns, as first and last. */
  private static final int[][] WIDE = {
    {0x1100, 0x115f},
    {0x2e80, 0x303e},
    {0x3041, 0xa4cf},
    {0xac00, 0xd7a3},
    {0xf900, 0xfaff},
    {0xfe30, 0xfe6f},
    {0xff00, 0xff60},
    {0xffe0, 0xffe6},
    {0x1f300, 0x1f64f},
    {0x1f680, 0x1f6ff},
    {0x1f900, 0x1f9ff},
    {0x20000, 0x3fffd}
  };

  private TextWidth() {}

  /**
   * Returns the columns of the text; marks of style, and accents on other characters, take none.
   */
  static int of(CharSequence text) {
    return text.codePoints().map(TextWidth::of).sum();
  }

  static int of(int character) {
    if (character < WIDE[0][0]) {
      return isCombining(character) ? 0 : 1;
    }
    if (isCombining(character) || ControlCharacters.isUnsafe(character)) {
      return 0;
    }
    for (int[] block : WIDE) {
      if (character >= block[0] && character <= block[1]) {
        return 2;
      }
    }
    return 1;
  }

  private static boolean isCombining(int character) {
    int type = Character.getType(character);
    return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
  }
}
