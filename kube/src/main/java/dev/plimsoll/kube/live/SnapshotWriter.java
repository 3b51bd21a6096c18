package dev.plimsoll.kube.live;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.zip.GZIPOutputStream;

/**
 * Writes the objects that {@link LiveCluster} reads into one file, as {@code kubectl get -o json}
 * would. The file is a list whose items have their kind, as the API server sent them, without
 * managed fields. For objects that are only counted (secrets, config maps and the like), only the
 * metadata is requested. A kind without objects stands in it as an empty list of its own, so that a
 * reader can tell it from one that might not be listed, and the last item says what was read
 * ({@link dev.plimsoll.kube.resource.SnapshotCoverage}); custom resources with an irregular plural
 * come with the head of their definition.
 *
 * @param access which cluster
 * @param scope which namespaces
 * @param redaction what is taken out
 * @param checked the namespaces whose manifests are to be checked, for a file that has no more than
 *     that takes; empty for a whole file
 * @param usage the measured usage of devices; the file gets the usage of its pods
 * @param progress told how many objects have been written, from time to time
 */
public record SnapshotWriter(
    ClusterAccess access,
    NamespaceScope scope,
    Redaction redaction,
    Set<String> checked,
    Optional<MeasuredUsage> usage,
    LongConsumer progress) {
  private static final int BUFFER = 1 << 16;

  public SnapshotWriter {
    checked = Set.copyOf(checked);
  }

  /** Makes a writer of whole files. */
  public SnapshotWriter(
      ClusterAccess access, NamespaceScope scope, Redaction redaction, LongConsumer progress) {
    this(access, scope, redaction, Set.of(), Optional.empty(), progress);
  }

  /**
   * The result of writing a snapshot.
   *
   * @param objects how many objects
   * @param omissions what couldn't be read, one sentence each
   * @param limits what the file can't answer, one sentence each
   */
  public record Written(long objects, List<String> omissions, List<String> limits) {}

  /**
   * Writes the file, compressed if its name ends with {@code .gz}. The file appears when it is
   * complete, readable by its owner only where the system knows owners; before, and when something
   * fails, there is nothing.
   *
   * @param force whether a file that is there may be replaced
   * @throws InputException if there is no kubeconfig that can be used, or the file can't be written
   * @throws UnreachableException if the cluster doesn't answer, or lets nobody in
   */
  public Written write(Path target, boolean force) {
    Path file = target.toAbsolutePath();
    if (Files.isDirectory(file)) {
      throw new InputException(target + " is a folder; name a file.");
    }
    if (!force && Files.exists(file)) {
      throw exists(target);
    }
    try (Connection connection = new Login(access, Environment.ofProcess()).connect()) {
      return write(connection, target, file, force);
    } catch (FileAlreadyExistsException e) {
      throw exists(target);
    } catch (UncheckedIOException | IOException e) {
      throw failed(target, e);
    }
  }

  private Written write(Connection connection, Path target, Path file, boolean force)
      throws IOException {
    Path folder = file.getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new InputException(target + " can't be written: its folder does not exist.");
    }
    Path part = Files.createTempFile(folder, ".plimsoll-", ".part");
    try {
      Written written;
      SnapshotFilter filter =
          checked.isEmpty() ? SnapshotFilter.of(redaction) : new CheckExcerpt(checked);
      try (Writer writer = writer(part, file)) {
        Instant start = Instant.now();
        ObjectListWriter objectListWriter =
            new ObjectListWriter(writer, () -> connection.serverTime(start), filter, progress);
        new ClusterLister(connection, scope, objectListWriter).listAll();
        objectListWriter.finish(usage);
        written =
            new Written(objectListWriter.written(), objectListWriter.omissions(), filter.limits());
      }
      if (force) {
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
      } else {
        Files.move(part, file);
      }
      return written;
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private Writer writer(Path part, Path file) throws IOException {
    OutputStream out = Files.newOutputStream(part);
    boolean zip = !checked.isEmpty() || file.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
    return new BufferedWriter(
        new OutputStreamWriter(
            zip ? new GZIPOutputStream(out, BUFFER) : out, StandardCharsets.UTF_8),
        BUFFER);
  }

  private static InputException exists(Path target) {
    return new InputException(
        target + " exists already; choose another name, or say that it may be replaced.");
  }

  private static InputException failed(Path target, Exception e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    String reason = cause.getMessage() == null ? "no reason given" : cause.getMessage();
    return new InputException(target + " can't be written: " + reason + ".");
  }
}
