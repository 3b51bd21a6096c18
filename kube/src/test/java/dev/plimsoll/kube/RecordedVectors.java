package dev.plimsoll.kube;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * What real control planes of Kubernetes decided, as it was recorded: the files of the folder named
 * by {@code -Dplimsoll.vectors}, whichever of them it has, else those that come with the tests.
 * Each line says which Kubernetes it was.
 */
final class RecordedVectors {
  /** Where the recordings of each version are; most of the newest stand beside the folders. */
  private static final List<String> FOLDERS =
      List.of("1.31.14/", "1.33.13/", "1.34.9/", "1.35.6/", "1.36.2/", "");

  private static final Optional<Path> FOLDER =
      Optional.of(System.getProperty("plimsoll.vectors", ""))
          .filter(f -> !f.isEmpty())
          .map(Path.of(System.getProperty("plimsoll.root", ""))::resolve);

  private RecordedVectors() {}

  /**
   * Reads a file of JSON lines, which may be compressed and then ends in {@code .gz}. Empty if the
   * named folder hasn't got it.
   */
  static List<JsonObject> lines(String file) {
    List<JsonObject> lines = new ArrayList<>();
    try {
      if (FOLDER.isPresent()) {
        Path plain = FOLDER.get().resolve(file);
        Path zipped = FOLDER.get().resolve(file + ".gz");
        if (Files.exists(plain)) {
          read(Files.newInputStream(plain), lines);
        } else if (Files.exists(zipped)) {
          read(new GZIPInputStream(Files.newInputStream(zipped)), lines);
        }
      } else {
        for (String folder : FOLDERS) {
          InputStream compressed =
              RecordedVectors.class.getResourceAsStream("vectors/" + folder + file + ".gz");
          if (compressed != null) {
            read(new GZIPInputStream(compressed), lines);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lines;
  }

  /** Returns the control plane that a recording was made of. */
  static KubernetesControlPlane controlPlane(JsonObject recorded) {
    String text = recorded.get("kubernetes").getAsString();
    KubernetesVersion version =
        KubernetesVersion.parse(text)
            .orElseThrow(() -> new IllegalArgumentException("no version: " + text));
    return KubernetesControlPlane.of(version, KubernetesControlPlane.Origin.API_SERVER);
  }

  /** Returns whether they are those of a folder that was named, which needn't have all files. */
  static boolean ofAFolder() {
    return FOLDER.isPresent();
  }

  private static void read(InputStream in, List<JsonObject> lines) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      reader
          .lines()
          .filter(l -> !l.isBlank())
          .map(l -> JsonParser.parseString(l).getAsJsonObject())
          .forEach(lines::add);
    }
  }
}
