package dev.plimsoll.extender.journal;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.InputFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Reads a journal line by line. A line that a crash cut off is counted, and skipped. */
final class JournalReader {
  private static final int LONGEST_LINE = 1 << 20;

  private final Path path;
  private final BiConsumer<Long, JournalEntry> to;
  private long lines;
  private long unreadable;
  private boolean hasHeading;

  private JournalReader(Path path, BiConsumer<Long, JournalEntry> to) {
    this.path = path;
    this.to = to;
  }

  /**
   * Reads a journal.
   *
   * @param to takes the number of each line, from 1, and its decision
   * @return how many lines couldn't be read
   * @throws InputException if it isn't one
   */
  static long read(Path path, BiConsumer<Long, JournalEntry> to) {
    InputFiles.require(path);
    JournalReader reader = new JournalReader(path, to);
    try (BufferedReader lines = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
      Optional<String> line = reader.line(lines);
      while (line.isPresent()) {
        reader.take(line.get());
        line = reader.line(lines);
      }
    } catch (IOException e) {
      throw new InputException("cannot read " + path + ": it is no file of text");
    }
    if (!reader.hasHeading) {
      throw new InputException(
          path + " is not a journal of decisions: it has no line that says so");
    }
    return reader.unreadable;
  }

  private Optional<String> line(BufferedReader reader) throws IOException {
    StringBuilder line = new StringBuilder();
    int next = reader.read();
    if (next < 0) {
      return Optional.empty();
    }
    lines++;
    while (next >= 0 && next != '\n') {
      if (line.length() == LONGEST_LINE) {
        throw new InputException(
            path + ", line " + lines + ": longer than any line of a journal of decisions");
      }
      line.append((char) next);
      next = reader.read();
    }
    return Optional.of(line.toString());
  }

  private void take(String line) {
    JsonObject json;
    JournalEntry entry;
    try {
      json = JsonParser.parseString(line).getAsJsonObject();
      if (json.has("journal")) {
        requireFormat(json.get("journal").getAsString());
        return;
      }
      entry = JournalJson.read(json);
    } catch (InputException e) {
      throw e;
    } catch (RuntimeException e) {
      unreadable++;
      return;
    }
    to.accept(lines, entry);
  }

  private void requireFormat(String format) {
    if (!format.equals(JournalFile.FORMAT)) {
      throw new InputException(
          "%s, line %d: the journal is in the format \"%s\"; this version reads %s"
              .formatted(path, lines, format, JournalFile.FORMAT));
    }
    hasHeading = true;
  }
}
