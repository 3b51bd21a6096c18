package dev.plimsoll.cli;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.file.KubeSchedulerConfiguration;
import dev.plimsoll.kubernetes.placement.framework.SchedulerProfiles;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.version.FeatureGate;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that describe the cluster's control plane. */
final class ControlPlaneOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--kubernetes-version",
      paramLabel = "X.Y",
      description = {
        "The version of the control plane, such as 1.33 (default: the API server's, else the"
            + " newest kubelet's)."
      })
  private @Nullable String version;

  @Option(
      names = "--feature-gates",
      paramLabel = "NAME=BOOL,...",
      description = {"The feature gates of the control plane, in the format of its components."})
  private @Nullable String featureGates;

  @Option(
      names = "--scheduler-config",
      paramLabel = "FILE",
      description = {
        "The KubeSchedulerConfiguration of the cluster's kube-scheduler (default:"
            + " kube-scheduler's defaults)."
      })
  private @Nullable Path schedulerConfig;

  /** Only picocli makes one. */
  ControlPlaneOptions() {}

  /**
   * Returns the function that replaces a cluster's own control plane by the user's.
   *
   * @throws ParameterException if an option can't be read, here, or doesn't go with the version of
   *     the cluster, when it is applied
   */
  UnaryOperator<KubernetesControlPlane> change() {
    Optional<KubernetesControlPlane> known =
        Optional.ofNullable(version)
            .map(v -> KubernetesControlPlane.of(parsed(v), KubernetesControlPlane.Origin.OPTION));
    Map<FeatureGate, Boolean> gates = gates();
    return told -> withGates(known.orElse(told), gates);
  }

  /**
   * Returns kube-scheduler's profiles, and prints on stderr what of them isn't modelled.
   *
   * @throws InputException if the configuration can't be read
   */
  SchedulerProfiles schedulers() {
    if (schedulerConfig == null) {
      return SchedulerProfiles.standard(DefaultPlugins.scheduler());
    }
    KubeSchedulerConfiguration configuration = KubeSchedulerConfiguration.read(schedulerConfig);
    for (String each : configuration.notModelled()) {
      spec.commandLine().getErr().println("note: " + schedulerConfig + ": " + each + ".");
    }
    return configuration.profiles();
  }

  /** Returns the options as words of a command. */
  List<String> again() {
    List<String> words = new ArrayList<>();
    if (version != null) {
      words.addAll(List.of("--kubernetes-version", version));
    }
    if (featureGates != null) {
      words.addAll(List.of("--feature-gates", featureGates));
    }
    if (schedulerConfig != null) {
      words.addAll(List.of("--scheduler-config", schedulerConfig.toString()));
    }
    return words;
  }

  private KubernetesVersion parsed(String text) {
    return KubernetesVersion.parse(text)
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "invalid --kubernetes-version \""
                        + text
                        + "\": expected a version such as 1.33"));
  }

  private Map<FeatureGate, Boolean> gates() {
    try {
      return featureGates == null ? Map.of() : FeatureGate.parse(featureGates);
    } catch (IllegalArgumentException e) {
      throw invalid(e);
    }
  }

  private KubernetesControlPlane withGates(
      KubernetesControlPlane controlPlane, Map<FeatureGate, Boolean> gates) {
    try {
      return controlPlane.withFeatureGates(gates);
    } catch (IllegalArgumentException e) {
      throw invalid(e);
    }
  }

  private ParameterException invalid(IllegalArgumentException e) {
    return new ParameterException(
        spec.commandLine(), "invalid --feature-gates: " + e.getMessage(), e);
  }
}
