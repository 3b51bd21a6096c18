package dev.plimsoll.cli;

import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar, and the commit that the launcher knows. */
final class VersionProvider implements IVersionProvider {

  /** Only picocli makes one. */
  VersionProvider() {}

  @Override
  public String[] getVersion() {
    String commit = System.getProperty("plimsoll.commit", "");
    String date = System.getProperty("plimsoll.date", "");
    String from =
        commit.isEmpty() ? "" : " (commit " + commit + (date.isEmpty() ? "" : ", " + date) + ")";
    return new String[] {nameAndVersion() + from, "by the rules of Kubernetes " + modelled()};
  }

  /** Returns the name and the version alone. */
  static String nameAndVersion() {
    return "plimsoll "
        + Optional.ofNullable(VersionProvider.class.getPackage().getImplementationVersion())
            .orElse("(not packaged)");
  }

  private static String modelled() {
    return KubernetesVersion.MODELLED.stream()
        .map(KubernetesVersion::toString)
        .collect(Collectors.joining(", "));
  }
}
