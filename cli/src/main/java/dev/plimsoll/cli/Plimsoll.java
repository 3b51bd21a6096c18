package dev.plimsoll.cli;

import dev.plimsoll.cli.output.TerminalPrinter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The {@code plimsoll} command. */
@Command(
    name = "plimsoll",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    description = {
      "Shows what may run on a shared Kubernetes GPU cluster (quota), what can run (capacity), and"
          + " why the two differ."
    },
    footer = {
      "",
      "Each command reads the cluster of your kubeconfig, or files given with --snapshot.",
      "Start with: plimsoll gaps --snapshot examples/gpu-tenants.json"
    },
    subcommands = {
      ExplainCommand.class,
      WhenCommand.class,
      LifetimesCommand.class,
      GapsCommand.class,
      CapacityCommand.class,
      ReportCommand.class,
      QuotaCommand.class,
      FitCommand.class,
      CheckCommand.class,
      DefragCommand.class,
      WhatifCommand.class,
      AdviseCommand.class,
      BacktestCommand.class,
      SnapshotCommand.class,
      ServeCommand.class,
      DemoCommand.class,
      McpCommand.class,
      ReplayCommand.class,
      ConformCommand.class,
      ProbeCommand.class,
      UninstallCommand.class,
      CompletionCommand.class,
      VersionCommand.class,
      HelpCommand.class
    })
public final class Plimsoll implements Runnable {
  /** The word that the launcher puts before the words from kubectl. */
  private static final String COMPLETE = "__complete";

  @Spec private CommandSpec spec;

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      defaultValue = "auto",
      scope = ScopeType.INHERIT,
      description =
          "Use colours: auto, always or never (default: auto: on terminals if NO_COLOR is not"
              + " set).")
  private Terminal.Color color;

  /** Only picocli makes one. */
  Plimsoll() {}

  @Override
  public void run() {
    FirstSteps.print(out(spec));
  }

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(answer(new FileOutputStream(FileDescriptor.out), args));
  }

  /** Runs the command with its answer going to a stream; returns the exit code of the process. */
  static int answer(OutputStream stream, String... args) {
    StandardOutput out = StandardOutput.install(stream);
    List<String> words = List.of(args);
    if (!words.isEmpty() && words.get(0).equals(COMPLETE)) {
      KubectlCompletion.lines(commandLine(), words.subList(1, words.size()))
          .forEach(System.out::println);
      return out.exitCode(ExitCode.OK);
    }
    return out.exitCode(commandLine().execute(args));
  }

  /** Returns the command, ready to be executed. */
  static CommandLine commandLine() {
    return commandLine(CommandLine.defaultFactory());
  }

  /** Returns the command, with parts of it that a factory makes. */
  static CommandLine commandLine(CommandLine.IFactory factory) {
    return new CommandLine(new Plimsoll(), factory)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setAbbreviatedOptionsAllowed(false)
        .setUsageHelpAutoWidth(true)
        .setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF))
        .setExecutionStrategy(Plimsoll::run)
        .setParameterExceptionHandler(ErrorReporter::usage)
        .setExecutionExceptionHandler(ErrorReporter::execution);
  }

  private static int run(ParseResult parsed) {
    CommandLine root = parsed.commandSpec().commandLine();
    Plimsoll plimsoll = root.getCommand();
    root.setOut(Terminal.printer(root.getOut(), plimsoll.color));
    root.setErr(Terminal.errPrinter(root.getErr()));
    try {
      return new RunLast().execute(parsed);
    } catch (OutOfMemoryError e) {
      return ErrorReporter.outOfMemory(root);
    } finally {
      root.getOut().flush();
    }
  }

  /** Returns where a command prints its answer. */
  static TerminalPrinter out(CommandSpec spec) {
    return (TerminalPrinter) spec.commandLine().getOut();
  }
}
