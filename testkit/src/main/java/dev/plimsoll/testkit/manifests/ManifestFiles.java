package dev.plimsoll.testkit.manifests;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The files of the folder manifests. */
public final class ManifestFiles {
  /** The folder of all of them. */
  public static final Path FOLDER =
      Path.of(System.getProperty("plimsoll.root", "..")).resolve("manifests");

  private ManifestFiles() {}

  /** Returns the kind, namespace and name of an object. */
  public static String key(JsonObject object) {
    return "%s %s/%s"
        .formatted(
            JsonPaths.text(object, "kind"),
            JsonPaths.text(object, "metadata", "namespace"),
            JsonPaths.text(object, "metadata", "name"));
  }

  /** Returns the documents of a YAML file that aren't empty. */
  public static List<JsonObject> read(Path file) {
    try {
      return parse(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the documents of a YAML text that aren't empty. */
  public static List<JsonObject> parse(String yaml) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    List<JsonObject> documents = new ArrayList<>();
    for (Object document : new Yaml(new SafeConstructor(options)).loadAll(yaml)) {
      if (document != null) {
        documents.add(new Gson().toJsonTree(document).getAsJsonObject());
      }
    }
    return documents;
  }
}
