package dev.plimsoll.kube.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The namespace of a file's objects by its folder, as written by {@code kubectl cluster-info dump}
 * or {@code oc adm inspect}.
 */
final class NamespaceFolder {
  private static final String INSPECTED = "namespaces";

  /** A file of {@code kubectl cluster-info dump} that nothing else calls so. */
  private static final String DUMPED = "replication-controllers";

  private NamespaceFolder() {}

  /** Returns the folder that a file lies in. */
  static Path path(Path file) {
    return file.toAbsolutePath().normalize().resolveSibling("");
  }

  /**
   * Returns the namespace.
   *
   * @param file a file in the folder, or below
   * @param found the namespaces of the objects in the folder's files
   */
  static Optional<String> of(Path file, Set<String> found) {
    Path folder = path(file);
    return Stream.concat(inspected(folder), dumped(folder, found))
        .filter(n -> found.isEmpty() || found.equals(Set.of(n)))
        .findFirst();
  }

  private static Stream<String> inspected(Path folder) {
    for (int i = folder.getNameCount() - 1; i > 0; i--) {
      if (folder.getName(i - 1).toString().equals(INSPECTED)) {
        return Stream.of(folder.getName(i).toString());
      }
    }
    return Stream.empty();
  }

  private static Stream<String> dumped(Path folder, Set<String> found) {
    if (folder.getNameCount() == 0) {
      return Stream.empty();
    }
    String name = folder.getFileName().toString();
    boolean isDump =
        Stream.of(".json", ".yaml").anyMatch(e -> Files.exists(folder.resolve(DUMPED + e)));
    return isDump || found.contains(name) ? Stream.of(name) : Stream.empty();
  }
}
