package dev.plimsoll.cli;

import com.google.gson.JsonObject;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.extender.journal.JournalEntry;
import dev.plimsoll.extender.journal.JournalJson;
import dev.plimsoll.extender.journal.JournalReplay;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plimsoll replay}. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    description = {
      "Decides a journal of the service again (journal.file in serve.yaml), with this"
          + " version's rules and the recorded amounts. Shows the first decision that differs,"
          + " and why others can't be decided again."
    },
    footer = {"", "Exit code 1: a decision differs. docs/operations.md explains more."})
final class ReplayCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "JOURNAL",
      arity = "1..*",
      description = "The journal's files, the oldest first.")
  private List<Path> files;

  /** Only picocli makes one. */
  ReplayCommand() {}

  @Override
  public Integer call() {
    JournalReplay.Result result = JournalReplay.of(files);
    TerminalPrinter out = Plimsoll.out(spec);
    out.println(
        "%d of %d decisions were decided again: %s."
            .formatted(
                result.replayed(),
                result.decisions(),
                result.differences() == 0
                    ? "all as before"
                    : result.differences() + " would be different"));
    if (!result.skipped().isEmpty()) {
      out.println("Not decided again:");
      result.skipped().forEach((why, count) -> out.println("  %d  %s".formatted(count, why)));
    }
    if (result.unreadable() > 0) {
      spec.commandLine()
          .getErr()
          .println(
              "note: lines that are cut off or malformed were skipped: " + result.unreadable());
    }
    result.first().ifPresent(difference -> print(out, difference));
    return result.differences() == 0 ? ExitCode.OK : ExitCode.WRONG;
  }

  private static void print(TerminalPrinter out, JournalReplay.Difference difference) {
    JournalEntry entry = difference.entry();
    out.println();
    out.println(
        "The first is %s, line %d: %s of pod %s/%s at %s."
            .formatted(
                difference.file(),
                difference.line(),
                entry.verb(),
                entry.decided().namespace(),
                entry.decided().pod(),
                entry.time()));
    out.println("  recorded  " + difference.recorded());
    out.println("  now       " + difference.now());
    JsonObject json = JournalJson.write(entry);
    out.println("  by        " + json.get("checks"));
    if (json.has("grounds")) {
      out.println("            " + json.get("grounds"));
    }
  }
}
