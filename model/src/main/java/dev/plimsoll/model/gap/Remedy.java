package dev.plimsoll.model.gap;

import dev.plimsoll.model.patch.KubectlCommand;
import dev.plimsoll.model.whatif.Change;
import java.util.List;

/**
 * A change that was tried in a simulation.
 *
 * @param action what to do, in one sentence
 * @param who whose rights it takes, each once
 * @param costs what it costs others, a sentence each; empty where nothing is known
 * @param changes what was tried
 * @param commands what does just that to the cluster, in this order; empty where no command can
 * @param whatif the options of {@code plimsoll whatif} that try it, empty where there are none
 * @param parts how many changes it combines, none of which helps alone; 1 for a single change
 * @param helps whether the pods run afterwards
 * @param result what happens then: how many are admitted, where they are placed
 */
public record Remedy(
    String action,
    List<Actor> who,
    List<String> costs,
    List<Change> changes,
    List<KubectlCommand> commands,
    List<String> whatif,
    int parts,
    boolean helps,
    String result) {

  /** Makes the lists unmodifiable. */
  public Remedy {
    who = List.copyOf(who);
    costs = List.copyOf(costs);
    changes = List.copyOf(changes);
    commands = List.copyOf(commands);
    whatif = List.copyOf(whatif);
  }
}
