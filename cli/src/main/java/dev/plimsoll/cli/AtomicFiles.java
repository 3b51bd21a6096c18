package dev.plimsoll.cli;

import dev.plimsoll.kube.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes files atomically: first a temporary file in the same folder, which is then renamed. */
final class AtomicFiles {
  private AtomicFiles() {}

  /**
   * Writes the texts, and replaces files that are there.
   *
   * @throws InputException if one can't be written; then none is
   */
  static void write(Map<Path, String> texts) {
    List<Path> drafts = new ArrayList<>();
    try {
      for (Map.Entry<Path, String> text : texts.entrySet()) {
        drafts.add(draft(text.getKey(), text.getValue()));
      }
      int next = 0;
      for (Path file : texts.keySet()) {
        move(drafts.get(next++), file);
      }
    } finally {
      drafts.forEach(AtomicFiles::delete);
    }
  }

  private static Path draft(Path file, String text) {
    try {
      if (Files.isDirectory(file)) {
        throw new InputException("cannot write " + file + ": is a directory");
      }
      Path folder = file.toAbsolutePath().getParent();
      if (folder == null || !Files.isDirectory(folder)) {
        throw new InputException("cannot write " + file + ": no such directory: " + folder);
      }
      Path draft = folder.resolve("." + file.getFileName() + "." + ProcessHandle.current().pid());
      try {
        return Files.writeString(draft, text);
      } catch (IOException e) {
        delete(draft);
        throw e;
      }
    } catch (IOException e) {
      throw unwritable(file);
    }
  }

  private static void move(Path draft, Path file) {
    try {
      Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw unwritable(file);
    }
  }

  private static void delete(Path draft) {
    try {
      Files.deleteIfExists(draft);
    } catch (IOException e) {
      throw unwritable(draft);
    }
  }

  private static InputException unwritable(Path file) {
    return new InputException("cannot write " + file + ": check free space and permissions");
  }
}
