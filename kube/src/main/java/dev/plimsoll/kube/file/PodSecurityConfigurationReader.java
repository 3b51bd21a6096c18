package dev.plimsoll.kube.file;

import dev.plimsoll.kube.json.Fields;
import dev.plimsoll.kubernetes.admission.podsecurity.PodSecurityConfiguration;
import dev.plimsoll.kubernetes.admission.podsecurity.PodSecurityLevel;
import dev.plimsoll.kubernetes.admission.podsecurity.PodSecurityPolicy;
import java.util.Arrays;
import java.util.HashSet;
import java.util.stream.Collectors;

/** Reads how the plug-in PodSecurity is configured, as far as it denies pods. */
final class PodSecurityConfigurationReader {
  private static final String LEVEL = "enforce";
  private static final String VERSION = "enforce-version";

  private PodSecurityConfigurationReader() {}

  /**
   * Reads a {@code PodSecurityConfiguration}.
   *
   * @throws dev.plimsoll.kube.json.DecodeException if a field doesn't hold what it should
   */
  static PodSecurityConfiguration read(Fields document) {
    Fields exemptions = document.object("exemptions");
    return new PodSecurityConfiguration(
        enforced(document.object("defaults")),
        new HashSet<>(exemptions.strings("namespaces")),
        new HashSet<>(exemptions.strings("runtimeClasses")),
        !exemptions.strings("usernames").isEmpty());
  }

  private static PodSecurityPolicy enforced(Fields defaults) {
    String level = given(defaults, LEVEL, PodSecurityLevel.PRIVILEGED.toString());
    String version = given(defaults, VERSION, "latest");
    return PodSecurityPolicy.of(
            PodSecurityLevel.find(level)
                .orElseThrow(
                    () ->
                        defaults.error(
                            LEVEL, "is \"" + level + "\", and should be one of " + levels())),
            version)
        .orElseThrow(
            () ->
                defaults.error(
                    VERSION,
                    "is \"" + version + "\", and should be latest or a version such as v1.30"));
  }

  private static String given(Fields defaults, String name, String absent) {
    String text = defaults.string(name);
    return text.isEmpty() ? absent : text;
  }

  private static String levels() {
    return Arrays.stream(PodSecurityLevel.values())
        .map(PodSecurityLevel::toString)
        .collect(Collectors.joining(", "));
  }
}
