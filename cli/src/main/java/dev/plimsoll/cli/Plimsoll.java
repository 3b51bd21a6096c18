package dev.plimsoll.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
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
      GapsCommand.class,
      CapacityCommand.class,
      QuotaCommand.class,
      FitCommand.class,
      WhatifCommand.class,
      AdviseCommand.class,
      BacktestCommand.class,
      SnapshotCommand.class,
      ServeCommand.class,
      DemoCommand.class,
      HelpCommand.class
    })
public final class Plimsoll implements Runnable {
  @Spec private CommandSpec spec;

  /** Only picocli makes one. */
  Plimsoll() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "missing command");
  }

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** Returns the command, ready to be executed. */
  static CommandLine commandLine() {
    return new CommandLine(new Plimsoll())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setAbbreviatedOptionsAllowed(false)
        .setUsageHelpAutoWidth(true)
        .setParameterExceptionHandler(ErrorReporter::usage)
        .setExecutionExceptionHandler(ErrorReporter::execution);
  }

  static PrintWriter out(CommandSpec spec) {
    return spec.commandLine().getOut();
  }
}
