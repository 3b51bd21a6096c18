package dev.plimsoll.bench.upstream;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
  private static final Map<String, Replay> REPLAYS = replays();

  private UpstreamComparison() {}

  private static Map<String, Replay> replays() {
    Map<String, Replay> replays = new LinkedHashMap<>();
    replays.put("quantities", new QuantityReplay());
    replays.put("limitranger", new LimitRangerReplay());
    replays.put("quota", new QuotaReplay());
    replays.put("podsecurity", new PodSecurityReplay());
    replays.put("plugins", new PluginReplay());
    replays.put("preemption", new PreemptionReplay());
    replays.put("devices", new DeviceReplay());
    return replays;
  }

  /** Compares, and ends with 1 if anything differs, with 2 if nothing could be compared. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    KubernetesVersion version =
        KubernetesVersion.parse(args[1])
            .orElseThrow(() -> new IllegalArgumentException("no version: " + args[1]));
    List<AreaTally> tallies = new ArrayList<>();
    for (Map.Entry<String, Replay> each : REPLAYS.entrySet()) {
      if (Files.exists(folder.resolve(each.getKey() + ".status"))) {
        tallies.add(tally(folder, each.getKey(), version, each.getValue()));
      }
    }
    tallies.forEach(AreaTally::printDifferences);
    System.out.println(AreaTally.HEADING);
    tallies.forEach(AreaTally::printRow);
    int compared = tallies.stream().mapToInt(AreaTally::compared).sum();
    int differing = tallies.stream().mapToInt(AreaTally::differs).sum();
    JsonArray areas = new JsonArray();
    tallies.forEach(tally -> areas.add(tally.json()));
    JsonObject all = new JsonObject();
    all.addProperty("kubernetes", args[1]);
    all.addProperty("compared", compared);
    all.addProperty("differs", differing);
    all.add("areas", areas);
    System.out.println(all);
    System.exit(compared == 0 ? 2 : differing == 0 ? 0 : 1);
  }

  private static AreaTally tally(Path folder, String area, KubernetesVersion version, Replay replay)
      throws IOException {
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
      return new Comparison.SetAside(String.valueOf(e.getMessage()));
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
