package dev.plimsoll.kube.conform;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The outcome of a comparison.
 *
 * @param sequences the sequences that were compared to their end or to a difference
 * @param steps the requests that were compared
 * @param rules the requests that each rule had a part in, by the name of the rule
 * @param differences the differences
 * @param unknown why requests could not be compared, a sentence each, with the number of sequences
 */
public record ConformResult(
    int sequences,
    int steps,
    Map<String, Integer> rules,
    List<Difference> differences,
    Map<String, Integer> unknown) {

  /**
   * A request that the control plane and the model answer differently, twice in a row.
   *
   * @param sequence the number of the sequence, from 0
   * @param family the subject of the sequence
   * @param rule the rule that the difference is about
   * @param sentences where the answers differ, a sentence each
   * @param steps the requests of the smallest case: {@code op}, {@code object} and the control
   *     plane's {@code code}, {@code reason} and {@code message}; the last request differs
   * @param isReduced whether every other request and field of pods was tried to be left out
   */
  public record Difference(
      int sequence,
      String family,
      String rule,
      List<String> sentences,
      List<JsonObject> steps,
      boolean isReduced) {

    public Difference {
      sentences = List.copyOf(sentences);
      steps = List.copyOf(steps);
    }
  }

  public ConformResult {
    rules = Map.copyOf(rules);
    differences = List.copyOf(differences);
    unknown = Map.copyOf(unknown);
  }

  /** Returns both outcomes as one. */
  public ConformResult and(ConformResult other) {
    Map<String, Integer> allRules = new TreeMap<>(rules);
    other.rules.forEach((rule, count) -> allRules.merge(rule, count, Integer::sum));
    Map<String, Integer> allUnknown = new TreeMap<>(unknown);
    other.unknown.forEach((why, count) -> allUnknown.merge(why, count, Integer::sum));
    return new ConformResult(
        sequences + other.sequences,
        steps + other.steps,
        allRules,
        Stream.concat(differences.stream(), other.differences.stream()).toList(),
        allUnknown);
  }

  /** Returns the differences of each rule by its name, rules without a difference too. */
  public Map<String, Integer> differencesByRule() {
    Map<String, Integer> counts = new TreeMap<>();
    rules.keySet().forEach(rule -> counts.put(rule, 0));
    differences.forEach(d -> counts.merge(d.rule(), 1, Integer::sum));
    return counts;
  }

  /** Returns whether everything was compared, and nothing differs. */
  public boolean isEqual() {
    return differences.isEmpty() && unknown.isEmpty();
  }
}
