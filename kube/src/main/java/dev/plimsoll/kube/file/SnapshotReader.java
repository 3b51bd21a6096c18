package dev.plimsoll.kube.file;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ServedFields;
import dev.plimsoll.kubernetes.object.ApiObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Reads a snapshot of a cluster from files and folders. Files have the output of {@code kubectl get
 * -o json} or {@code -o yaml}, lists, or JSON lines, gzipped or not. Folders come from {@code
 * kubectl cluster-info dump} or an OpenShift must-gather. An object that is found twice, by its
 * UID, counts once.
 *
 * <p>What never breaks: a kind that no file lists completely is unread, not empty; each file says
 * what it covers ({@link SnapshotCollector}). The result doesn't depend on the number of threads:
 * objects are collected in the order of the file.
 *
 * <p>A large list is cut into pieces that all processors decode ({@link ParallelSink}). Only fields
 * that a rule reads become objects. No file is in memory as a whole.
 *
 * <p>If a piece has an error, the file is read once more in one go, because only then the line of
 * the error is known. So correct files are read fast, and wrong files get an exact message.
 */
public final class SnapshotReader {
  private static final List<String> ENDINGS =
      List.of(".json", ".yaml", ".yml", ".jsonl", ".ndjson");

  private static final int CHUNK_SIZE = 1 << 18;

  private final SnapshotCollector collector;
  private final List<Path> read = new ArrayList<>();

  private SnapshotReader(Unlisted unlisted, LongConsumer progress, Consumer<JsonObject> policies) {
    this.collector = new SnapshotCollector(unlisted, progress, policies);
  }

  /**
   * Reads files and folders. What isn't known to be read is said in {@link Cluster#omissions()}.
   *
   * @param progress told how many objects have been read, from time to time
   * @throws InputException if one can't be read; it says which, where and why
   */
  public static Cluster read(List<Path> paths, LongConsumer progress) {
    return read(paths, Unlisted.UNKNOWN, progress, p -> {});
  }

  /**
   * Reads files and folders.
   *
   * @param unlisted what the absence of objects means
   * @param progress told how many objects have been read, from time to time
   * @param policies takes the capacity policies that are found, as they stand there
   * @throws InputException if one can't be read; it says which, where and why
   */
  public static Cluster read(
      List<Path> paths, Unlisted unlisted, LongConsumer progress, Consumer<JsonObject> policies) {
    SnapshotReader files = new SnapshotReader(unlisted, progress, policies);
    paths.forEach(files::read);
    return ServedFieldsReader.completed(files.collector.cluster(paths), files.read);
  }

  /**
   * Reads objects of files and folders in full: nested maps and lists. What is not found, or can't
   * be read, is left out.
   */
  public static Map<ServedFields.Key, Map<String, Object>> fields(
      List<Path> paths, Collection<? extends ApiObject> objects) {
    List<Path> files =
        paths.stream()
            .flatMap(
                p ->
                    Files.isDirectory(p)
                        ? filesIn(p).stream().filter(SnapshotReader::looksReadable)
                        : Stream.of(p))
            .toList();
    return objects.isEmpty()
        ? Map.of()
        : ServedFieldsReader.of(files, objects, JsonPruning.WITH_MANAGERS);
  }

  private void read(Path path) {
    if (!Files.exists(path)) {
      throw new InputException(path + " does not exist.");
    }
    if (!Files.isDirectory(path)) {
      collector.ofFile(path, false);
      fill(path);
      return;
    }
    long before = collector.found();
    List<Path> skipped = new ArrayList<>();
    for (Path file : filesIn(path)) {
      if (looksReadable(file)) {
        collector.ofFile(file, true);
        fill(file);
      } else {
        skipped.add(file);
      }
    }
    if (collector.found() == before) {
      throw new InputException(
          "The folder "
              + path
              + " holds no Kubernetes objects in files that end with "
              + String.join(", ", ENDINGS)
              + " (or these with .gz).");
    }
    collector.skipped(skipped);
  }

  /** Reads a file in pieces; where something is wrong, once more in one go to say the place. */
  private void fill(Path file) {
    read.add(file);
    boolean canReadAgain = Files.isRegularFile(file);
    try {
      fill(file, collector, canReadAgain ? CHUNK_SIZE : 0);
    } catch (InputException e) {
      throw InputHints.better(file, canReadAgain ? errorInOneGo(file, e) : e);
    }
  }

  private InputException errorInOneGo(Path file, InputException inPieces) {
    try {
      fill(file, collector.again(), 0);
      return inPieces;
    } catch (InputException e) {
      return e;
    }
  }

  private static void fill(Path file, SnapshotCollector snapshotCollector, int pieceSize) {
    ParallelSink.fill(snapshotCollector, pieceSize, sink -> DocumentReader.read(file, sink));
  }

  private static List<Path> filesIn(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException | UncheckedIOException e) {
      throw new InputException(
          "The folder " + folder + " can't be read: " + DocumentReader.sentence(e));
    }
  }

  private static boolean looksReadable(Path file) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    String plain = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
    return ENDINGS.stream().anyMatch(plain::endsWith);
  }
}
