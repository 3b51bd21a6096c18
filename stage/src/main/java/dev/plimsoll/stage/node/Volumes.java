package dev.plimsoll.stage.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Locale.ROOT;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The volumes of a pod as folders: what they project is kept current, as kubelet does. */
final class Volumes {
  private static final String READ_ONLY = "0644";
  private static final int GROUP_READS = Integer.parseInt("0440", 8);
  private static final int OWNER_ONLY = Integer.parseInt("0600", 8);
  private static final int GROUP_TOO = Integer.parseInt("0640", 8);

  private final AdminApi api;
  private final JsonObject pod;
  private final Path folder;
  private final ServiceAccountTokens tokens;
  private final List<Path> emptyDirs = new ArrayList<>();

  Volumes(AdminApi api, JsonObject pod, Path folder) {
    this.api = api;
    this.pod = pod;
    this.folder = folder;
    this.tokens = new ServiceAccountTokens(api, pod);
  }

  /** Makes all folders and mounts what is empty at first. */
  void create() throws IOException, InterruptedException {
    for (JsonObject volume : JsonPaths.objects(pod, "spec", "volumes")) {
      Path unused = Files.createDirectories(of(JsonPaths.text(volume, "name")));
    }
    refresh();
    for (JsonObject volume : JsonPaths.objects(pod, "spec", "volumes")) {
      Path target = of(JsonPaths.text(volume, "name"));
      if (volume.has("emptyDir")) {
        String limit = JsonPaths.string(volume, "emptyDir", "sizeLimit").orElse("1Gi");
        String size = "size=" + Quantities.bytes(limit) + ",mode=1777";
        Shell.require("mount", "-t", "tmpfs", "-o", size, "stage", target.toString());
        emptyDirs.add(target);
      }
    }
  }

  /** Writes what config maps, secrets and tokens hold now. */
  void refresh() throws IOException {
    for (JsonObject volume : JsonPaths.objects(pod, "spec", "volumes")) {
      Path target = of(JsonPaths.text(volume, "name"));
      Map<String, ProjectedFile> files = new TreeMap<>();
      for (String kind : List.of("configMap", "secret")) {
        if (volume.has(kind)) {
          collect(kind, volume.getAsJsonObject(kind), mode(volume, kind), files);
        }
      }
      for (JsonObject source : JsonPaths.objects(volume, "projected", "sources")) {
        source.entrySet().forEach(each -> files.putAll(projected(each.getKey(), source, volume)));
      }
      if (!volume.has("emptyDir")) {
        ProjectedFile.write(target, files);
      }
    }
  }

  private Map<String, ProjectedFile> projected(String kind, JsonObject all, JsonObject volume) {
    JsonObject source = all.getAsJsonObject(kind);
    Map<String, ProjectedFile> files = new TreeMap<>();
    try {
      if (kind.equals("serviceAccountToken")) {
        // As kubelet has it: the only user of the pod owns it, or a group reads it.
        files.put(
            JsonPaths.text(source, "path"),
            group() == 0
                ? new ProjectedFile(tokens.token(source).getBytes(UTF_8), OWNER_ONLY, user(), 0)
                : new ProjectedFile(tokens.token(source).getBytes(UTF_8), GROUP_TOO, 0, group()));
      } else if (kind.equals("downwardAPI")) {
        for (JsonObject item : JsonPaths.objects(source, "items")) {
          String value = field(JsonPaths.text(item, "fieldRef", "fieldPath"));
          files.put(JsonPaths.text(item, "path"), file(value.getBytes(UTF_8), READ_ONLY));
        }
      } else {
        collect(kind, source, mode(volume, "projected"), files);
      }
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void collect(
      String kind, JsonObject source, String mode, Map<String, ProjectedFile> files)
      throws IOException {
    String name =
        JsonPaths.string(source, "name").orElseGet(() -> JsonPaths.text(source, "secretName"));
    String path =
        "/api/v1/namespaces/%s/%ss/%s"
            .formatted(JsonPaths.text(pod, "metadata", "namespace"), kind.toLowerCase(ROOT), name);
    if (JsonPaths.text(source, "optional").equals("true") && !api.isThere(path)) {
      return;
    }
    JsonObject object = api.get(path);
    Map<String, String> keys = new TreeMap<>();
    JsonPaths.objects(source, "items")
        .forEach(it -> keys.put(JsonPaths.text(it, "key"), JsonPaths.text(it, "path")));
    JsonPaths.object(object, "data").orElseGet(JsonObject::new).entrySet().stream()
        .filter(each -> keys.isEmpty() || keys.containsKey(each.getKey()))
        .forEach(
            each -> {
              String value = each.getValue().getAsString();
              byte[] content =
                  kind.equals("secret") ? Base64.getDecoder().decode(value) : value.getBytes(UTF_8);
              files.put(keys.getOrDefault(each.getKey(), each.getKey()), file(content, mode));
            });
  }

  private ProjectedFile file(byte[] content, String mode) {
    int bits = Integer.parseInt(mode, 8);
    // A group of the pod's files may read them all.
    return new ProjectedFile(content, group() == 0 ? bits : bits | GROUP_READS, 0, group());
  }

  /** JSON has a mode in decimal. */
  private static String mode(JsonObject volume, String kind) {
    return JsonPaths.string(volume, kind, "defaultMode")
        .map(it -> Integer.toOctalString(Integer.parseInt(it)))
        .orElse(READ_ONLY);
  }

  private int user() {
    return JsonPaths.string(pod, "spec", "securityContext", "runAsUser")
        .map(Integer::valueOf)
        .orElse(0);
  }

  private int group() {
    return JsonPaths.string(pod, "spec", "securityContext", "fsGroup")
        .map(Integer::valueOf)
        .orElse(0);
  }

  /** Returns a field of the pod by its path, such as {@code metadata.namespace}. */
  String field(String path) {
    return JsonPaths.text(pod, path.split("\\."));
  }

  Path of(String volume) {
    return folder.resolve("volumes").resolve(volume);
  }

  /** Has the tokens be asked for again. */
  void rotateTokens() {
    tokens.expire();
  }

  /** Returns the folders that are empty at first. */
  List<Path> emptyDirs() {
    return List.copyOf(emptyDirs);
  }

  /** Unmounts what was mounted. */
  void close() throws IOException, InterruptedException {
    for (Path each : emptyDirs) {
      Shell.require("umount", "--lazy", each.toString());
    }
  }
}
