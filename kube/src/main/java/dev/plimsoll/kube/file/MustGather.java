package dev.plimsoll.kube.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The layout of what {@code oc adm must-gather} writes: objects that are in no namespace have a
 * file each. Source: {@code collection-scripts/gather} in github.com/openshift/must-gather, which
 * reads these kinds whole and writes its name into the file {@code version}.
 */
final class MustGather {
  private static final String OF_CLUSTER = "cluster-scoped-resources";
  private static final String NAME = "openshift/must-gather";

  private MustGather() {}

  /** Returns whether all objects of the same kind as that in the file were gathered. */
  static boolean hasAllOfKind(Path file) {
    Path path = file.toAbsolutePath().normalize();
    for (Path folder = path; folder != null; folder = folder.getParent()) {
      Optional<Path> name = Optional.ofNullable(folder.getFileName());
      if (name.map(Path::toString).filter(OF_CLUSTER::equals).isPresent()) {
        return isWholeGathering(folder.resolveSibling("version"));
      }
    }
    return false;
  }

  private static boolean isWholeGathering(Path version) {
    try {
      return Files.isRegularFile(version)
          && Files.readString(version, StandardCharsets.UTF_8).startsWith(NAME);
    } catch (IOException e) {
      return false;
    }
  }
}
