package dev.plimsoll.cli;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Prints the progress of a replay on stderr, once it takes more than two seconds. It prints every
 * second on a terminal, else every ten seconds.
 */
final class ReplayProgress implements AutoCloseable {
  private static final long SECOND = 1_000_000_000L;
  private static final int PERCENT = 100;

  private final PrintWriter err;
  private final boolean terminal;

  @GuardedBy("this")
  private long next = System.nanoTime() + 2 * SECOND;

  @GuardedBy("this")
  private boolean shown;

  private ReplayProgress(PrintWriter err, boolean terminal) {
    this.err = err;
    this.terminal = terminal;
  }

  static ReplayProgress on(CommandSpec spec) {
    return new ReplayProgress(spec.commandLine().getErr(), Terminal.isErrTerminal());
  }

  /** Notes how much is done, as a part of 1. */
  synchronized void accept(double done) {
    long now = System.nanoTime();
    if (now - next < 0) {
      return;
    }
    next = now + (terminal ? 1 : 10) * SECOND;
    String line = String.format(Locale.ROOT, "replaying: %.0f %% done", PERCENT * done);
    if (terminal) {
      err.print("\r" + line);
    } else {
      err.println(line);
    }
    err.flush();
    shown = true;
  }

  @Override
  public synchronized void close() {
    if (shown && terminal) {
      err.print("\r" + " ".repeat(40) + "\r");
      err.flush();
    }
  }
}
