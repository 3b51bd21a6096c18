package dev.plimsoll.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code plimsoll version}, which says what {@code --version} says. */
@Command(
    name = "version",
    mixinStandardHelpOptions = true,
    description = {"Shows the version, and the versions of Kubernetes that it models."})
final class VersionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  /** Only picocli makes one. */
  VersionCommand() {}

  @Override
  public Integer call() {
    List.of(new VersionProvider().getVersion()).forEach(Plimsoll.out(spec)::println);
    return ExitCode.OK;
  }
}
