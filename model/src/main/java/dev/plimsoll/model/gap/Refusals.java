package dev.plimsoll.model.gap;

import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Trial;
import dev.plimsoll.model.workload.PodGroup;
import dev.plimsoll.model.workload.PodMaker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The makers of pods whose next pod would be refused now. */
final class Refusals {

  /**
   * One of them.
   *
   * @param group the workload
   * @param maker what tries to create the pods
   * @param attempt the first try that was refused
   * @param refused how many of the missing pods are refused; those before are admitted
   */
  record Refused(PodGroup group, PodMaker maker, Attempt attempt, int refused) {}

  private Refusals() {}

  static List<Refused> of(Scene scene) {
    List<Refused> refused = new ArrayList<>();
    for (PodGroup group : scene.groups()) {
      for (PodMaker maker : group.makers()) {
        Optional<Trial> trial = scene.trialOf(maker);
        trial
            .flatMap(Trial::firstRefused)
            .ifPresent(
                attempt ->
                    refused.add(
                        new Refused(
                            group, maker, attempt, maker.missing() - trial.get().admitted())));
      }
    }
    return refused;
  }
}
