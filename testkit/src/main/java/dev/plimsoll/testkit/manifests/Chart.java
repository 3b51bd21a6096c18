package dev.plimsoll.testkit.manifests;

import com.google.gson.JsonObject;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The chart, rendered by Helm. */
public final class Chart {
  /** Its folder. */
  public static final Path FOLDER = ManifestFiles.FOLDER.resolve("chart");

  /** The version of Kubernetes that is meant where none is said. */
  static final String KUBERNETES = "v1.36.2";

  private static final Pattern SOURCE =
      Pattern.compile("(?m)^---\n# Source: plimsoll/templates/(\\S+)\n");

  private Chart() {}

  /** Returns Helm's findings about the chart itself. */
  public static LintResult lint() {
    return new Helm(FOLDER).lint().strict().call();
  }

  /**
   * Returns the documents of each template as they are written, by the template's path.
   *
   * @param values values in YAML
   * @throws IllegalStateException as Helm says it, if there is something wrong with the values
   */
  public static Map<String, List<String>> render(String values) {
    return render(values, "plimsoll", KUBERNETES);
  }

  /**
   * Returns the documents of each template as they are written, by the template's path.
   *
   * @param values values in YAML
   * @param version of Kubernetes, such as {@code v1.36.2}
   * @throws IllegalStateException as Helm says it, if there is something wrong with the values
   */
  public static Map<String, List<String>> render(String values, String namespace, String version) {
    String rendered = template(values, namespace, version);
    Map<String, List<String>> documents = new LinkedHashMap<>();
    Matcher source = SOURCE.matcher(rendered);
    boolean found = source.find();
    while (found) {
      String template = source.group(1);
      int begin = source.end();
      found = source.find();
      String document = rendered.substring(begin, found ? source.start() : rendered.length());
      documents.computeIfAbsent(template, t -> new ArrayList<>()).add(document.strip() + "\n");
    }
    return documents;
  }

  /**
   * Returns all documents in the order in which Helm would apply them, as one text.
   *
   * @param values values in YAML
   * @param version of Kubernetes, such as {@code v1.36.2}
   * @throws IllegalStateException as Helm says it, if there is something wrong with the values
   */
  static String text(String values, String namespace, String version) {
    return SOURCE.matcher(template(values, namespace, version)).replaceAll("---\n").strip() + "\n";
  }

  private static String template(String values, String namespace, String version) {
    try {
      Path file = Files.createTempFile("values", ".yaml");
      try {
        Files.writeString(file, values);
        return new Helm(FOLDER)
            .template()
            .withName("plimsoll")
            .withNamespace(namespace)
            .withKubeVersion(version)
            .withValuesFile(file)
            .call();
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the objects that the chart gives with values in YAML. */
  public static List<JsonObject> objects(String values) {
    return render(values).values().stream()
        .flatMap(List::stream)
        .flatMap(document -> ManifestFiles.parse(document).stream())
        .toList();
  }
}
