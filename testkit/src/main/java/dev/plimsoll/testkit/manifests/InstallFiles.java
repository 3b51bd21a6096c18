package dev.plimsoll.testkit.manifests;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The chart as plain YAML, a file for each way of installing in overlays.yaml, for {@code kubectl
 * apply -f}. {@code manifests/render} starts it.
 */
public final class InstallFiles {
  private static final Pattern IMAGE =
      Pattern.compile("(?<repository>.+?)(:(?<tag>[^:/@]+))?(@(?<digest>sha256:[0-9a-f]{64}))?");

  /**
   * The comment at the head of each file. Its values are the folder's, except that a changed
   * ConfigMap replaces the pods.
   */
  private static final String HEADER =
      """
      # kubectl apply -f %1$s.yaml, and kubectl delete -f %1$s.yaml. manifests/README.md says what it is and what comes before it.
      # Rendered from manifests/chart with these values: %2$s
      """;

  private InstallFiles() {}

  /**
   * Writes the files.
   *
   * @param arguments the folder, the image, and the version of Kubernetes if it isn't the newest
   */
  public static void main(String[] arguments) throws IOException {
    try {
      write(arguments);
    } catch (IllegalArgumentException | IllegalStateException e) {
      System.err.println("error: " + e.getMessage());
      System.exit(2);
    }
  }

  private static void write(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    String version = arguments.length > 2 ? arguments[2] : Chart.KUBERNETES;
    for (Map.Entry<String, String> file : of(arguments[1], version).entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
  }

  /**
   * Returns the content of each file, by its name.
   *
   * @param image such as {@code registry.example/plimsoll:1.2}, or with a digest
   * @param version of the cluster, and so of kube-scheduler beside the extender, such as {@code
   *     v1.36.2}
   * @throws IllegalArgumentException if the image is no name of one
   */
  public static Map<String, String> of(String image, String version) {
    Map<String, String> files = new LinkedHashMap<>();
    for (Overlay overlay : Overlay.all()) {
      overlay.install().ifPresent(n -> files.put(n + ".yaml", text(n, overlay, image, version)));
    }
    return files;
  }

  private static String text(String name, Overlay overlay, String image, String version) {
    JsonObject values = overlay.values().deepCopy();
    values.addProperty("restartOnConfigChange", true);
    values.add("image", image(image));
    return HEADER.formatted(name, values) + Chart.text(values.toString(), "plimsoll", version);
  }

  private static JsonObject image(String name) {
    Matcher parts = IMAGE.matcher(name);
    if (!parts.matches()) {
      throw new IllegalArgumentException("\"" + name + "\" is not the name of an image");
    }
    JsonObject image = JsonPaths.parse("{}");
    for (String part : List.of("repository", "tag", "digest")) {
      String value = parts.group(part);
      if (value != null) {
        image.addProperty(part, value);
      }
    }
    return image;
  }
}
