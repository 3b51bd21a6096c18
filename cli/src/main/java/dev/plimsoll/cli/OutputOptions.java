package dev.plimsoll.cli;

import dev.plimsoll.cli.output.Documents;
import dev.plimsoll.cli.output.Format;
import dev.plimsoll.cli.output.Table;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.model.gap.Unexamined;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How a command prints its answer. */
final class OutputOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description =
          "table, wide, json or yaml (default: table); gaps also takes name. json and yaml"
              + " are stable API.")
  private Format format;

  @Option(names = "--no-headers", description = "Print tables without their header line.")
  private boolean noHeaders;

  @Option(
      names = "--exit-code",
      description = "Exit with 1 if something is wrong: a gap was found, or a pod would not run.")
  private boolean exitCode;

  /** Only picocli makes one. */
  OutputOptions() {}

  Format format() {
    return format;
  }

  boolean wide() {
    return format == Format.wide;
  }

  boolean headers() {
    return !noHeaders;
  }

  TerminalPrinter out() {
    return Plimsoll.out(spec);
  }

  /** Prints the answer in the form that was asked for. */
  void print(CommandResult result) {
    switch (format) {
      case json -> out().print(Documents.json(result.json().get()));
      case yaml -> out().print(Documents.yaml(result.json().get()));
      case name -> names(result).forEach(out()::println);
      case table, wide -> result.text().accept(out());
    }
    out().flush();
  }

  private List<String> names(CommandResult result) {
    return result
        .names()
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "-o name is for plimsoll gaps: expected table, wide, json or yaml"))
        .get();
  }

  /** Prints the table so that it fits the terminal; whole where {@code wide} was asked for. */
  void print(TerminalPrinter out, Table table) {
    out.table(table, headers(), wide());
  }

  /** Returns the exit code, once the answer is printed; defects are reported on stderr. */
  int exitCode(CommandResult result) {
    List<Unexamined> unexamined = result.unexamined().get();
    if (!unexamined.isEmpty()) {
      return ErrorReporter.unexamined(unexamined, spec.commandLine());
    }
    return result.foundProblem() && (exitCode || result.failsOnProblem())
        ? ExitCode.WRONG
        : ExitCode.OK;
  }
}
