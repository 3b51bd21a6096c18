package dev.plimsoll.extender.protocol;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Walks over JSON. What isn't looked at is stepped over without being built, and what is wanted as
 * it stands is known by its place. That makes thousands of whole nodes in one body affordable.
 */
final class Skimmer extends JsonBytes {
  Skimmer(InputStream in) {
    this(all(in), 0);
  }

  /** Begins at a place. */
  Skimmer(byte[] bytes, int at) {
    super(bytes, at);
  }

  /** Steps through an object; for each field the reader must consume the value. */
  void object(Consumer<String> field) {
    expect('{');
    if (peek() == '}') {
      at++;
      return;
    }
    do {
      String name = string();
      expect(':');
      peek();
      field.accept(name);
    } while (another('}'));
  }

  /** Steps through a list; the reader must consume each value. */
  void array(Runnable item) {
    expect('[');
    if (peek() == ']') {
      at++;
      return;
    }
    do {
      peek();
      item.run();
    } while (another(']'));
  }

  /** Steps over {@code null} if it is next. */
  boolean isNull() {
    if (peek() != 'n') {
      return false;
    }
    skip();
    return true;
  }

  String string() {
    expect('"');
    int next = plain(at);
    if (next < bytes.length && bytes[next] == '"') {
      String text = new String(bytes, at, next - at, StandardCharsets.UTF_8);
      at = next + 1;
      return text;
    }
    return pieces();
  }

  /** Steps over a string, which must be one. */
  void skipString() {
    expect('"');
    at = plain(at);
    while (byteOrEnd("the end of a text") != '"') {
      at++;
      char unused = escape();
      at = plain(at);
    }
    at++;
  }

  long number() {
    peek();
    StringBuilder text = new StringBuilder();
    while (hasByte() && isWord(bytes[at])) {
      text.append((char) bytes[at++]);
    }
    try {
      return Long.parseLong(text, 0, text.length(), 10);
    } catch (NumberFormatException e) {
      throw malformed("a whole number");
    }
  }

  /** Steps over any value. */
  void skip() {
    switch (peek()) {
      case '"' -> skipString();
      case '{', '[' -> skipNested();
      default -> skipWord();
    }
  }

  /** Returns the value that stands next as it is. */
  String text() {
    int start = at;
    skip();
    return new String(bytes, start, at - start, StandardCharsets.UTF_8);
  }

  /** Steps to the end and makes sure that nothing follows. */
  void end() {
    if (peek() != -1) {
      throw malformed("the end");
    }
  }

  /** Reads the rest of a string that has escapes. */
  private String pieces() {
    StringBuilder text = new StringBuilder();
    while (byteOrEnd("the end of a text") != '"') {
      if (bytes[at] == '\\') {
        at++;
        text.append(escape());
      } else {
        int next = plain(at);
        text.append(new String(bytes, at, next - at, StandardCharsets.UTF_8));
        at = next;
      }
    }
    at++;
    return text.toString();
  }

  private char escape() {
    int kind = byteOrEnd("an escape");
    if ("ntrbfu\"\\/".indexOf(kind) < 0) {
      throw malformed("an escape");
    }
    at++;
    return switch (kind) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> unicode();
      default -> (char) kind;
    };
  }

  private char unicode() {
    int code = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(byteOrEnd("a hexadecimal digit"), 16);
      if (digit < 0) {
        throw malformed("a hexadecimal digit");
      }
      code = code * 16 + digit;
      at++;
    }
    return (char) code;
  }

  private void skipNested() {
    int depth = 0;
    do {
      switch (byteOrEnd("the rest of an object or list")) {
        case '"' -> {
          skipString();
          continue;
        }
        case '{', '[' -> depth++;
        case '}', ']' -> depth--;
        default -> {}
      }
      at++;
    } while (depth > 0);
  }

  private void skipWord() {
    boolean any = false;
    while (hasByte() && isWord(bytes[at])) {
      at++;
      any = true;
    }
    if (!any) {
      throw malformed("a value");
    }
  }

  private static boolean isWord(byte b) {
    return (b >= '0' && b <= '9')
        || (b >= 'a' && b <= 'z')
        || (b >= 'A' && b <= 'Z')
        || b == '-'
        || b == '+'
        || b == '.';
  }

  private boolean another(char close) {
    int next = peek();
    if (next == ',') {
      at++;
      return true;
    }
    if (next != close) {
      throw malformed("a comma or " + close);
    }
    at++;
    return false;
  }
}
