package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.model.patch.KubectlCommand;
import dev.plimsoll.model.whatif.Change;
import java.util.List;
import java.util.Optional;

/**
 * A change that was tried in a simulation.
 *
 * @param action what to do, in one sentence
 * @param who whose rights it takes, each once
 * @param costs what it costs others, a sentence each; empty where nothing is known
 * @param notes what may undo the changes later, a sentence each
 * @param changes what was tried
 * @param commands what does just that to the cluster, in this order; empty where no command can
 * @param whatif the options of {@code plimsoll whatif} that try it, empty where there are none
 * @param parts how many changes it combines, none of which helps alone; 1 for a single change
 * @param steps how far each of several changes gets after those before; empty for a single change
 * @param helps whether the pods run afterwards
 * @param result what happens then: how many are admitted, where they are placed
 * @param foretold whose pods it was tried on, and what became of them; absent where none were
 * @param stops the workload that it deletes, suspends or scales down, if it does that to one
 */
public record Remedy(
    String action,
    List<Actor> who,
    List<String> costs,
    List<String> notes,
    List<Change> changes,
    List<KubectlCommand> commands,
    List<String> whatif,
    int parts,
    List<Step> steps,
    boolean helps,
    String result,
    Optional<Foretold> foretold,
    Optional<ObjectReference> stops) {

  public Remedy {
    who = List.copyOf(who);
    costs = List.copyOf(costs);
    notes = List.copyOf(notes);
    changes = List.copyOf(changes);
    commands = List.copyOf(commands);
    whatif = List.copyOf(whatif);
    steps = List.copyOf(steps);
  }

  /**
   * One of several changes.
   *
   * @param action what to do
   * @param admitted how many pods are admitted after this and the changes before
   * @param placed how many of them get a node
   */
  public record Step(String action, int admitted, int placed) {}

  /** Returns whether it gets pods further, and more is needed that was not found. */
  public boolean isPartial() {
    return !helps && !steps.isEmpty();
  }

  /**
   * The simulated result of a remedy for pods of a workload.
   *
   * @param workload whose pods they are
   * @param pods how many were tried
   * @param admitted how many of them are admitted, or have been
   * @param placed how many of them get a node
   */
  public record Foretold(ObjectReference workload, int pods, int admitted, int placed) {}

  /** Returns whether it lets a workload go for the sake of others. */
  public boolean givesUp(ObjectReference workload) {
    return stops.filter(workload::equals).isPresent();
  }
}
