package dev.plimsoll.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
final class VersionProvider implements IVersionProvider {

  /** Only picocli makes one. */
  VersionProvider() {}

  @Override
  public String[] getVersion() {
    String version =
        Optional.ofNullable(VersionProvider.class.getPackage().getImplementationVersion())
            .orElse("(not packaged)");
    return new String[] {"plimsoll " + version};
  }
}
