package dev.plimsoll.extender.journal;

import dev.plimsoll.extender.config.JournalSettings;
import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.kube.periodic.TaskStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Writes decisions to the journal's file, and to the log where its level has them, once a second
 * and beside the decisions. Those that memory has no more by then are counted as dropped.
 */
public final class JournalWriter implements AutoCloseable {
  /** The logger of decisions, which has them at DEBUG, each with its JSON as the parameter. */
  public static final String LOGGER = "dev.plimsoll.decisions";

  private static final System.Logger LOG = System.getLogger(JournalWriter.class.getName());
  private static final System.Logger DECISIONS = System.getLogger(LOGGER);
  private static final RunInterval INTERVAL = RunInterval.every(Duration.ofSeconds(1));

  private final DecisionJournal journal;
  private final Optional<JournalFile> file;
  private final PeriodicTask task;
  private long logged;
  private long written;
  private volatile long dropped;

  private JournalWriter(DecisionJournal journal, Optional<JournalFile> file) {
    this.journal = journal;
    this.file = file;
    this.task = PeriodicTask.start("journal", INTERVAL, this::write);
  }

  /**
   * Starts on a thread of its own.
   *
   * @param version who writes
   * @throws dev.plimsoll.kube.InputException if the file can't be written
   */
  public static JournalWriter start(
      DecisionJournal journal, JournalSettings settings, String version) {
    return new JournalWriter(
        journal, settings.file().map(f -> JournalFile.open(f, settings, version)));
  }

  private synchronized void write() throws IOException {
    List<JournalEntry> entries = journal.after(file.isPresent() ? written : logged);
    log(entries);
    if (file.isPresent()) {
      List<JournalEntry> unwritten = entries.stream().filter(e -> e.number() > written).toList();
      file.get().append(unwritten, this::written);
    }
  }

  private synchronized void written(JournalEntry entry) {
    dropped += entry.number() - written - 1;
    written = entry.number();
  }

  private void log(List<JournalEntry> entries) {
    for (JournalEntry entry : entries) {
      if (entry.number() > logged) {
        logged = entry.number();
        if (DECISIONS.isLoggable(System.Logger.Level.DEBUG)) {
          DECISIONS.log(System.Logger.Level.DEBUG, "{0}", JournalJson.write(entry));
        }
      }
    }
  }

  /** Returns how many decisions were forgotten before they were written. */
  public long dropped() {
    return dropped;
  }

  /** Returns how the writing fares. */
  public TaskStatus status() {
    return task.status();
  }

  /** Writes what there is, and ends. */
  @Override
  public synchronized void close() {
    task.close();
    try {
      write();
      if (file.isPresent()) {
        file.get().close();
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "journal: the last decisions are not written: {0}", e);
    }
  }
}
