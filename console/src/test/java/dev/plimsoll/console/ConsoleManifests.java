package dev.plimsoll.console;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import java.util.List;

/** The manifests of the role. */
final class ConsoleManifests {
  private ConsoleManifests() {}

  /** Returns the documents of a file. */
  static List<JsonObject> read(String file) {
    return ManifestFiles.read(ManifestFiles.FOLDER.resolve(file));
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
