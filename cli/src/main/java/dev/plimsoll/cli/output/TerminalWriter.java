package dev.plimsoll.cli.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;

/** Escapes control characters, newlines and tabs excepted, and turns marks into sequences. */
final class TerminalWriter extends Writer {
  private static final String CLEAR = "\u001b[H\u001b[2J";
  private static final String LINK = "\u001b]8;;";
  private static final String LINK_END = "\u001b\\";

  private final Writer out;
  private final boolean colors;
  private final String linkBase;

  TerminalWriter(Writer out, boolean colors, String linkBase) {
    this.out = out;
    this.colors = colors;
    this.linkBase = linkBase;
  }

  @Override
  public void write(char[] text, int start, int length) throws IOException {
    write(new String(text, start, length));
  }

  @Override
  public void write(String text, int start, int length) throws IOException {
    out.write(rendered(text.substring(start, start + length)));
  }

  /** Empties the screen and puts the cursor at its top. */
  void clear() {
    try {
      out.write(CLEAR);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String rendered(String text) {
    if (text.codePoints().noneMatch(c -> c != '\n' && ControlCharacters.isUnsafe(c))) {
      return text;
    }
    StringBuilder rendered = new StringBuilder(text.length() + 32);
    int next = 0;
    while (next < text.length()) {
      int character = text.codePointAt(next);
      next += Character.charCount(character);
      if (character == Link.TARGET) {
        int end = text.indexOf(Link.TEXT, next);
        link(rendered, text.substring(next, Math.max(next, end)));
        next = Math.max(next, end + 1);
      } else {
        append(rendered, character);
      }
    }
    return rendered.toString();
  }

  private void link(StringBuilder rendered, String target) {
    if (!linkBase.isEmpty()) {
      rendered.append(LINK).append(linkBase).append(ControlCharacters.escaped(target));
      rendered.append(LINK_END);
    }
  }

  private void append(StringBuilder rendered, int character) {
    if (character == '\n' || character == '\t' || !ControlCharacters.isUnsafe(character)) {
      rendered.appendCodePoint(character);
    } else if (Style.isMark(character)) {
      rendered.append(colors ? Style.sequence(character) : "");
    } else if (character == Link.END) {
      rendered.append(linkBase.isEmpty() ? "" : LINK + LINK_END);
    } else {
      ControlCharacters.append(rendered, character);
    }
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
