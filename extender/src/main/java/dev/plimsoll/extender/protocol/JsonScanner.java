package dev.plimsoll.extender.protocol;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Walks over JSON. What isn't looked at is stepped over without being built, and what is wanted as
 * it stands is known by its place. That makes thousands of whole nodes in one body affordable.
 *
 * <p>Jackson's parser of bytes takes 22 % more CPU for 5,000 names and 44 % more for 5,000 whole
 * nodes, and needs the body in memory: {@code docs/decisions/007-json-scanner.md}.
 */
final class JsonScanner extends JsonInput {
  private static final String TEXT = "the end of a text";

  /** More than Kubernetes stores of an object, unless it is full of what JSON escapes. */
  private static final int LONGEST_TEXT = 1 << 21;

  /** How many values were stepped over that another one followed. */
  private int commas;

  JsonScanner(InputStream in) {
    super(in);
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
    peek();
    keep();
    int start = at;
    skipString();
    String text = JsonEscapes.text(bytes, start, at);
    release();
    return text;
  }

  /** Steps over a string, which must be one. */
  void skipString() {
    expect('"');
    at = plain(at);
    for (int next = byteOrEnd(TEXT); next != '"'; next = byteOrEnd(TEXT)) {
      if (next == '\\') {
        at++;
        skipEscape();
      }
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

  /**
   * Returns the next value unchanged; nothing if the value is too long or has more values than the
   * limit.
   */
  Optional<String> text(int mostValues) {
    keep();
    mayLose();
    commas = 0;
    int start = at;
    skip();
    Optional<String> text =
        hasLost() || commas >= mostValues || at - start > LONGEST_TEXT
            ? Optional.empty()
            : Optional.of(new String(bytes, start, at - start, StandardCharsets.UTF_8));
    release();
    return text;
  }

  /** Steps to the end and makes sure that nothing follows. */
  void end() {
    if (peek() != -1) {
      throw malformed("the end");
    }
  }

  private void skipEscape() {
    int kind = byteOrEnd("an escape");
    if (JsonEscapes.KINDS.indexOf(kind) < 0) {
      throw malformed("an escape");
    }
    at++;
    for (int digits = kind == 'u' ? 4 : 0; digits > 0; digits--) {
      if (Character.digit(byteOrEnd("a hexadecimal digit"), 16) < 0) {
        throw malformed("a hexadecimal digit");
      }
      at++;
    }
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
        case ',' -> commas++;
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
