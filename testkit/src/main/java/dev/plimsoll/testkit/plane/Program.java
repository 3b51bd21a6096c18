package dev.plimsoll.testkit.plane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program that runs; what it prints goes to a file beside its data. */
public final class Program implements AutoCloseable {
  private final Process process;
  private final Path log;

  private Program(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /** Starts a program from the folder that KUBEBUILDER_ASSETS names. */
  public static Program start(Path folder, String name, List<String> flags) {
    return start(folder, Path.of(System.getenv("KUBEBUILDER_ASSETS")).resolve(name), flags);
  }

  /** Starts a program that is there. */
  public static Program start(Path folder, Path program, List<String> flags) {
    List<String> command = new ArrayList<>();
    command.add(program.toString());
    command.addAll(flags);
    Path log = folder.resolve(program.getFileName() + "-" + System.nanoTime() + ".log");
    try {
      return new Program(
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start(),
          log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a port of the loopback interface that nobody listens on. */
  public static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Waits until it has ended.
   *
   * @throws IllegalStateException with the end of what it printed, if that was with an error
   */
  public void requireSuccess() throws InterruptedException {
    if (process.waitFor() != 0) {
      requireRunning();
    }
  }

  /** Throws with the end of what it printed if it runs no more. */
  public void requireRunning() {
    if (!process.isAlive()) {
      throw new IllegalStateException(
          "It ended with " + process.exitValue() + " and printed:\n" + lastLines());
    }
  }

  private String lastLines() {
    try {
      List<String> lines = Files.readAllLines(log);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    } catch (IOException e) {
      return "(nothing that can be read)";
    }
  }

  /** Returns the file with its output so far. */
  public Path log() {
    return log;
  }

  /** Returns whether it runs. */
  public boolean isRunning() {
    return process.isAlive();
  }

  /** Sends the process a signal, such as {@code STOP}. */
  public void signal(String name) throws IOException, InterruptedException {
    int code =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
            .inheritIO()
            .start()
            .waitFor();
    if (code != 0) {
      throw new IOException("kill -" + name + " ended with " + code);
    }
  }

  /** Ends it without its being told. */
  public void kill() {
    process.destroyForcibly();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
