package dev.plimsoll.kube;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Remembers what a class logs. */
public final class LogRecorder extends Handler {
  private final Logger logger;
  private final List<String> lines = new ArrayList<>();

  /** Starts to record. */
  public LogRecorder(Class<?> type) {
    this.logger = Logger.getLogger(type.getName());
    logger.addHandler(this);
  }

  @Override
  public synchronized void publish(LogRecord record) {
    lines.add(
        record.getLevel()
            + " "
            + MessageFormat.format(record.getMessage(), record.getParameters()));
  }

  /** Returns the level and text of each. */
  public synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
