package dev.plimsoll.kube.file;

import dev.plimsoll.kube.InputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Recognizes what people give instead of objects as JSON or YAML, and says what to run instead. */
final class InputHints {
  private static final int HEAD = 1 << 16;
  private static final int TAR_MAGIC = 257;
  private static final String OBJECTS =
      " instead of objects as JSON or YAML; give what kubectl get -o json prints";

  private record Hint(Pattern text, String sentence) {}

  /** The first that is found in a file's beginning is meant. */
  private static final List<Hint> HINTS =
      List.of(
          hint("^\\s*<(!doctype|html|\\?xml)", "is a web page" + OBJECTS),
          hint(
              "^(apiVersion: kustomize\\.config\\.k8s\\.io/|kind: Kustomization$)",
              "is a Kustomization; give what kubectl kustomize prints for its folder"),
          hint(
              "^\\s*\"?kind\"?: \"?Config\"?,?$",
              "is a kubeconfig; give it with --kubeconfig to read the cluster, without --snapshot"),
          hint(
              "\\A\\s*(NAMESPACE|NAME|LAST SEEN) {2,}",
              "is a table as kubectl get prints it; add -o json to that command"),
          hint(
              "\\A\\s*Name: {2,}\\S+",
              "is what kubectl describe prints; use kubectl get -o json instead"),
          hint(
              "\\{\\{-? *[.\\w\"(]",
              "is a template of a Helm chart; give what helm template prints for the chart"));

  private InputHints() {}

  private static Hint hint(String text, String sentence) {
    int flags = Pattern.MULTILINE | Pattern.CASE_INSENSITIVE;
    boolean isTable = text.startsWith("\\A");
    return new Hint(Pattern.compile(text, isTable ? Pattern.MULTILINE : flags), sentence);
  }

  /** Returns the better of two errors: what the file is, if that is known, or what is wrong. */
  static InputException better(Path file, InputException error) {
    try {
      return Files.isRegularFile(file)
          ? sentence(file).map(s -> new InputException(file + " " + s + ".")).orElse(error)
          : error;
    } catch (IOException | UncheckedIOException e) {
      return error;
    }
  }

  private static Optional<String> sentence(Path file) throws IOException {
    String head = head(file);
    if (head.startsWith("ustar", TAR_MAGIC)) {
      return Optional.of("is a tar archive; unpack it and give the folder");
    }
    if (head.startsWith("PK\u0003\u0004")) {
      return Optional.of("is a zip archive; unpack it and give the folder");
    }
    if (head.indexOf('\0') >= 0) {
      return Optional.of("is a binary file" + OBJECTS);
    }
    if (hasLogs(file)) {
      return Optional.of(
          "is what kubectl cluster-info dump prints, with logs between the objects; run kubectl"
              + " cluster-info dump -A --output-directory DIR and give the folder DIR");
    }
    boolean isKustomization = file.getFileName().toString().startsWith("kustomization.y");
    return isKustomization
        ? Optional.of(HINTS.get(1).sentence())
        : HINTS.stream().filter(h -> h.text().matcher(head).find()).map(Hint::sentence).findFirst();
  }

  private static String head(Path file) throws IOException {
    try (Reader text = DocumentReader.bytesAsText(file)) {
      char[] head = new char[HEAD];
      int length = 0;
      for (int read = 0; read >= 0 && length < HEAD; length += Math.max(read, 0)) {
        read = text.read(head, length, HEAD - length);
      }
      return new String(head, 0, length);
    }
  }

  private static boolean hasLogs(Path file) throws IOException {
    try (BufferedReader lines = new BufferedReader(DocumentReader.bytesAsText(file))) {
      return lines.lines().anyMatch(l -> l.startsWith("==== START logs for container "));
    }
  }
}
