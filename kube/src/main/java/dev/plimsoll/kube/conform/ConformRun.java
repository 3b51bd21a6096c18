package dev.plimsoll.kube.conform;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.cluster.Cluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.Predicate;

/**
 * Sends drawn sequences of requests to a control plane, and compares each answer with the model's.
 * A difference counts if it comes back, and is then reduced to its smallest case.
 */
public final class ConformRun {
  /** The number of cases of a rule that are reduced. */
  private static final int REDUCED = 2;

  private final SequencePlayer player;
  private final String namespace;
  private final long seed;
  private final Predicate<JsonObject> served;
  private final Map<String, Integer> rules = new TreeMap<>();
  private final Map<String, Integer> unknown = new TreeMap<>();
  private final List<ConformResult.Difference> differences = new ArrayList<>();
  private int steps;

  /**
   * Creates a run.
   *
   * @param start the cluster with the namespace before the run
   * @param served whether the API server serves the kind of an object
   * @param stopped whether to end early; the sequences that are left then count as unknown
   */
  public ConformRun(
      ApiRequests api,
      Cluster start,
      String namespace,
      long seed,
      Predicate<JsonObject> served,
      BooleanSupplier stopped) {
    this.player = new SequencePlayer(api, start, namespace, stopped);
    this.namespace = namespace;
    this.seed = seed;
    this.served = served;
  }

  /**
   * Compares sequences.
   *
   * @param sequences the number of sequences
   * @param progress takes the number of each sequence before it begins, from 0
   * @throws IOException if the control plane doesn't do something in time
   */
  public ConformResult run(int sequences, IntConsumer progress)
      throws IOException, InterruptedException {
    HarmlessSteps harmless = HarmlessSteps.in(player.start());
    List<String> families = AdmissionSequence.FAMILIES;
    for (int i = 0; i < sequences; i++) {
      progress.accept(i);
      String family = families.get(i % families.size());
      List<AdmissionSequence.Step> drawn =
          AdmissionSequence.of(family, namespace, new Draw(seed, family, i)).stream()
              .filter(step -> served.test(step.object()))
              .map(harmless::of)
              .toList();
      compare(i, family, drawn);
    }
    return new ConformResult(sequences, steps, rules, differences, unknown);
  }

  private void compare(int index, String family, List<AdmissionSequence.Step> sequence)
      throws IOException, InterruptedException {
    SequencePlayer.Played first = player.play(sequence);
    first.unknown().ifPresent(this::countUnknown);
    count(first);
    if (first.difference().isEmpty()) {
      return;
    }
    String rule = first.difference().get().differingRule();
    SequencePlayer.Played again = player.play(sequence);
    if (!again.differsBy(rule)) {
      countUnknown("a difference in " + rule + " did not come back at the second try");
      return;
    }
    CaseReducer reducer = new CaseReducer(player, rule, sequence, again);
    boolean reduces = differences.stream().filter(d -> d.rule().equals(rule)).count() < REDUCED;
    if (reduces) {
      reducer.reduce();
    }
    differences.add(
        difference(index, family, rule, reducer.outcome(), reduces && reducer.isReduced()));
  }

  private void count(SequencePlayer.Played played) {
    int known = played.steps().size() - (played.unknown().isPresent() ? 1 : 0);
    for (StepComparison each : played.steps().subList(0, Math.max(0, known))) {
      steps++;
      Set<String> all = each.rules();
      all.forEach(rule -> rules.merge(rule, 1, Integer::sum));
      if (!each.differences().isEmpty() && !all.contains(each.differingRule())) {
        rules.merge(each.differingRule(), 1, Integer::sum);
      }
    }
  }

  private void countUnknown(String why) {
    unknown.merge(why, 1, Integer::sum);
  }

  private static ConformResult.Difference difference(
      int index, String family, String rule, SequencePlayer.Played played, boolean isReduced) {
    List<StepComparison> steps = played.steps();
    List<String> sentences =
        steps.get(steps.size() - 1).differences().stream().map(d -> "The " + d + ".").toList();
    return new ConformResult.Difference(
        index,
        family,
        rule,
        sentences,
        steps.stream()
            .map(s -> Json.only(s.step(), "op", "object", "code", "reason", "message"))
            .toList(),
        isReduced);
  }
}
