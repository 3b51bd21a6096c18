package dev.plimsoll.kube;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * What a real control plane of Kubernetes 1.36.2 decided, as it was recorded: the files of the
 * folder named by {@code -Dplimsoll.vectors}, else those that come with the tests.
 */
final class RecordedVectors {
  private static final Optional<Path> FOLDER =
      Optional.of(System.getProperty("plimsoll.vectors", ""))
          .filter(f -> !f.isEmpty())
          .map(Path.of(System.getProperty("plimsoll.root", ""))::resolve);

  private RecordedVectors() {}

  /** Reads a file of JSON lines, which may be compressed and then ends in {@code .gz}. */
  static List<JsonObject> lines(String file) {
    try (InputStream in = open(file);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return reader
          .lines()
          .filter(l -> !l.isBlank())
          .map(l -> JsonParser.parseString(l).getAsJsonObject())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String file) throws IOException {
    if (FOLDER.isPresent()) {
      Path plain = FOLDER.get().resolve(file);
      return Files.exists(plain)
          ? Files.newInputStream(plain)
          : new GZIPInputStream(Files.newInputStream(FOLDER.get().resolve(file + ".gz")));
    }
    InputStream compressed = RecordedVectors.class.getResourceAsStream("vectors/" + file + ".gz");
    if (compressed == null) {
      throw new FileNotFoundException("vectors/" + file + ".gz");
    }
    return new GZIPInputStream(compressed);
  }
}
