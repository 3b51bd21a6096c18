package dev.plimsoll.admission;

import com.google.gson.JsonObject;
import dev.plimsoll.admission.config.AdmissionServiceConfiguration;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import java.util.List;

/** The manifests of the role. */
public final class AdmissionManifests {
  private AdmissionManifests() {}

  /** Returns what the service reads there. */
  static AdmissionServiceConfiguration configuration() {
    return AdmissionServiceConfiguration.read(ManifestFiles.FOLDER.resolve("admission/serve.yaml"))
        .orElseThrow();
  }

  /** Returns the documents of a file. */
  public static List<JsonObject> read(String file) {
    return ManifestFiles.read(ManifestFiles.FOLDER.resolve(file));
  }
}
