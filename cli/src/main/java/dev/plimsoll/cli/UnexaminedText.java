package dev.plimsoll.cli;

import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.model.gap.Unexamined;
import java.util.List;

/** Prints for people what could not be looked at since a rule failed on it. */
final class UnexaminedText {
  private UnexaminedText() {}

  static void print(TerminalPrinter out, List<Unexamined> unexamined) {
    if (!unexamined.isEmpty()) {
      out.println();
      out.println("Not examined, because of a defect in Plimsoll:");
      unexamined.forEach(u -> out.println("  " + u.message()));
    }
  }
}
