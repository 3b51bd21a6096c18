package dev.plimsoll.cli;

import com.google.gson.JsonElement;
import dev.plimsoll.cli.output.TerminalPrinter;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a command found out.
 *
 * @param json the answer for machines
 * @param text prints the answer for people
 * @param foundProblem whether something is wrong, for {@code --exit-code}
 */
record CommandResult(
    Supplier<JsonElement> json, Consumer<TerminalPrinter> text, boolean foundProblem) {}
