package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.PlacedCount;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The simulated result of creating the pods that an owner lacks.
 *
 * @param admitted how many are admitted
 * @param firstAdmitted the first of them, as stored
 * @param firstDenied the first that is denied
 * @param unplaced those that are surely admitted and find no node
 * @param taken what those that are placed take of each node, by its name; not known where all are
 * @param unread what admission rests on and the snapshot doesn't have; of pods that are created one
 *     after the other, so does whether the one before is placed
 */
public record CreatedPods(
    int admitted,
    Optional<Pod> firstAdmitted,
    Optional<Attempt> firstDenied,
    List<Attempt> unplaced,
    Map<String, Resources> taken,
    Unread unread) {

  public CreatedPods {
    unplaced = List.copyOf(unplaced);
    taken = Map.copyOf(taken);
  }

  static CreatedPods of(Simulation simulation, PodTemplateOwner owner) {
    return ifAllAdmittedArePlaced(simulation, owner)
        .orElseGet(
            () -> {
              SimulationRun run = SimulationRun.create(simulation, owner);
              return of(run).alsoUnread(unreadForNext(owner, run));
            });
  }

  /**
   * Returns the unread objects that the last tried pod depends on, if its owner creates the next
   * pod only after it.
   */
  private static Unread unreadForNext(PodTemplateOwner owner, SimulationRun run) {
    return owner.isOrdered() && run.attempts().size() < owner.tried()
        ? run.attempts().stream()
            .reduce((one, next) -> next)
            .map(Attempt::unread)
            .orElse(Unread.NOTHING)
        : Unread.NOTHING;
  }

  private CreatedPods alsoUnread(Unread more) {
    return new CreatedPods(admitted, firstAdmitted, firstDenied, unplaced, taken, unread.and(more));
  }

  /**
   * Returns it without looking where each pod goes, if nodes have capacity for all of them: then it
   * doesn't matter.
   */
  private static Optional<CreatedPods> ifAllAdmittedArePlaced(
      Simulation simulation, PodTemplateOwner owner) {
    if (owner.isOrdered()) {
      return Optional.empty();
    }
    SimulationRun run = SimulationRun.admit(simulation, owner.missingPods());
    List<Pod> admitted =
        run.attempts().stream().filter(Attempt::isAdmitted).map(Attempt::pod).toList();
    boolean isLikely =
        run.unread().isEmpty()
            && admitted.stream()
                .allMatch(
                    p -> p.spec().volumes().isEmpty() && !p.isBound() && simulation.isScheduled(p));
    return isLikely && PlacedCount.ofAdmitted(simulation, admitted).orElse(-1) == admitted.size()
        ? Optional.of(of(run, List.of()))
        : Optional.empty();
  }

  static CreatedPods of(SimulationRun run) {
    return of(
        run,
        run.attempts().stream()
            .filter(CreatedPods::isSurelyAdmitted)
            .filter(a -> !a.isPlaced())
            .toList());
  }

  private static CreatedPods of(SimulationRun run, List<Attempt> unplaced) {
    return new CreatedPods(
        run.admitted(),
        run.attempts().stream().filter(Attempt::isAdmitted).map(Attempt::pod).findFirst(),
        run.firstDenied(),
        unplaced,
        unplaced.isEmpty() ? Map.of() : taken(run),
        run.attempts().stream()
            .flatMap(a -> a.admission().stream())
            .map(AdmissionReport::unread)
            .distinct()
            .reduce(Unread.NOTHING, Unread::and));
  }

  private static Map<String, Resources> taken(SimulationRun run) {
    Map<String, Resources> taken = new HashMap<>();
    run.attempts().stream()
        .filter(Attempt::isPlaced)
        .forEach(a -> taken.merge(a.node(), NodeCapacity.requests(a.pod()), Resources::add));
    return taken;
  }

  private static boolean isSurelyAdmitted(Attempt attempt) {
    return attempt.isAdmitted() && attempt.admission().map(AdmissionReport::isKnown).orElse(true);
  }
}
