package dev.plimsoll.bench.upstream;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Replays through the model the calls that were recorded in a folder: {@code FOLDER VERSION}. Calls
 * that are alike count once. Prints each difference, the table and, as the last line, JSON.
 */
public final class UpstreamComparison {
  private UpstreamComparison() {}

  /** Compares, and ends with 1 if anything differs. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    KubernetesVersion version =
        KubernetesVersion.parse(args[1])
            .orElseThrow(() -> new IllegalArgumentException("no version: " + args[1]));
    Map<String, Replay> replays = new LinkedHashMap<>();
    replays.put("quantities", new QuantityReplay());
    replays.put("limitranger", new LimitRangerReplay());
    replays.put("quota", new QuotaReplay());
    replays.put("podsecurity", new PodSecurityReplay());
    JsonArray areas = new JsonArray();
    StringBuilder table = new StringBuilder();
    table.append(
        String.format(
            "%-14s %9s %9s %9s %10s%n", "area", "compared", "equal", "differs", "set aside"));
    int compared = 0;
    int differing = 0;
    for (Map.Entry<String, Replay> each : replays.entrySet()) {
      String area = each.getKey();
      if (!Files.exists(folder.resolve(area + ".status"))) {
        continue;
      }
      AreaTally tally = tally(folder, area, version, each.getValue());
      tally
          .differences()
          .forEach(
              d ->
                  System.out.printf(
                      "%s: Kubernetes: %s%n  the model: %s%n  input: %s%n",
                      area, d.get("kubernetes"), d.get("model"), d.get("input")));
      table.append(tally.row()).append('\n');
      tally
          .setAside()
          .forEach((reason, n) -> table.append("  ").append(n + " set aside: " + reason + "\n"));
      areas.add(tally.json());
      compared += tally.compared();
      differing += tally.differs();
    }
    System.out.print(table);
    JsonObject all = new JsonObject();
    all.addProperty("kubernetes", args[1]);
    all.addProperty("compared", compared);
    all.addProperty("differs", differing);
    all.add("areas", areas);
    System.out.println(all);
    System.exit(differing == 0 ? 0 : 1);
  }

  private static AreaTally tally(
      Path folder, String area, KubernetesVersion version, Replay replay) throws IOException {
    AreaTally tally = new AreaTally(area);
    for (String line : lines(folder.resolve(area + ".status"))) {
      tally.setAside(line);
    }
    Set<String> calls = new LinkedHashSet<>(lines(folder.resolve(area + ".jsonl")));
    for (String line : calls) {
      Call call = new Call(version, JsonParser.parseString(line).getAsJsonObject());
      tally.count(call.json(), compare(replay, call));
    }
    return tally;
  }

  /** Compares one call. A call that the model fails on is a difference. */
  private static Comparison compare(Replay replay, Call call) {
    if (call.has("unencodable")) {
      return new Comparison.SetAside("the call has values that JSON can't hold");
    }
    try {
      call.controlPlane();
    } catch (IllegalArgumentException e) {
      return new Comparison.SetAside(e.getMessage());
    }
    try {
      return replay.compare(call);
    } catch (RuntimeException e) {
      return new Comparison.Different("returned", "fails: " + e);
    }
  }

  private static List<String> lines(Path file) throws IOException {
    return Files.exists(file)
        ? Files.readAllLines(file).stream().filter(line -> !line.isBlank()).toList()
        : List.of();
  }
}
