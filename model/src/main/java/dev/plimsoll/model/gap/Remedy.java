package dev.plimsoll.model.gap;

import java.util.List;
import java.util.Optional;

/**
 * A change that was tried on the model.
 *
 * @param action what to do, in one sentence
 * @param command the command that does it, absent where it can't be said in one
 * @param patch the YAML that does it, absent where the command says it all
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
}
