package dev.plimsoll.console.mcp;

import java.io.IOException;
import java.io.Reader;
import java.util.Optional;

/** Reads lines of bounded length. */
final class LineReader {
  private final Reader reader;
  private final int longest;
  private boolean cut;

  LineReader(Reader reader, int longest) {
    this.reader = reader;
    this.longest = longest;
  }

  /** Returns the next line, without what is beyond the longest; empty after the last. */
  Optional<String> next() throws IOException {
    StringBuilder line = new StringBuilder();
    cut = false;
    for (int c = reader.read(); c != '\n'; c = reader.read()) {
      if (c < 0) {
        return line.isEmpty() ? Optional.empty() : Optional.of(line.toString());
      }
      if (line.length() < longest) {
        line.append((char) c);
      } else {
        cut = true;
      }
    }
    return Optional.of(line.toString());
  }

  /** Returns whether the last line was longer. */
  boolean isCut() {
    return cut;
  }
}
