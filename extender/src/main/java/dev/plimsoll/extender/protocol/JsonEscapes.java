package dev.plimsoll.extender.protocol;

import java.nio.charset.StandardCharsets;

/** Decodes a JSON text that is known to be correct. */
final class JsonEscapes {
  /** The characters that may follow a backslash. */
  static final String KINDS = "ntrbfu\"\\/";

  private JsonEscapes() {}

  /** Returns the decoded text between two quotes. */
  static String text(byte[] bytes, int start, int end) {
    String text = new String(bytes, start + 1, end - start - 2, StandardCharsets.UTF_8);
    int escape = text.indexOf('\\');
    if (escape < 0) {
      return text;
    }
    StringBuilder meant = new StringBuilder();
    int from = 0;
    for (; escape >= 0; escape = text.indexOf('\\', from)) {
      char kind = text.charAt(escape + 1);
      meant.append(text, from, escape).append(kind == 'u' ? code(text, escape + 2) : meant(kind));
      from = escape + (kind == 'u' ? 6 : 2);
    }
    return meant.append(text, from, text.length()).toString();
  }

  private static char code(String text, int at) {
    return (char) Integer.parseInt(text, at, at + 4, 16);
  }

  private static char meant(char kind) {
    return switch (kind) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      default -> kind;
    };
  }
}
