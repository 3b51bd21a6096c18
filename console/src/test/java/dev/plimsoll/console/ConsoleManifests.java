package dev.plimsoll.console;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The manifests of the role. */
final class ConsoleManifests {
  private static final Path FOLDER =
      Path.of(System.getProperty("plimsoll.root", "..")).resolve("manifests");

  private ConsoleManifests() {}

  /** Returns the documents of a file. */
  static List<JsonObject> read(String file) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    List<JsonObject> documents = new ArrayList<>();
    try {
      String text = Files.readString(FOLDER.resolve(file));
      for (Object document : new Yaml(new SafeConstructor(options)).loadAll(text)) {
        documents.add(new Gson().toJsonTree(document).getAsJsonObject());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return documents;
  }

  /** Returns the {@code spec} of the document of that kind in a file. */
  static JsonObject spec(String file, String kind) {
    return read(file).stream()
        .filter(d -> d.get("kind").getAsString().equals(kind))
        .findFirst()
        .orElseThrow()
        .getAsJsonObject("spec");
  }
}
