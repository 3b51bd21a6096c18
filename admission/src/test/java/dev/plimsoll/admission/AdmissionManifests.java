package dev.plimsoll.admission;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.plimsoll.admission.config.AdmissionServiceConfiguration;
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
public final class AdmissionManifests {
  private static final Path FOLDER =
      Path.of(System.getProperty("plimsoll.root", "..")).resolve("manifests");

  private AdmissionManifests() {}

  /** Returns what the service reads there. */
  static AdmissionServiceConfiguration configuration() {
    return AdmissionServiceConfiguration.read(FOLDER.resolve("admission/serve.yaml")).orElseThrow();
  }

  /** Returns the documents of a file. */
  public static List<JsonObject> read(String file) {
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
}
