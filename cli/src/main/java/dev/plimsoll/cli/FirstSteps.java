package dev.plimsoll.cli;

import dev.plimsoll.cli.output.Style;
import dev.plimsoll.cli.output.TerminalPrinter;
import java.util.List;

/** The text that {@code plimsoll} alone prints: first steps. */
final class FirstSteps {
  /** A command, and what it answers. */
  private record Step(String command, String answer) {}

  private static final List<Step> STEPS =
      List.of(
          new Step("plimsoll gaps", "who waits, and what stands idle"),
          new Step(
              "plimsoll explain KIND/NAME -n NS", "why its pods don't run, and what would help"),
          new Step("plimsoll capacity", "what is free on the nodes"),
          new Step("plimsoll fit -f FILE", "how many more copies of a pod would run"),
          new Step("plimsoll demo", "the page in a browser, on an example"));

  private FirstSteps() {}

  static void print(TerminalPrinter out) {
    out.println(Style.STRONG.of("What to do first"));
    out.println();
    int width = STEPS.stream().mapToInt(s -> s.command().length()).max().orElse(0);
    STEPS.forEach(s -> out.println(("  %-" + width + "s  %s").formatted(s.command(), s.answer())));
    out.println();
    out.println("Each reads the cluster of your kubeconfig, and changes nothing.");
    out.println("To try it without a cluster: --snapshot examples/gpu-tenants.json");
    out.println("All commands: plimsoll help");
  }
}
