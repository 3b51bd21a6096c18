package dev.plimsoll.cli;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.file.ClusterFiles;
import dev.plimsoll.model.admission.AdmissionChain;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Namespace;
import dev.plimsoll.model.placement.plugin.DefaultPlugins;
import dev.plimsoll.model.whatif.World;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which cluster a command looks at, and which part of it. */
final class ClusterOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--snapshot",
      paramLabel = "PATH",
      arity = "1..*",
      description = {
        "Files or folders to read the cluster from instead of asking it: what kubectl get -A -o"
            + " json|yaml printed, kubectl cluster-info dump, an OpenShift must-gather, a file that"
            + " plimsoll snapshot wrote. Gzip is fine."
      })
  private List<Path> snapshots = new ArrayList<>();

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NS",
      description = "The namespace to look at.")
  private @Nullable String namespace;

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "Look at all namespaces.")
  private boolean allNamespaces;

  /** Only picocli makes one. */
  ClusterOptions() {}

  /** Returns the namespace that was asked for; empty if none was, or all were. */
  Optional<String> namespace() {
    if (allNamespaces && namespace != null) {
      throw new ParameterException(spec.commandLine(), "give either --namespace or -A, not both");
    }
    return Optional.ofNullable(namespace);
  }

  /** Reads the cluster, and says on stderr what is missing in the picture. */
  World read() {
    Cluster cluster;
    try (Progress progress = Progress.on(spec)) {
      cluster = ClusterFiles.read(snapshots, progress);
    }
    cluster.omissions().forEach(o -> spec.commandLine().getErr().println("note: " + o));
    namespace().ifPresent(n -> requireNamespace(cluster, n));
    return World.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
  }

  private static void requireNamespace(Cluster cluster, String name) {
    if (!cluster.namespaces().contains(name) && cluster.find(Namespace.class, "", name).isEmpty()) {
      throw new InputException(
          "there is no namespace \""
              + name
              + "\" in this cluster"
              + Names.closest(name, cluster.namespaces())
              + ".");
    }
  }
}
