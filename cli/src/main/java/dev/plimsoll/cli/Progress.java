package dev.plimsoll.cli;

import java.io.PrintWriter;
import java.util.function.LongConsumer;
import picocli.CommandLine.Model.CommandSpec;

/** Prints on stderr how many objects were read, once that takes more than a second. */
final class Progress implements LongConsumer, AutoCloseable {
  private static final long SECOND = 1_000_000_000L;

  private final PrintWriter err;
  private final boolean terminal;
  private long next = System.nanoTime() + SECOND;
  private boolean shown;

  private Progress(PrintWriter err, boolean terminal) {
    this.err = err;
    this.terminal = terminal;
  }

  static Progress on(CommandSpec spec) {
    return new Progress(spec.commandLine().getErr(), Terminal.isErrTerminal());
  }

  @Override
  public void accept(long objects) {
    if (System.nanoTime() - next < 0) {
      return;
    }
    next = System.nanoTime() + SECOND;
    String line = "reading: " + objects + " objects";
    if (terminal) {
      err.print("\r" + line);
    } else if (!shown) {
      err.println(line + " so far");
    }
    err.flush();
    shown = true;
  }

  @Override
  public void close() {
    if (shown && terminal) {
      err.print("\r" + " ".repeat(40) + "\r");
      err.flush();
    }
  }
}
