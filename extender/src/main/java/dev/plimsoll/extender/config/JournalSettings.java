package dev.plimsoll.extender.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The settings of the journal of decisions.
 *
 * @param decisions how many are kept in memory
 * @param file where they are written; empty for nowhere
 * @param fileBytes how large a file grows before the next one is begun
 * @param files how many files are kept, with the one that is written
 */
public record JournalSettings(int decisions, Optional<Path> file, long fileBytes, int files) {

  /** 10,000 in memory, and no file. */
  public static final JournalSettings DEFAULT =
      new JournalSettings(10_000, Optional.empty(), 64L << 20, 4);
}
