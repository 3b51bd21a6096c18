package dev.plimsoll.cli;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.LiveCluster;
import dev.plimsoll.kube.live.NamespaceScope;
import dev.plimsoll.kube.live.Redaction;
import dev.plimsoll.kube.live.ServedKinds;
import dev.plimsoll.kube.live.SnapshotWriter;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.resource.Omissions;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.quantity.Counted;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plimsoll snapshot}. */
@Command(
    name = "snapshot",
    mixinStandardHelpOptions = true,
    description = {
      "Writes a live cluster into one file for --snapshot. A name that ends with .gz"
          + " compresses it."
    },
    footer = {
      "",
      "Example: plimsoll snapshot --redact cluster.json.gz",
      "The file records which kinds were read. Output of kubectl doesn't: it can't tell an"
          + " empty kind from an unread kind."
    })
final class SnapshotCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @ArgGroup(multiplicity = "1")
  private Output output;

  @Option(
      names = "--redact",
      description = {
        "Make the file fit to share: remove environment values, annotations, images, commands"
            + " and everything else that answers do not need."
      })
  private boolean redact;

  @Option(
      names = "--for-check",
      description = {
        "Write the least that plimsoll check needs, compressed: the namespaces of --own redacted,"
            + " and of all others only amounts under made-up names."
      })
  private boolean forCheck;

  @Option(
      names = "--own",
      paramLabel = "NS",
      split = ",",
      description =
          "With --for-check: the namespaces of the manifests, also such as don't exist yet"
              + " (default: the context's).")
  private List<String> own = new ArrayList<>();

  @Mixin private UsageOptions usage;

  @Option(names = "--force", description = "Replace the file if it exists.")
  private boolean force;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NS",
      description =
          "Read only this namespace (default: all namespaces; if you may not list them, the"
              + " context's).")
  private @Nullable String namespace;

  @Option(names = "--kubeconfig", paramLabel = "FILE", description = "The kubeconfig to use.")
  private @Nullable Path kubeconfig;

  @Option(names = "--context", paramLabel = "NAME", description = "The context to use.")
  private @Nullable String context;

  /** Where to: a file, or a command that someone else runs. */
  private static final class Output {
    @Parameters(paramLabel = "FILE", arity = "0..1", description = "The file to write.")
    private @Nullable Path file;

    @Option(
        names = "--print-command",
        description =
            "Print the kubectl command that reads the same kinds of this cluster. If the"
                + " cluster is unreachable, print it for any cluster.")
    private boolean command;
  }

  /** Only picocli makes one. */
  SnapshotCommand() {}

  private NamespaceScope scope(ClusterAccess access) {
    return namespace == null
        ? NamespaceScope.allOr(LiveCluster.currentNamespace(access))
        : NamespaceScope.only(namespace);
  }

  @Override
  public Integer call() {
    ClusterAccess access =
        new ClusterAccess(Optional.ofNullable(kubeconfig), Optional.ofNullable(context));
    if (output.command || output.file == null) {
      printCommand(access);
      return ExitCode.OK;
    }
    if (!own.isEmpty() && !forCheck) {
      throw new ParameterException(spec.commandLine(), "--own requires --for-check");
    }
    if (forCheck && namespace != null) {
      throw new ParameterException(
          spec.commandLine(), "--for-check reads all namespaces: use --own instead of -n");
    }
    if (forCheck && usage.isAsked()) {
      throw new ParameterException(
          spec.commandLine(), "--for-check cannot be combined with --prometheus");
    }
    Path file = output.file;
    PrintWriter err = spec.commandLine().getErr();
    try (Progress progress = Progress.on(spec)) {
      SnapshotWriter writer =
          new SnapshotWriter(
              access,
              scope(access),
              redact ? Redaction.CONFIDENTIAL : Redaction.NONE,
              checked(access),
              usage.read(Instant.now()),
              progress);
      SnapshotWriter.Written written = writer.write(file, force);
      written.omissions().forEach(o -> err.println("note: " + o));
      written.limits().forEach(l -> err.println("note: " + l));
      Plimsoll.out(spec)
          .println("Wrote " + Counted.of(written.objects(), "object") + " to " + file + ".");
    }
    return ExitCode.OK;
  }

  private Set<String> checked(ClusterAccess access) {
    if (!forCheck) {
      return Set.of();
    }
    return own.isEmpty() ? Set.of(LiveCluster.currentNamespace(access)) : Set.copyOf(own);
  }

  private void printCommand(ClusterAccess access) {
    List<SnapshotResource> resources;
    try {
      resources = ServedKinds.of(access);
    } catch (InputException | UnreachableException e) {
      resources = SnapshotResource.ofEveryCluster();
      spec.commandLine()
          .getErr()
          .println(
              "note: this is the command for any cluster, without kinds that only some"
                  + " clusters serve, because this cluster could not be asked:"
                  + e.getMessage());
    }
    List<String> options = new ArrayList<>();
    if (kubeconfig != null) {
      options.addAll(List.of("--kubeconfig", kubeconfig.toString()));
    }
    if (context != null) {
      options.addAll(List.of("--context", context));
    }
    String command = Omissions.kubectlGet(resources, Optional.ofNullable(namespace), options);
    Plimsoll.out(spec).println(command + " > cluster.json");
  }
}
