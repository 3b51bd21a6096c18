package dev.plimsoll.bench.upstream;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts the comparisons of one area. */
final class AreaTally {
  /** The first line of the table. */
  static final String HEADING =
      String.format("%-12s %9s %9s %9s %10s", "area", "compared", "equal", "differs", "set aside");

  private final String area;
  private int equal;
  private final List<JsonObject> differences = new ArrayList<>();
  private final Map<String, Integer> setAside = new TreeMap<>();

  AreaTally(String area) {
    this.area = area;
  }

  /** Counts the result of replaying a call. */
  void count(JsonObject call, Comparison comparison) {
    if (comparison instanceof Comparison.Different different) {
      JsonObject difference = new JsonObject();
      difference.addProperty("kubernetes", different.kubernetes());
      difference.addProperty("model", different.model());
      difference.add("input", call);
      differences.add(difference);
    } else if (comparison instanceof Comparison.SetAside aside) {
      setAside(aside.reason());
    } else {
      equal++;
    }
  }

  /** Counts something that wasn't compared. */
  void setAside(String reason) {
    setAside.merge(reason, 1, Integer::sum);
  }

  int differs() {
    return differences.size();
  }

  int compared() {
    return equal + differences.size();
  }

  /** Prints what Kubernetes and the model return where they differ, and for which input. */
  void printDifferences() {
    for (JsonObject each : differences) {
      System.out.printf("%s: Kubernetes: %s%n", area, each.get("kubernetes"));
      System.out.printf("  the model: %s%n", each.get("model"));
      System.out.printf("  input: %s%n", each.get("input"));
    }
  }

  /** Prints the row of the table, and below it why calls were set aside. */
  void printRow() {
    int aside = setAside.values().stream().mapToInt(Integer::intValue).sum();
    System.out.printf(
        "%-12s %9d %9d %9d %10d%n", area, compared(), equal, differences.size(), aside);
    setAside.forEach((reason, count) -> System.out.printf("  %d set aside: %s%n", count, reason));
  }

  /** Returns the counts, without the differences themselves. */
  JsonObject json() {
    JsonObject json = new JsonObject();
    json.addProperty("area", area);
    json.addProperty("compared", compared());
    json.addProperty("equal", equal);
    json.addProperty("differs", differences.size());
    JsonArray reasons = new JsonArray();
    setAside.forEach(
        (reason, count) -> {
          JsonObject each = new JsonObject();
          each.addProperty("reason", reason);
          each.addProperty("count", count);
          reasons.add(each);
        });
    json.add("setAside", reasons);
    return json;
  }
}
