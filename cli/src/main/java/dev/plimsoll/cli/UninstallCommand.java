package dev.plimsoll.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code plimsoll uninstall}. */
@Command(
    name = "uninstall",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "ROLE",
    description = {
      "Removes a role and all its objects from the cluster. Only the role admission needs"
          + " this; kubectl delete or helm uninstall removes other roles."
    },
    subcommands = UninstallAdmissionCommand.class)
final class UninstallCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Only picocli makes one. */
  UninstallCommand() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "missing role: plimsoll uninstall admission");
  }
}
