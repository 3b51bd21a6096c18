package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class QueuedLogHandlerTest {
  private final ByteArrayOutputStream read = new ByteArrayOutputStream();
  private final CountDownLatch inside = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);

  /** A pipe that is full until somebody reads it. */
  private final class Pipe extends OutputStream {
    @Override
    public void write(int oneByte) throws IOException {
      write(new byte[] {(byte) oneByte}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      inside.countDown();
      try {
        go.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      read.write(bytes, offset, length);
    }
  }

  private static final class Line extends Formatter {
    @Override
    public String format(LogRecord line) {
      return line.getMessage() + "\n";
    }
  }

  @Test
  void nobody_waits_for_a_log_that_is_not_read_and_the_gap_is_told() throws InterruptedException {
    QueuedLogHandler handler = QueuedLogHandler.start(new Pipe(), new Line(), Level.ALL);
    handler.publish(new LogRecord(Level.INFO, "first"));
    inside.await();
    for (int i = 0; i < QueuedLogHandler.MOST_LINES + 5; i++) {
      handler.publish(new LogRecord(Level.INFO, "line " + i));
    }
    handler.close();
    assertThat(read.size()).isZero();

    go.countDown();
    handler.flush();
    handler.publish(new LogRecord(Level.INFO, "last"));
    handler.flush();

    List<String> lines = read.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).hasSize(QueuedLogHandler.MOST_LINES + 3);
    assertThat(lines.subList(lines.size() - 2, lines.size()))
        .containsExactly("5 lines were left out, because the log was not read in time", "last");
  }
}
