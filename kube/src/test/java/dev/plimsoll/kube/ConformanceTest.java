package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The model against what a real control plane of Kubernetes 1.36.2 decided. */
class ConformanceTest {

  @Test
  void every_recorded_admission_is_decided_alike() {
    assertThat(differences("admission", AdmissionConformance::differences)).isEmpty();
  }

  @Test
  void every_recorded_placement_is_decided_alike() {
    assertThat(differences("scheduling", SchedulingConformance::differences)).isEmpty();
  }

  private static List<String> differences(
      String name, Function<JsonObject, List<String>> conformance) {
    List<String> differences = new ArrayList<>();
    Map<String, Tally> families = new TreeMap<>();
    Tally all = new Tally();
    for (JsonObject recorded : RecordedVectors.lines(name + ".jsonl")) {
      List<String> found = replay(conformance, recorded);
      String id = recorded.get("id").getAsString();
      found.forEach(d -> differences.add(id + ": " + d));
      all.count(found.isEmpty());
      families
          .computeIfAbsent(recorded.get("family").getAsString(), f -> new Tally())
          .count(found.isEmpty());
    }
    assertThat(all.total).isPositive();
    System.out.println(name + ": " + all + " passed");
    families.forEach((family, tally) -> System.out.println("  " + family + ": " + tally));
    return differences;
  }

  /** A recording that can't be replayed counts as one that isn't met, and is named. */
  private static List<String> replay(
      Function<JsonObject, List<String>> conformance, JsonObject recorded) {
    try {
      return conformance.apply(recorded);
    } catch (RuntimeException e) {
      return List.of("can't be replayed: " + e);
    }
  }

  private static final class Tally {
    private int passed;
    private int total;

    void count(boolean pass) {
      passed += pass ? 1 : 0;
      total++;
    }

    @Override
    public String toString() {
      return passed + " of " + total;
    }
  }
}
