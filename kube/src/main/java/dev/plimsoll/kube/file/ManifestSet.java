package dev.plimsoll.kube.file;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.InputFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The manifests of files and folders, as repositories have them. In folders, files that are no
 * manifests are passed over, and so are hidden files. A Kustomization or a chart isn't rendered:
 * the error says how to do that.
 *
 * @param objects the objects, in the order of files and documents
 * @param notes what was passed over, a sentence each
 */
public record ManifestSet(List<SourcedObject> objects, List<String> notes) {
  private static final List<String> ENDINGS = List.of(".yaml", ".yml", ".json");
  private static final int MOST_ERRORS = 10;

  public ManifestSet {
    objects = List.copyOf(objects);
    notes = List.copyOf(notes);
  }

  /**
   * Reads files and folders.
   *
   * @param namespace the namespace of objects that name none
   * @throws InputException if something can't be read, with a sentence for each of the first errors
   */
  public static ManifestSet read(List<Path> paths, String namespace) {
    List<SourcedObject> objects = new ArrayList<>();
    List<String> errors = new ArrayList<>();
    List<String> skipped = new ArrayList<>();
    for (Path path : paths) {
      if (Files.isDirectory(path)) {
        for (Path file : filesIn(path)) {
          folderFile(file, namespace, objects, errors, skipped);
        }
      } else {
        InputFiles.require(path);
        namedFile(path, namespace, objects, errors);
      }
    }
    if (!errors.isEmpty()) {
      int more = errors.size() - MOST_ERRORS;
      List<String> first = new ArrayList<>(errors.subList(0, Math.min(MOST_ERRORS, errors.size())));
      if (more > 0) {
        first.add("and " + more + " more errors");
      }
      throw new InputException(first);
    }
    return new ManifestSet(objects, notes(skipped));
  }

  /**
   * Reads a stream, such as standard input.
   *
   * @param name what to call it in messages
   * @param namespace the namespace of objects that name none
   * @throws InputException if it can't be read
   */
  public static ManifestSet read(InputStream stream, String name, String namespace) {
    try {
      ManifestDocuments.Content content =
          ManifestDocuments.read(text(stream.readAllBytes(), name), name, namespace);
      return new ManifestSet(
          content.objects(),
          content.unrecognized() == 0
              ? List.of()
              : List.of(content.unrecognized() + " documents of " + name + " are no manifests"));
    } catch (IOException e) {
      throw new InputException(name + " can't be read: " + DocumentReader.sentence(e));
    }
  }

  private static void folderFile(
      Path file,
      String namespace,
      List<SourcedObject> objects,
      List<String> errors,
      List<String> skipped) {
    String name = file.getFileName().toString();
    try {
      if (name.matches("[Kk]ustomization(\\.ya?ml)?")) {
        throw new InputException(
            parent(file)
                + " is a Kustomization; check what it renders: kubectl kustomize "
                + parent(file)
                + " | plimsoll check -");
      }
      if (name.equals("Chart.yaml")) {
        throw new InputException(
            parent(file)
                + " is a Helm chart; check what it renders: helm template RELEASE "
                + parent(file)
                + " | plimsoll check -");
      }
      if (ENDINGS.stream().anyMatch(name.toLowerCase(Locale.ROOT)::endsWith)
          && !isBelowChart(file)) {
        ManifestDocuments.Content content =
            ManifestDocuments.read(
                text(Files.readAllBytes(file), file.toString()), file.toString(), namespace);
        objects.addAll(content.objects());
        if (content.objects().isEmpty()) {
          skipped.add(file.toString());
        }
      }
    } catch (InputException e) {
      errors.addAll(e.sentences());
    } catch (IOException e) {
      errors.add(file + " can't be read: " + DocumentReader.sentence(e));
    }
  }

  /** The chart itself is the error, not each of its templates. */
  private static boolean isBelowChart(Path file) {
    for (Path folder = file.getParent(); folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve("Chart.yaml"))) {
        return true;
      }
    }
    return false;
  }

  private static Path parent(Path file) {
    Path parent = file.getParent();
    return parent == null ? Path.of(".") : parent;
  }

  private static void namedFile(
      Path file, String namespace, List<SourcedObject> objects, List<String> errors) {
    try {
      ManifestDocuments.Content content =
          ManifestDocuments.read(
              text(Files.readAllBytes(file), file.toString()), file.toString(), namespace);
      if (content.unrecognized() > 0 || content.objects().isEmpty()) {
        throw InputHints.better(
            file, new InputException(file + " holds something other than Kubernetes objects."));
      }
      objects.addAll(content.objects());
    } catch (InputException e) {
      errors.addAll(e.sentences());
    } catch (IOException e) {
      errors.add(file + " can't be read: " + DocumentReader.sentence(e));
    }
  }

  private static String text(byte[] bytes, String name) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new InputException(name + " is not UTF-8 text.");
    }
  }

  private static List<String> notes(List<String> skipped) {
    return skipped.isEmpty()
        ? List.of()
        : List.of(
            (skipped.size() == 1 ? "1 file has" : skipped.size() + " files have")
                + " no Kubernetes object and "
                + (skipped.size() == 1 ? "was" : "were")
                + " passed over: "
                + String.join(", ", skipped.subList(0, Math.min(3, skipped.size())))
                + (skipped.size() > 3 ? " and more" : ""));
  }

  private static List<Path> filesIn(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(f -> !isHidden(folder.relativize(f)))
          .sorted()
          .toList();
    } catch (IOException | UncheckedIOException e) {
      throw new InputException(
          "The folder " + folder + " can't be read: " + DocumentReader.sentence(e));
    }
  }

  private static boolean isHidden(Path relative) {
    for (Path part : relative) {
      if (part.toString().startsWith(".")) {
        return true;
      }
    }
    return false;
  }
}
