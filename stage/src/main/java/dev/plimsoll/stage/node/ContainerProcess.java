package dev.plimsoll.stage.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A container's command that runs in its own tree and in the network of its pod. */
public final class ContainerProcess {
  private static final int KILLED = 128 + 9;
  private static final int MESSAGE_BYTES = 2048;

  private final Process process;
  private final Path log;

  /**
   * The settings with which a container is started.
   *
   * @param image what its image stands for
   * @param command its command line
   * @param environment its variables by name
   * @param mounts lines of folder, where it is mounted, and ro or rw, with tabs between
   * @param user the user that it runs as; empty for the one that the stage runs as
   * @param group the group that it runs as
   * @param readOnly whether its own tree is read-only
   * @param memory its limit of memory
   */
  record Settings(
      Image image,
      List<String> command,
      Map<String, String> environment,
      List<String> mounts,
      String user,
      String group,
      boolean readOnly,
      MemoryGroup memory) {}

  private ContainerProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts a container.
   *
   * @param folder a folder for what it needs
   * @param log the file that its output is added to
   */
  static ContainerProcess start(Settings settings, PodSandbox sandbox, Path folder, Path log)
      throws IOException {
    Path mounts = Files.write(Files.createDirectories(folder).resolve("mounts"), settings.mounts());
    List<String> command = new ArrayList<>();
    command.addAll(List.of("nsenter", "--net=" + sandbox.file()));
    command.addAll(List.of("unshare", "--mount", "--propagation=private"));
    command.addAll(List.of("bash", Script.CONTAINER.file().toString()));
    command.addAll(
        List.of(
            settings.image().root().toString(),
            folder.resolve("tree").toString(),
            mounts.toString(),
            settings.memory().processes(),
            settings.user(),
            settings.group(),
            settings.readOnly() ? "ro" : "rw",
            settings.image().workingDirectory()));
    command.addAll(settings.command());
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(settings.environment());
    // Its own path is for itself; what starts it has the machine's.
    builder.environment().put("CONTAINER_PATH", settings.environment().getOrDefault("PATH", ""));
    builder.environment().put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return new ContainerProcess(builder.start(), log);
  }

  /** Returns whether it runs. */
  public boolean isRunning() {
    return process.isAlive();
  }

  /** Returns the exit code of a process that has ended. */
  int exitCode() {
    return process.exitValue();
  }

  /** Returns the end of its log: as kubelet does, 2,048 bytes at most. */
  String lastLines() {
    try {
      byte[] all = Files.readAllBytes(log);
      int from = Math.max(0, all.length - MESSAGE_BYTES);
      return new String(all, from, all.length - from, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  /** Returns its process id. */
  public long pid() {
    return process.pid();
  }

  /** Sends it a signal, such as {@code STOP}. */
  public void signal(String name) throws IOException, InterruptedException {
    Shell.require("kill", "-" + name, Long.toString(pid()));
  }

  /** Returns the resident memory in KiB; 0 if it has ended. */
  public long residentKib() throws IOException {
    Path status = Path.of("/proc", Long.toString(pid()), "status");
    if (!Files.exists(status)) {
      return 0;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .map(line -> Long.valueOf(line.replaceAll("\\D", "")))
        .findFirst()
        .orElse(0L);
  }

  /** Asks it to end. */
  void terminate() {
    process.destroy();
  }

  /** Ends it if it doesn't end by itself in time, and returns whether that was necessary. */
  boolean killAfter(long millis) throws InterruptedException {
    if (process.waitFor(Math.max(1, millis), TimeUnit.MILLISECONDS)) {
      return process.exitValue() == KILLED;
    }
    kill();
    return process.waitFor() == KILLED;
  }

  /** Ends it at once. */
  public void kill() {
    Process unused = process.destroyForcibly();
  }
}
