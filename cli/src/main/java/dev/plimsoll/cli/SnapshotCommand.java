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
import dev.plimsoll.model.quantity.Counted;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plimsoll snapshot}. */
@Command(
    name = "snapshot",
    mixinStandardHelpOptions = true,
    description = {
      "Writes a live cluster into one file that every command reads with --snapshot; compressed if"
          + " its name ends with .gz."
    },
    footer = {
      "",
      "Example: plimsoll snapshot --redact cluster.json.gz",
      "The file says what was read, so that an empty kind is not taken for one that wasn't; what"
          + " kubectl writes doesn't."
    })
final class SnapshotCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @ArgGroup(multiplicity = "1")
  private Output output;

  @Option(
      names = "--redact",
      description = {
        "Remove environment values, annotations, images, commands and whatever else the answers"
            + " do not need, so that the file can be shared."
      })
  private boolean redact;

  @Option(names = "--force", description = "Replace the file if it exists.")
  private boolean force;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NS",
      description =
          "Only this namespace. Without it all; if you may not list all, that of the context.")
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
            "Print the kubectl command that reads the same kinds without Plimsoll, of this cluster"
                + " if it can be reached.")
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
    Path file = output.file;
    PrintWriter err = spec.commandLine().getErr();
    try (Progress progress = Progress.on(spec)) {
      SnapshotWriter writer =
          new SnapshotWriter(
              access, scope(access), redact ? Redaction.CONFIDENTIAL : Redaction.NONE, progress);
      SnapshotWriter.Written written = writer.write(file, force);
      written.omissions().forEach(o -> err.println("note: " + o));
      Plimsoll.out(spec)
          .println("Wrote " + Counted.of(written.objects(), "object") + " to " + file + ".");
    }
    return ExitCode.OK;
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
              "note: this is the command for any cluster, without kinds that only some have; what"
                  + " this one has is not known: "
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
