package dev.plimsoll.stage.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A control group with a limit of memory, as a container has one.
 *
 * @param folder its files; nothing where this machine lets nobody make one
 */
record MemoryGroup(Optional<Path> folder) {
  /** stage/run makes the folder, and removes it at the end. */
  private static final Optional<Path> PARENT =
      Optional.ofNullable(System.getenv("PLIMSOLL_STAGE_MEMORY"))
          .filter(it -> !it.isEmpty())
          .map(Path::of);

  static boolean isAvailable() {
    return PARENT.isPresent();
  }

  static MemoryGroup create(String name, long bytes) throws IOException {
    if (PARENT.isEmpty() || bytes == 0) {
      return new MemoryGroup(Optional.empty());
    }
    Path folder = Files.createDirectories(PARENT.get().resolve(name));
    boolean first = Files.exists(folder.resolve("memory.limit_in_bytes"));
    Files.writeString(
        folder.resolve(first ? "memory.limit_in_bytes" : "memory.max"), Long.toString(bytes));
    return new MemoryGroup(Optional.of(folder));
  }

  /** Returns the file that a process joins by; /dev/null without a group. */
  String processes() {
    return folder.map(it -> it.resolve("cgroup.procs").toString()).orElse("/dev/null");
  }
}
