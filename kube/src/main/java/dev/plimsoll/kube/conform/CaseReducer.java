package dev.plimsoll.kube.conform;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reduces a case. It removes requests, then containers, then fields of specs, while the control
 * plane and the model still differ by the rule.
 */
final class CaseReducer {
  private static final int MOST_TRIES = 60;

  private final SequencePlayer player;
  private final String rule;
  private List<AdmissionSequence.Step> smallest;
  private SequencePlayer.Played outcome;
  private int tries;

  /**
   * Starts with a case.
   *
   * @param outcome the outcome of the case, whose last request differs
   */
  CaseReducer(
      SequencePlayer player,
      String rule,
      List<AdmissionSequence.Step> sequence,
      SequencePlayer.Played outcome) {
    this.player = player;
    this.rule = rule;
    this.outcome = outcome;
    this.smallest = sequence.subList(0, outcome.steps().size());
  }

  /** Returns the outcome of the smallest case. */
  SequencePlayer.Played outcome() {
    return outcome;
  }

  /** Returns whether nothing more can be left out. */
  boolean isReduced() {
    return tries < MOST_TRIES;
  }

  /** Reduces the case, with a limited number of tries. */
  void reduce() throws IOException, InterruptedException {
    for (int i = smallest.size() - 2; i >= 0; i--) {
      List<AdmissionSequence.Step> fewer = new ArrayList<>(smallest);
      fewer.remove(i);
      boolean unused = accept(fewer);
      i = Math.min(i, smallest.size() - 1);
    }
    for (int i = smallest.size() - 1; i >= 0; i--) {
      reduce(i);
    }
  }

  private void reduce(int index) throws IOException, InterruptedException {
    int field = 0;
    while (tries < MOST_TRIES && index < smallest.size()) {
      JsonObject object = smallest.get(index).object().deepCopy();
      Optional<Removal> removal =
          removals(Json.child(object, "spec")).stream().skip(field).findFirst();
      if (removal.isEmpty()) {
        return;
      }
      removal.get().run();
      List<AdmissionSequence.Step> simpler = new ArrayList<>(smallest);
      simpler.set(index, new AdmissionSequence.Step(smallest.get(index).op(), object));
      if (!accept(simpler)) {
        field++;
      }
    }
  }

  /** Leaves something out of an object. */
  private interface Removal {
    void run();
  }

  /** Returns the parts that may be left out, the largest first. The scheduler's name stays. */
  private static List<Removal> removals(JsonObject spec) {
    List<Removal> removals = new ArrayList<>();
    for (String list : List.of("containers", "initContainers", "limits")) {
      if (spec.has(list)) {
        JsonArray items = spec.getAsJsonArray(list);
        for (int i = items.size() - 1; i > 0; i--) {
          int index = i;
          removals.add(() -> items.remove(index));
        }
      }
    }
    for (String name :
        List.of(
            "initContainers",
            "affinity",
            "resources",
            "priorityClassName",
            "runtimeClassName",
            "activeDeadlineSeconds",
            "scopes",
            "scopeSelector")) {
      if (spec.has(name)) {
        removals.add(() -> spec.remove(name));
      }
    }
    for (String list : List.of("containers", "initContainers", "limits")) {
      if (spec.has(list)) {
        spec.getAsJsonArray(list).forEach(item -> amounts(item.getAsJsonObject(), removals));
      }
    }
    amounts(spec, removals);
    return removals;
  }

  private static void amounts(JsonObject owner, List<Removal> removals) {
    for (Map.Entry<String, com.google.gson.JsonElement> field : owner.entrySet()) {
      if (field.getValue() instanceof JsonObject amounts
          && (isAmounts(field.getKey()) || field.getKey().equals("resources"))) {
        String name = field.getKey();
        removals.add(() -> owner.remove(name));
        for (String each : List.copyOf(amounts.keySet())) {
          if (isAmounts(name)) {
            removals.add(() -> amounts.remove(each));
          }
        }
        amounts(amounts, removals);
      }
    }
  }

  private static boolean isAmounts(String name) {
    return List.of(
            "requests",
            "limits",
            "hard",
            "min",
            "max",
            "default",
            "defaultRequest",
            "maxLimitRequestRatio")
        .contains(name);
  }

  private boolean accept(List<AdmissionSequence.Step> candidate)
      throws IOException, InterruptedException {
    if (tries >= MOST_TRIES) {
      return false;
    }
    tries++;
    SequencePlayer.Played played = player.play(candidate);
    if (!played.differsBy(rule)) {
      return false;
    }
    smallest = candidate.subList(0, played.steps().size());
    outcome = played;
    return true;
  }
}
