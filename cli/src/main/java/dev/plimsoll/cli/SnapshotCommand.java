package dev.plimsoll.cli;

import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.LiveCluster;
import dev.plimsoll.kube.live.NamespaceScope;
import dev.plimsoll.kube.live.Redaction;
import dev.plimsoll.kube.live.SnapshotWriter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
    footer = {"", "Example: plimsoll snapshot --redact cluster.json.gz"})
final class SnapshotCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The file to write.")
  private Path file;

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
    PrintWriter err = spec.commandLine().getErr();
    try (Progress progress = Progress.on(spec)) {
      SnapshotWriter writer =
          new SnapshotWriter(
              access, scope(access), redact ? Redaction.CONFIDENTIAL : Redaction.NONE, progress);
      SnapshotWriter.Written written = writer.write(file, force);
      written.omissions().forEach(o -> err.println("note: " + o));
      Plimsoll.out(spec).println("Wrote " + written.objects() + " objects to " + file + ".");
    }
    return ExitCode.OK;
  }
}
