package dev.plimsoll.cli;

import dev.plimsoll.advisor.recommend.QuotaManifestFile;
import dev.plimsoll.cli.output.Documents;
import dev.plimsoll.kube.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** A directory with a file for each quota, in which others may have files, too. */
final class ManifestDirectory {
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]*[a-z0-9])?");

  /** File systems allow 255 bytes; a draft's name is a little longer than its file's. */
  private static final int LONGEST_NAME = 235;

  private static final String COMMENT = "# ";

  private final Path directory;

  ManifestDirectory(Path directory) {
    this.directory = directory;
  }

  /**
   * Writes the files that are not as they should be, and returns how many these are. Other files
   * are left as they are.
   *
   * @throws InputException if one can't be written, or someone else wrote one of that name; then
   *     none is written
   */
  int write(List<QuotaManifestFile> files) {
    Map<Path, String> changed = new TreeMap<>();
    for (QuotaManifestFile each : files) {
      Path file = path(each);
      String text = text(each);
      if (!Files.exists(file) || isToReplace(file, text)) {
        changed.put(file, text);
      }
    }
    create(directory);
    files.forEach(f -> create(directory.resolve(f.namespace())));
    AtomicFiles.write(changed);
    return changed.size();
  }

  private Path path(QuotaManifestFile file) {
    for (String name : List.of(file.namespace(), file.quota())) {
      if (!NAME.matcher(name).matches() || name.length() > LONGEST_NAME) {
        throw new InputException(
            "cannot write a file for quota "
                + file.namespace()
                + "/"
                + file.quota()
                + ": \""
                + name
                + "\" cannot be the name of a file: it is too long, or not a DNS name");
      }
    }
    return directory.resolve(file.namespace()).resolve(file.quota() + ".yaml");
  }

  private static String text(QuotaManifestFile file) {
    StringBuilder text = new StringBuilder();
    file.comments().forEach(c -> text.append(COMMENT).append(c).append('\n'));
    return text.append(Documents.yaml(file.object())).append('\n').toString();
  }

  private static boolean isToReplace(Path file, String text) {
    if (Files.isDirectory(file)) {
      throw new InputException("cannot write " + file + ": is a directory");
    }
    byte[] wanted = text.getBytes(StandardCharsets.UTF_8);
    byte[] header = (COMMENT + QuotaManifestFile.HEADER + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      byte[] found = Files.readAllBytes(file);
      if (!Arrays.equals(header, Arrays.copyOf(found, header.length))) {
        throw new InputException(
            "cannot write "
                + file
                + ": plimsoll advise --write did not write the existing file; move it away, or"
                + " use another directory");
      }
      return !Arrays.equals(found, wanted);
    } catch (IOException e) {
      throw new InputException("cannot read " + file + ", so it is not overwritten");
    }
  }

  private static void create(Path folder) {
    try {
      if (!Files.isDirectory(folder)) {
        Files.createDirectories(folder);
      }
    } catch (IOException e) {
      throw new InputException(
          "cannot create the directory "
              + folder
              + ": check that no file is in the way, and permissions");
    }
  }
}
