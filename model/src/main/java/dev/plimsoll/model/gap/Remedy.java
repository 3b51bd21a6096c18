package dev.plimsoll.model.gap;

import dev.plimsoll.model.whatif.SimulationRun;
import java.util.List;
import java.util.Optional;

/**
 * A change that was tried in a simulation.
 *
 * @param action what to do, in one sentence
 * @param command the command that does it, absent where one line can't
 * @param patch the YAML that does it, absent where the command is enough
 * @param whatif the options of {@code plimsoll whatif} that try it, empty where there are none
 * @param helps whether the pods run afterwards
 * @param result what happens then: how many are admitted, where they are placed
 */
public record Remedy(
    String action,
    Optional<String> command,
    Optional<String> patch,
    List<String> whatif,
    boolean helps,
    String result) {

  /** Makes the options unmodifiable. */
  public Remedy {
    whatif = List.copyOf(whatif);
  }

  /** Returns a remedy that helps, whatever becomes of pods. */
  public static Remedy of(String action, String result) {
    return new Remedy(action, Optional.empty(), Optional.empty(), List.of(), true, result);
  }

  /** Returns a remedy that helps if all pods of the run are placed. */
  public static Remedy tried(String action, SimulationRun run) {
    return new Remedy(
        action, Optional.empty(), Optional.empty(), List.of(), run.allPlaced(), run.summary());
  }

  /** Returns the remedy with the command that does it. */
  public Remedy withCommand(String line) {
    return new Remedy(action, Optional.of(line), patch, whatif, helps, result);
  }

  /** Returns the remedy with the YAML that does it. */
  public Remedy withPatch(String yaml) {
    return new Remedy(action, command, Optional.of(yaml), whatif, helps, result);
  }

  /** Returns the remedy with the options of {@code plimsoll whatif} that try it. */
  public Remedy withOptions(List<String> options) {
    return new Remedy(action, command, patch, options, helps, result);
  }

  /** Returns the remedy with another account of what happens then. */
  public Remedy withResult(String other) {
    return new Remedy(action, command, patch, whatif, helps, other);
  }
}
