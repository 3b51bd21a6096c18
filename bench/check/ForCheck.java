package dev.plimsoll.kube.live;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.cluster.Coverage;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/** Writes a dump as {@code plimsoll snapshot --for-check} writes the cluster: DUMP OUT NS,NS... */
final class ForCheck {
  private ForCheck() {}

  public static void main(String[] args) throws IOException {
    JsonObject dump;
    try (Reader in = Files.newBufferedReader(Path.of(args[0]))) {
      dump = JsonParser.parseReader(in).getAsJsonObject();
    }
    JsonArray items = dump.getAsJsonArray("items");
    Map<String, List<JsonTree>> byKind = new HashMap<>();
    for (JsonElement item : items) {
      byKind
          .computeIfAbsent(item.getAsJsonObject().get("kind").getAsString(), k -> new ArrayList<>())
          .add(JsonTree.of(item.getAsJsonObject()));
    }
    try (Writer out =
        new OutputStreamWriter(
            new GZIPOutputStream(Files.newOutputStream(Path.of(args[1]))),
            StandardCharsets.UTF_8)) {
      ObjectListWriter writer =
          new ObjectListWriter(
              out,
              () -> Instant.parse("2026-01-05T09:00:00Z"),
              new CheckExcerpt(Set.of(args[2].split(","))),
              n -> {});
      for (SnapshotResource each : SnapshotResource.all()) {
        ApiResource resource = each.resource();
        writer.begin(resource);
        writer.items(resource, byKind.getOrDefault(resource.type().kind(), List.of()));
        writer.end(resource, Coverage.COMPLETE);
      }
      writer.finish();
    }
  }
}
