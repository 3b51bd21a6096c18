package dev.plimsoll.cli;

import com.google.gson.JsonElement;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.model.gap.Unexamined;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The finding of a command.
 *
 * @param json the answer for machines
 * @param text prints the answer for people
 * @param names the names of objects, where the command can answer by these alone
 * @param foundProblem whether something is wrong, for {@code --exit-code}
 * @param failsOnProblem whether the exit code says so without that option
 * @param unexamined what could not be looked at, once the answer was printed
 */
record CommandResult(
    Supplier<JsonElement> json,
    Consumer<TerminalPrinter> text,
    Optional<Supplier<List<String>>> names,
    boolean foundProblem,
    boolean failsOnProblem,
    Supplier<List<Unexamined>> unexamined) {

  CommandResult(Supplier<JsonElement> json, Consumer<TerminalPrinter> text, boolean foundProblem) {
    this(json, text, Optional.empty(), foundProblem, false, List::of);
  }

  /** Returns the same with what could not be looked at. */
  CommandResult withUnexamined(Supplier<List<Unexamined>> other) {
    return new CommandResult(json, text, names, foundProblem, failsOnProblem, other);
  }
}
