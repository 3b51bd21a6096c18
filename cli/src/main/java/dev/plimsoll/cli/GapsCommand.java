package dev.plimsoll.cli;

import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.report.GapsReport;
import dev.plimsoll.kube.report.RecordedGaps;
import dev.plimsoll.kube.report.RecordedGaps.RecordedGap;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.gap.RemediedGaps;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code plimsoll gaps}. */
@Command(
    name = "gaps",
    mixinStandardHelpOptions = true,
    description = {
      "Lists every gap between quota and capacity, the costliest first, with the pods and"
          + " GPUs that it blocks."
    },
    footer = {
      "",
      "PODS: how many pods the gap stops, denied or pending. GPU-HOURS: so far, and per"
          + " further day; other extended resources are named. SINCE: from timestamps in the"
          + " cluster.",
      "-o wide adds severity, id and the first remedy that helps. -o json has the evidence"
          + " and all remedies. docs/gaps.md explains each kind.",
      "Examples:",
      "  plimsoll gaps --snapshot examples/gpu-tenants.json -n vision",
      "  plimsoll gaps -o json > gaps.json; plimsoll gaps --since gaps.json",
      "  plimsoll gaps --prometheus http://prometheus:9090 --kind IdleAllocated",
      "  plimsoll gaps --baseline gaps.json --min-severity warning"
    })
final class GapsCommand extends ClusterCommand {

  /** With header, summary and an empty line, a screen of 40 lines. */
  private static final String ROWS = "36";

  @Spec private CommandSpec spec;
  @Mixin private GapSelection selection;
  @Mixin private GapComparison comparison;
  @Mixin private UsageOptions usage;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = ROWS,
      description =
          "Print N rows at most (default: " + ROWS + "), with similar gaps in one row; 0 for all.")
  private int limit;

  @Option(
      names = "--watch",
      description =
          "Keep the screen current: print again after each change of the cluster or the"
              + " files, and of a cluster also twice a minute, until Ctrl-C.")
  private boolean watch;

  /** Only picocli makes one. */
  GapsCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    if (!watch) {
      return super.call();
    }
    if (isWhatif()) {
      throw new ParameterException(
          spec.commandLine(), "--watch cannot be combined with whatif, which compares once");
    }
    if (cluster.isLive()) {
      Function<Cluster, Simulation> model = cluster.model();
      WatchLoop.ofCluster(
          cluster.access(),
          (read, problems) -> {
            redraw(usage.measured(() -> model.apply(read)));
            problems.stream().findFirst().ifPresent(this::outdated);
          });
    } else {
      WatchLoop.ofFiles(cluster.snapshots(), this::redraw);
    }
    return ExitCode.OK;
  }

  /** Reads files again; of what is just being written, the next state is drawn. */
  private void redraw() {
    try {
      redraw(read());
    } catch (InputException e) {
      spec.commandLine().getErr().println("note: " + e.getMessage());
    }
  }

  private void outdated(String problem) {
    spec.commandLine()
        .getErr()
        .println("note: this is the last state that was read; " + problem + " (will retry)");
  }

  private void redraw(Simulation simulation) {
    CommandResult result = answer(simulation);
    output.out().clear();
    output.print(result);
  }

  @Override
  Simulation read() {
    return usage.measured(super::read);
  }

  @Override
  CommandResult answer(Simulation simulation) {
    if (limit < 0) {
      throw new ParameterException(
          spec.commandLine(), "invalid --limit " + limit + ": must be 0 or more");
    }
    String selected = selection.text(cluster.namespace());
    Optional<RecordedGaps> since = comparison.since(selected);
    Optional<RecordedGaps> baseline = comparison.baseline(selected);
    PodHolds holds = cluster.holds(simulation.cluster());
    GapSurvey all =
        selection.of(
            cluster
                .namespace()
                .map(n -> GapFinder.survey(simulation, n, holds))
                .orElseGet(() -> GapFinder.survey(simulation, holds)),
            simulation.cluster());
    Optional<GapChanges> changes = since.map(s -> GapChanges.of(s, all));
    List<Finding> findings = baseline.map(b -> missingIn(b, all.findings())).orElse(all.findings());
    GapSurvey survey = all.withFindings(findings);
    return new CommandResult(
        () ->
            GapsReport.of(
                RemediedGaps.of(survey),
                simulation.cluster(),
                selected,
                changes.map(c -> c.report(since.orElseThrow().asOf()))),
        out -> {
          print(out, simulation, survey, changes);
          new UnreadText(out, cluster.isLive()).print(survey);
          UnexaminedText.print(out, survey.unexamined());
        },
        Optional.of(() -> names(findings)),
        changes.map(GapChanges::foundProblem).orElse(!findings.isEmpty())
            || !survey.unknowns().isEmpty(),
        baseline.isPresent(),
        survey::unexamined);
  }

  private static List<Finding> missingIn(RecordedGaps baseline, List<Finding> findings) {
    Set<String> known = baseline.gaps().stream().map(RecordedGap::id).collect(Collectors.toSet());
    return findings.stream().filter(f -> !known.contains(f.gap().id())).toList();
  }

  private void print(
      TerminalPrinter out, Simulation simulation, GapSurvey survey, Optional<GapChanges> changes) {
    List<Finding> findings = survey.findings();
    GapText text = new GapText(out, output, simulation.cluster());
    if (changes.isPresent()) {
      text.changes(changes.get());
    } else if (findings.isEmpty()) {
      out.println(none(survey));
    } else {
      int most = isWhatif() ? 0 : limit;
      List<GapRow> rows = GapRow.of(findings, most, selection.order());
      List<GapRow> shown = most == 0 ? rows : rows.stream().limit(most).toList();
      List<GapRow> remedied = output.wide() ? GapRow.withRemedies(shown) : shown;
      text.summary(findings);
      text.table(remedied);
      GapRow.leftOut(rows, most)
          .ifPresent(
              note -> {
                out.flush();
                spec.commandLine().getErr().println("note: " + note);
              });
    }
  }

  private String none(GapSurvey survey) {
    String selected = selection.text(Optional.empty());
    if (comparison.hasBaseline()) {
      return "No gap is new.";
    }
    String in = survey.unknowns().isEmpty() ? " in " : " in what was read: ";
    if (!survey.unexamined().isEmpty()) {
      in = " in what could be examined of ";
    }
    return "No gaps"
        + (selected.isEmpty() ? "" : " with " + selected)
        + in
        + survey.examined().message()
        + ".";
  }

  private static List<String> names(List<Finding> findings) {
    return findings.stream().map(f -> Workloads.label(f.gap().object())).distinct().toList();
  }
}
