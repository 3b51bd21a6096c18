package dev.plimsoll.cli;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.check.CheckFormat;
import dev.plimsoll.kube.check.CheckReport;
import dev.plimsoll.kube.file.AppliedFields;
import dev.plimsoll.kube.file.ApplyMode;
import dev.plimsoll.kube.report.SnapshotTime;
import dev.plimsoll.kubernetes.admission.policy.UnmodelledAdmission;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.check.FindingLevel;
import dev.plimsoll.model.whatif.Simulation;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plimsoll check}. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Checks manifests before they are merged: what would be denied, what would wait, which gap"
          + " opens, and what gets worse for others."
    },
    footer = {
      "",
      "Exit codes: 0 no finding, 1 findings of --fail-on, 2 bad input, 4 not all is known.",
      "Examples:",
      "  plimsoll check examples/ci/manifests --snapshot examples/gpu-tenants.json",
      "  kubectl kustomize overlays/prod | plimsoll check -",
      "  plimsoll check deploy --base main/deploy --snapshot cluster.json.gz -o sarif"
    })
final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions cluster;

  @Parameters(
      arity = "0..*",
      paramLabel = "DIR",
      description = "Folders or files with manifests; - for stdin.")
  private List<Path> paths = new ArrayList<>();

  @Option(
      names = {"-f", "--filename"},
      paramLabel = "FILE",
      description = "A file or folder with manifests; - for stdin. Can be repeated.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--base",
      paramLabel = "DIR",
      description = {
        "The manifests before the change. Then only what the change makes worse or better is"
            + " reported. Objects that are only in the base leave the cluster."
      })
  private List<Path> base = new ArrayList<>();

  @Option(
      names = "--server-side",
      description = {
        "The manifests are applied server-side. Without this option, each stored object shows how"
            + " it was applied last."
      })
  private boolean serverSide;

  @Option(
      names = "--field-manager",
      paramLabel = "NAME",
      description = {
        "The field manager of server-side apply. Without this option, it is the manager that"
            + " applied the object last, or kubectl."
      })
  private @Nullable String manager;

  @Option(
      names = "--force-conflicts",
      description = "The manifests win over fields that other managers own.")
  private boolean forceConflicts;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text, json, sarif, junit, github, gitlab or markdown (default: text).")
  private CheckFormat format;

  @Option(
      names = "--fail-on",
      paramLabel = "LEVEL",
      defaultValue = "warning",
      description = {
        "The least level of a finding that ends with exit code 1: error, warning, note or never"
            + " (default: warning). A denial is an error; waiting pods and harm to others are"
            + " warnings."
      })
  private String failOn;

  @Option(
      names = "--allow-unknown",
      description = "End with 0 instead of 4 if something isn't known.")
  private boolean allowUnknown;

  @Option(
      names = "--max-age",
      paramLabel = "DURATION",
      description = "The greatest age of the snapshot, such as 12h. An older one is bad input.")
  private @Nullable String maxAge;

  /** Only picocli makes one. */
  CheckCommand() {}

  @Override
  public Integer call() {
    List<Path> all = new ArrayList<>(paths);
    all.addAll(files);
    if (all.isEmpty()) {
      cluster.lastSnapshot().ifPresent(all::add);
    }
    if (all.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "expected a folder or file with manifests, or - for stdin");
    }
    Optional<FindingLevel> least = least();
    Optional<Duration> oldest =
        Optional.ofNullable(maxAge).map(a -> DurationOption.parse("--max-age", a));
    String namespace = cluster.namespaceOfNames().orElse("default");
    CheckInput head = CheckInput.read(all, namespace);
    Optional<CheckInput> before =
        base.isEmpty() ? Optional.empty() : Optional.of(CheckInput.read(base, namespace));
    head.onlyNamespace().ifPresent(cluster::readNamespace);
    Simulation simulation = cluster.read();
    oldest.ifPresent(o -> requireYoung(simulation.cluster().asOf(), o));
    Cluster read = simulation.cluster();
    if (manager != null && manager.isBlank()) {
      throw new ParameterException(spec.commandLine(), "--field-manager: expected a name");
    }
    ApplyMode mode = new ApplyMode(serverSide, Optional.ofNullable(manager), forceConflicts);
    CheckInput patching = head.patching(read, cluster::fields, mode, before);
    CheckReport report =
        patching.report(
            simulation,
            before.map(b -> b.patching(read, cluster::fields, mode, before)),
            cluster.holdsWith(head.policies()));
    patching.notes().forEach(this::note);
    AppliedFields.notKnown(patching.objects(), read).forEach(this::note);
    UnmodelledAdmission.unlisted(simulation.cluster()).ifPresent(this::note);
    simulation.cluster().limits().forEach(l -> note("the snapshot was written for check: " + l));
    PrintWriter out = spec.commandLine().getOut();
    out.print(format.write(report));
    out.flush();
    return exitCode(report, least);
  }

  private Optional<FindingLevel> least() {
    return switch (failOn) {
      case "error" -> Optional.of(FindingLevel.error);
      case "warning" -> Optional.of(FindingLevel.warning);
      case "note" -> Optional.of(FindingLevel.note);
      case "never" -> Optional.empty();
      default ->
          throw new ParameterException(
              spec.commandLine(),
              "invalid --fail-on \"" + failOn + "\": expected error, warning, note or never");
    };
  }

  private void requireYoung(Instant asOf, Duration oldest) {
    if (!cluster.isLive() && !SnapshotTime.isKnown(asOf)) {
      throw new InputException(
          "the snapshot doesn't say when it was taken, and --max-age allows "
              + text(oldest)
              + "; write a new one with plimsoll snapshot --for-check");
    }
    Duration age = Duration.between(asOf, Instant.now());
    if (!cluster.isLive() && age.compareTo(oldest) > 0) {
      throw new InputException(
          "the snapshot is "
              + text(age)
              + " old (as of "
              + asOf
              + "), and --max-age allows "
              + text(oldest)
              + "; write a new one with plimsoll snapshot --for-check");
    }
  }

  private static String text(Duration duration) {
    long hours = duration.toHours();
    return hours >= 48
        ? duration.toDays() + " days"
        : hours > 0 ? hours + " h" : duration.toMinutes() + " min";
  }

  private void note(String note) {
    spec.commandLine().getErr().println("note: " + note);
  }

  private int exitCode(CheckReport report, Optional<FindingLevel> least) {
    boolean found =
        least
            .filter(
                l -> report.findings().stream().anyMatch(f -> f.isKnown() && f.level().reaches(l)))
            .isPresent();
    if (found) {
      return ExitCode.WRONG;
    }
    return report.isKnown() || allowUnknown ? ExitCode.OK : ExitCode.UNKNOWN;
  }
}
