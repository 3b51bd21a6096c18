package dev.plimsoll.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Optional;

/**
 * Where the process prints its answer; it remembers the first write that failed, which {@link
 * System#out} keeps to itself.
 */
final class StandardOutput extends OutputStream {
  /** As a shell reports a program that SIGPIPE ended: 128 and the number of the signal. */
  private static final int BROKEN_PIPE = 141;

  private final OutputStream out;
  private Optional<String> failure = Optional.empty();

  private StandardOutput(OutputStream out) {
    this.out = out;
  }

  /** Writes to a stream what is printed to {@link System#out} from now on. */
  static StandardOutput install(OutputStream out) {
    String charset = System.getProperty("sun.stdout.encoding", Charset.defaultCharset().name());
    StandardOutput output = new StandardOutput(out);
    System.setOut(
        new PrintStream(
            new BufferedOutputStream(output),
            false,
            Charset.isSupported(charset) ? Charset.forName(charset) : Charset.defaultCharset()));
    return output;
  }

  @Override
  public void write(int oneByte) throws IOException {
    write(new byte[] {(byte) oneByte}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (failure.isPresent()) {
      throw new IOException(failure.get());
    }
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      failure = Optional.of(String.valueOf(e.getMessage()));
      throw e;
    }
  }

  /**
   * Returns the exit code of the process: of the command, unless its answer could not be written
   * whole. Whoever has read enough is told nothing.
   */
  int exitCode(int ofCommand) {
    System.out.flush();
    if (failure.isEmpty()) {
      return ofCommand;
    }
    if (failure.get().contains("Broken pipe")) {
      return BROKEN_PIPE;
    }
    System.err.println("error: cannot write the answer: " + failure.get());
    return ExitCode.BAD_INPUT;
  }
}
