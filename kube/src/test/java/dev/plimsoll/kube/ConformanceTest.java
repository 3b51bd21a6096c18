package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * The model against what real control planes of Kubernetes 1.31 to 1.36 decided, each recording by
 * the rules of its version. {@code -Dplimsoll.vectors=DIR} replays what is found in that folder of
 * {@code admission.jsonl}, {@code podsecurity.jsonl}, {@code scheduling.jsonl} and {@code
 * dra.jsonl}, compressed or not.
 */
class ConformanceTest {
  @Test
  void every_recorded_admission_is_decided_alike() {
    assertThat(differences("admission", AdmissionConformance::differences)).isEmpty();
  }

  @Test
  void every_pod_that_a_level_of_security_was_enforced_on_is_decided_alike() {
    assertThat(differences("podsecurity", PodSecurityConformance::differences)).isEmpty();
  }

  @Test
  void every_recorded_placement_is_decided_alike() {
    assertThat(differences("scheduling", SchedulingConformance::differences)).isEmpty();
  }

  @Test
  void every_recorded_allocation_of_devices_is_decided_alike() {
    assertThat(differences("dra", DeviceConformance::differences)).isEmpty();
  }

  private static List<String> differences(
      String name, Function<JsonObject, List<String>> conformance) {
    List<String> differences = new ArrayList<>();
    Map<String, Tally> parts = new TreeMap<>();
    Tally all = new Tally();
    for (JsonObject recorded : RecordedVectors.lines(name + ".jsonl")) {
      List<String> found = replay(conformance, recorded);
      String id = recorded.get("id").getAsString();
      String version = recorded.get("kubernetes").getAsString();
      found.forEach(d -> differences.add(version + " " + id + ": " + d));
      all.count(found.isEmpty());
      for (String part : List.of(version, version + " " + recorded.get("family").getAsString())) {
        parts.computeIfAbsent(part, f -> new Tally()).count(found.isEmpty());
      }
    }
    assertThat(all.total > 0 || RecordedVectors.ofAFolder()).as("has recordings").isTrue();
    if (all.total > 0) {
      System.out.println(name + ": " + all);
      parts.forEach((part, tally) -> System.out.println("  " + part + ": " + tally));
    }
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
