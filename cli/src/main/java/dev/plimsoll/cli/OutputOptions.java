package dev.plimsoll.cli;

import com.google.gson.JsonElement;
import dev.plimsoll.cli.output.Documents;
import dev.plimsoll.cli.output.Format;
import dev.plimsoll.cli.output.Table;
import dev.plimsoll.cli.output.TerminalPrinter;
import java.util.function.Consumer;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How a command prints its answer. */
final class OutputOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table, wide, json or yaml (default: table). json and yaml are stable API.")
  private Format format;

  @Option(names = "--no-headers", description = "Print tables without their header line.")
  private boolean noHeaders;

  @Option(
      names = "--exit-code",
      description = "Exit with 1 where something is wrong: gaps were found, a pod wouldn't run.")
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

  /** Prints the tree where a machine-readable form was asked for, else what a person reads. */
  void print(Supplier<JsonElement> tree, Consumer<TerminalPrinter> text) {
    switch (format) {
      case json -> out().print(Documents.json(tree.get()));
      case yaml -> out().print(Documents.yaml(tree.get()));
      case table, wide -> text.accept(out());
    }
    out().flush();
  }

  /** Prints the table so that it fits the terminal; whole where {@code wide} was asked for. */
  void print(TerminalPrinter out, Table table) {
    if (wide()) {
      table.printWhole(out, headers());
    } else {
      table.print(out, headers());
    }
  }

  int exitCode(boolean wrong) {
    return wrong && exitCode ? ExitCode.WRONG : ExitCode.OK;
  }
}
