package dev.plimsoll.cli;

import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The {@code plimsoll} command. */
@Command(
    name = "plimsoll",
    mixinStandardHelpOptions = true,
    versionProvider = Plimsoll.Version.class,
    description = "Says what may run on a cluster, what can run, and why the two differ.")
public final class Plimsoll implements Runnable {
  private Plimsoll() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new Plimsoll()).execute(args));
  }

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }

  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      var version = Optional.ofNullable(Plimsoll.class.getPackage().getImplementationVersion());
      return new String[] {"plimsoll " + version.orElse("(unpackaged)")};
    }
  }
}
