package dev.plimsoll.stage.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Map;

/**
 * A file of a volume that the API server fills.
 *
 * @param content its bytes
 * @param mode its permissions
 * @param owner the user that owns it
 * @param group its group
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares or changes it.
record ProjectedFile(byte[] content, int mode, int owner, int group) {

  /**
   * Writes a folder's files at once: readers see all of the old or all of the new ones. As kubelet
   * does, by a link to a folder.
   */
  static void write(Path folder, Map<String, ProjectedFile> files) throws IOException {
    if (!isCurrent(folder, files)) {
      Path version = Files.createDirectory(folder.resolve("..version-" + System.nanoTime()));
      for (Map.Entry<String, ProjectedFile> each : files.entrySet()) {
        each.getValue().write(version.resolve(each.getKey()));
        Path link = folder.resolve(each.getKey());
        if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
          Files.createSymbolicLink(link, Path.of("..data", each.getKey()));
        }
      }
      Path next = Files.createSymbolicLink(folder.resolve("..next"), version.getFileName());
      Files.move(next, folder.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private static boolean isCurrent(Path folder, Map<String, ProjectedFile> files)
      throws IOException {
    for (Map.Entry<String, ProjectedFile> each : files.entrySet()) {
      Path file = folder.resolve(each.getKey());
      if (!Files.exists(file)
          || !Arrays.equals(Files.readAllBytes(file), each.getValue().content())) {
        return false;
      }
    }
    return Files.exists(folder.resolve("..data"));
  }

  private void write(Path file) throws IOException {
    Path unused = Files.write(file, content);
    unused = Files.setAttribute(file, "unix:uid", owner);
    unused = Files.setAttribute(file, "unix:gid", group);
    unused = Files.setAttribute(file, "unix:mode", mode);
  }
}
