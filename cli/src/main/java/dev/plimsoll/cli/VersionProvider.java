package dev.plimsoll.cli;

import dev.plimsoll.model.version.KubernetesVersion;
import java.util.Optional;
import java.util.stream.Collectors;
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
    return new String[] {"plimsoll " + version, "by the rules of Kubernetes " + modelled()};
  }

  private static String modelled() {
    return KubernetesVersion.MODELLED.stream()
        .map(KubernetesVersion::toString)
        .collect(Collectors.joining(", "));
  }
}
