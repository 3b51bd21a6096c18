package dev.plimsoll.cli;

import dev.plimsoll.model.version.KubernetesVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar, and the commit that it or the launcher knows. */
final class VersionProvider implements IVersionProvider {

  /** Only picocli makes one. */
  VersionProvider() {}

  @Override
  public String[] getVersion() {
    Properties built = built();
    String commit = System.getProperty("plimsoll.commit", built.getProperty("commit", ""));
    String date = System.getProperty("plimsoll.date", built.getProperty("date", ""));
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

  private static Properties built() {
    Properties properties = new Properties();
    try (InputStream file = VersionProvider.class.getResourceAsStream("build.properties")) {
      if (file != null) {
        properties.load(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties;
  }
}
