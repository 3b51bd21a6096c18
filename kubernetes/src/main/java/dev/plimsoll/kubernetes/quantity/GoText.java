package dev.plimsoll.kubernetes.quantity;

/** Text as Go writes it. */
public final class GoText {
  private GoText() {}

  /** Returns text in double quotes, as {@code strconv.Quote} does. */
  public static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints().forEach(c -> append(quoted, c));
    return quoted.append('"').toString();
  }

  private static void append(StringBuilder quoted, int c) {
    switch (c) {
      case '"' -> quoted.append("\\\"");
      case '\\' -> quoted.append("\\\\");
      case 0x07 -> quoted.append("\\a");
      case '\b' -> quoted.append("\\b");
      case '\f' -> quoted.append("\\f");
      case '\n' -> quoted.append("\\n");
      case '\r' -> quoted.append("\\r");
      case '\t' -> quoted.append("\\t");
      case 0x0b -> quoted.append("\\v");
      default -> {
        if (c < ' ' || c == 0x7f) {
          quoted.append(String.format("\\x%02x", c));
        } else {
          quoted.appendCodePoint(c);
        }
      }
    }
  }
}
