package dev.plimsoll.cli;

import dev.plimsoll.advisor.controller.AdviceRun;
import dev.plimsoll.advisor.controller.Decision;
import dev.plimsoll.advisor.live.WriteOutcome;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.AdviceReport;
import dev.plimsoll.advisor.recommend.HtmlReport;
import dev.plimsoll.advisor.recommend.MarkdownReport;
import dev.plimsoll.advisor.recommend.PatchReport;
import dev.plimsoll.advisor.recommend.QuotaManifestFile;
import dev.plimsoll.cli.output.Documents;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.whatif.Simulation;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code plimsoll advise}. */
@Command(
    name = "advise",
    mixinStandardHelpOptions = true,
    description = {
      "Recommends quotas that follow what the cluster can really give: for each its ceilings now"
          + " and as proposed, why, and what that would change, tried on the model."
    },
    footer = {
      "",
      "Example: plimsoll advise --policy examples/policy.yaml --snapshot examples/gpu-tenants.json"
    })
final class AdviseCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions cluster;
  @Mixin private LiveOptions live;
  @Mixin private JobOptions job;
  @Mixin private PolicyOption policies;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = {
        "table, wide, json, yaml, patch (for kubectl apply --server-side), markdown or html"
            + " (default: table). json and yaml are stable API."
      })
  private AdviceFormat format;

  @Option(names = "--no-headers", description = "Print tables without their header line.")
  private boolean noHeaders;

  @Option(names = "--exit-code", description = "Exit with 1 where a change is recommended.")
  private boolean exitCode;

  @Option(
      names = "--write",
      paramLabel = "DIR",
      description = {
        "Write each quota that is to change to DIR/NAMESPACE/QUOTA.yaml, for a repository that the"
            + " cluster is managed from. Only files that this option wrote are overwritten."
      })
  private @Nullable Path directory;

  /** Only picocli makes one. */
  AdviseCommand() {}

  @Override
  public Integer call() {
    live.check(cluster.isLive(), cluster.namespace());
    job.check();
    if (live.undo()) {
      if (directory != null) {
        throw new ParameterException(spec.commandLine(), "--undo cannot be combined with --write");
      }
      return LiveOptions.exitCode(live.takeBack(cluster.access(), cluster.namespace()));
    }
    Simulation simulation = cluster.read(policies.suspendedDemand(), policies::found);
    AdviceRun run = live.run(cluster.access(), cluster.isLive());
    CapacityPolicy policy = policy(simulation, run);
    Decision all = run.decide(simulation, policy, job.history(simulation.cluster(), policy));
    Decision decision =
        cluster.namespace().map(n -> all.withAdvice(all.advice().in(n))).orElse(all);
    Advice advice = decision.advice();
    print(advice);
    write(advice);
    List<WriteOutcome> writeOutcomes =
        live.carryOut(run, decision, policies.chosen(), cluster.access());
    job.leave(advice, writeOutcomes);
    if (writeOutcomes.stream().anyMatch(WriteOutcome::failed)) {
      return ExitCode.PARTLY;
    }
    return exitCode && !advice.changes().isEmpty() ? ExitCode.WRONG : ExitCode.OK;
  }

  private CapacityPolicy policy(Simulation simulation, AdviceRun run) {
    try {
      return policies.read(simulation.cluster());
    } catch (InputException e) {
      policies
          .chosen()
          .ifPresent(
              p ->
                  live.reportInvalidPolicy(
                      run, p, String.valueOf(e.getMessage()), cluster.access()));
      throw e;
    }
  }

  private void print(Advice advice) {
    PrintWriter out = spec.commandLine().getOut();
    switch (format) {
      case table, wide ->
          new AdviceText(out, format == AdviceFormat.wide, !noHeaders).print(advice);
      case json -> out.println(Documents.json(AdviceReport.of(advice)));
      case yaml -> out.println(Documents.yaml(AdviceReport.of(advice)));
      case patch -> patch(out, advice);
      case markdown -> out.print(MarkdownReport.of(advice));
      case html -> out.print(HtmlReport.of(advice));
    }
    out.flush();
  }

  private void write(Advice advice) {
    if (directory != null) {
      List<QuotaManifestFile> files = QuotaManifestFile.of(advice);
      int written = new ManifestDirectory(directory).write(files);
      spec.commandLine()
          .getErr()
          .println(
              "note: "
                  + written
                  + " of "
                  + files.size()
                  + " files in "
                  + directory
                  + " written,"
                  + " the others were as they should be");
    }
  }

  private static void patch(PrintWriter out, Advice advice) {
    List<PatchReport.Manifest> manifests = PatchReport.of(advice);
    out.println(
        manifests.isEmpty()
            ? "# Nothing is to change."
            : "# kubectl apply --server-side --field-manager=plimsoll-advisor -f FILE");
    for (PatchReport.Manifest manifest : manifests) {
      out.println("---");
      manifest.comments().forEach(c -> out.println("# " + c));
      out.println(Documents.yaml(manifest.object()));
    }
  }
}
