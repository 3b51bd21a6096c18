package dev.plimsoll.console.mcp;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A stream whose lines a test takes as they are written. */
final class AnswerLines extends OutputStream {
  static final String END = "the end";

  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  /** Returns the next line, or the end after the last. */
  String next() throws InterruptedException {
    return lines.take();
  }

  @Override
  public void write(int oneByte) {
    if (oneByte == '\n') {
      lines.add(line.toString(StandardCharsets.UTF_8));
      line.reset();
    } else {
      line.write(oneByte);
    }
  }

  @Override
  public void close() {
    lines.add(END);
  }
}
