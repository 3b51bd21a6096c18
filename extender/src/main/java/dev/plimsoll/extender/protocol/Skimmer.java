package dev.plimsoll.extender.protocol;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Walks over JSON in place. What isn't looked at is stepped over without being built, which is what
 * makes thousands of whole nodes in one body affordable.
 */
final class Skimmer {
  private final byte[] json;
  private int at;

  Skimmer(byte[] json) {
    this.json = json;
  }

  int position() {
    return at;
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
    int start = at;
    while (at < json.length && json[at] != '"' && json[at] != '\\') {
      at++;
    }
    if (at < json.length && json[at] == '"') {
      return new String(json, start, at++ - start, StandardCharsets.UTF_8);
    }
    return escaped(start);
  }

  long number() {
    peek();
    int start = at;
    skip();
    String text = new String(json, start, at - start, StandardCharsets.UTF_8);
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw malformed("a whole number", start);
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

  /** Steps to the end and makes sure that nothing follows. */
  void end() {
    if (peek() != -1) {
      throw malformed("the end", at);
    }
  }

  private String escaped(int start) {
    StringBuilder text = new StringBuilder();
    int from = start;
    while (at < json.length && json[at] != '"') {
      if (json[at] == '\\') {
        text.append(new String(json, from, at - from, StandardCharsets.UTF_8));
        text.append(escape());
        from = at;
      } else {
        at++;
      }
    }
    text.append(new String(json, from, Math.min(at, json.length) - from, StandardCharsets.UTF_8));
    expect('"');
    return text.toString();
  }

  private char escape() {
    at++;
    int kind = at < json.length ? json[at++] : -1;
    return switch (kind) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case '"', '\\', '/' -> (char) kind;
      case 'u' -> unicode();
      default -> throw malformed("an escape", at);
    };
  }

  private char unicode() {
    if (at + 4 > json.length) {
      throw malformed("four hexadecimal digits", at);
    }
    int code = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(json[at++], 16);
      if (digit < 0) {
        throw malformed("a hexadecimal digit", at - 1);
      }
      code = code * 16 + digit;
    }
    return (char) code;
  }

  private void skipString() {
    at++;
    while (at < json.length && json[at] != '"') {
      at += json[at] == '\\' ? 2 : 1;
    }
    expect('"');
  }

  private void skipNested() {
    int depth = 0;
    do {
      if (at >= json.length) {
        throw malformed("the rest of an object or list", at);
      }
      switch (json[at]) {
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
    int start = at;
    while (at < json.length && isWord(json[at])) {
      at++;
    }
    if (at == start) {
      throw malformed("a value", at);
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
      throw malformed("a comma or " + close, at);
    }
    at++;
    return false;
  }

  private void expect(char wanted) {
    if (peek() != wanted) {
      throw malformed(String.valueOf(wanted), at);
    }
    at++;
  }

  /** Returns the next byte that isn't white space, without taking it; -1 at the end. */
  private int peek() {
    while (at < json.length
        && (json[at] == ' ' || json[at] == '\n' || json[at] == '\r' || json[at] == '\t')) {
      at++;
    }
    return at < json.length ? json[at] : -1;
  }

  private MalformedCallException malformed(String wanted, int where) {
    return new MalformedCallException(
        where >= json.length
            ? "The body ends after " + json.length + " bytes, where " + wanted + " should follow."
            : "The body has "
                + (char) json[where]
                + " at byte "
                + where
                + ", where "
                + wanted
                + " should be.");
  }
}
