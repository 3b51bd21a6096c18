package dev.plimsoll.cli;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.controller.AdviceRun;
import dev.plimsoll.advisor.controller.AdvisorController;
import dev.plimsoll.advisor.controller.DecidedAdvice;
import dev.plimsoll.advisor.controller.PolicySource;
import dev.plimsoll.advisor.live.WriteOutcome;
import dev.plimsoll.advisor.metrics.PolicyMetrics;
import dev.plimsoll.advisor.queue.QueueAdvice;
import dev.plimsoll.advisor.queue.QueueAdvisor;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.AdviceReport;
import dev.plimsoll.advisor.recommend.HtmlReport;
import dev.plimsoll.advisor.recommend.MarkdownReport;
import dev.plimsoll.advisor.recommend.QuotaManifestFile;
import dev.plimsoll.cli.output.Documents;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.whatif.Simulation;
import java.nio.file.Path;
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
import picocli.CommandLine.Spec;

/** {@code plimsoll advise}. */
@Command(
    name = "advise",
    mixinStandardHelpOptions = true,
    description = {
      "Recommends quotas that follow what the cluster can give. Shows each ceiling now and as"
          + " proposed, why, and the simulated effect."
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
  @Mixin private WatchOptions watch;
  @Mixin private StateOptions state;

  private final PolicyMetrics metrics = new PolicyMetrics();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = {
        "table, wide, json, yaml, patch (for kubectl apply --server-side), clusterqueue (nominal"
            + " quotas of Kueue's ClusterQueues, as commands), markdown or html (default: table)."
            + " json and yaml are stable API."
      })
  private AdviceFormat format;

  @Option(names = "--no-headers", description = "Print tables without their header line.")
  private boolean noHeaders;

  @Option(names = "--exit-code", description = "Exit with 1 if a change is recommended.")
  private boolean exitCode;

  @Option(
      names = "--write",
      paramLabel = "DIR",
      description = {
        "Write each changed quota to DIR/NAMESPACE/QUOTA.yaml, for a GitOps repository."
            + " Overwrites only files that this option wrote."
      })
  private @Nullable Path directory;

  /** Only picocli makes one. */
  AdviseCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    boolean watches = watch.check();
    live.check(cluster.isLive(), cluster.namespace());
    job.check();
    state.check(cluster.isLive());
    if (format == AdviceFormat.clusterqueue
        && (watches || live.requestsChanges() || directory != null)) {
      throw new ParameterException(
          spec.commandLine(),
          "-o clusterqueue only prints, and the rest is about ResourceQuotas: leave out --watch,"
              + " --post, --apply, --undo and --write");
    }
    if (live.undo()) {
      if (directory != null) {
        throw new ParameterException(spec.commandLine(), "--undo cannot be combined with --write");
      }
      return LiveOptions.exitCode(live.takeBack(cluster.access(), cluster.namespace()));
    }
    return watches
        ? watch.run(cluster.access(), inputs(), chosen -> live.run(chosen, true, false))
        : once(live.run(cluster.access(), false, state.acceptsLosses()));
  }

  private AdvisorController.Inputs inputs() {
    return new AdvisorController.Inputs(
        state.isInFile() ? policies.onlyFor("--state") : policies,
        job::history,
        state.source(live.writes()),
        cluster.model());
  }

  /** Returns the source of policies. What describes whole quotas is for one policy. */
  private PolicySource source() {
    if (state.isInFile()) {
      return policies.onlyFor("--state");
    }
    if (directory != null) {
      return policies.onlyFor("--write");
    }
    return format.isForSeveral() ? policies : policies.onlyFor("-o " + format);
  }

  private int once(AdviceRun run) {
    List<JsonObject> stored = new ArrayList<>();
    if (format != AdviceFormat.clusterqueue) {
      cluster.leaveOutQueues();
    }
    Simulation read = cluster.read(policies.suspendedDemand(), stored::add);
    Simulation simulation =
        cluster.isLive()
            ? read
            : state.time().map(t -> cluster.model().apply(read.cluster().at(t))).orElse(read);
    List<JsonObject> chosen = source().chosen(stored);
    if (chosen.isEmpty()) {
      int only = once(run, simulation, stored, Optional.empty());
      job.leave(metrics);
      return only;
    }
    int worst = ExitCode.OK;
    List<String> errors = new ArrayList<>();
    for (JsonObject each : chosen) {
      try {
        if (chosen.size() > 1) {
          heading(PolicyOption.name(each));
        }
        worst = Math.max(worst, once(run, simulation, stored, Optional.of(each)));
      } catch (InputException e) {
        errors.addAll(e.sentences());
      }
    }
    job.leave(metrics);
    if (!errors.isEmpty()) {
      throw new InputException(errors);
    }
    return worst;
  }

  private void heading(String policy) {
    TerminalPrinter out = Plimsoll.out(spec);
    out.println("policy " + policy + ":");
    out.flush();
  }

  /** Decides by one policy, and carries it out. */
  private int once(
      AdviceRun run, Simulation simulation, List<JsonObject> stored, Optional<JsonObject> chosen) {
    CapacityPolicy policy = policy(chosen, simulation, run);
    UsageHistory history = job.history(simulation.cluster(), policy, this::note);
    DecidedAdvice all =
        live.deciding(
            cluster.access(),
            connection ->
                run.decide(
                    simulation, policy, stored, history, state.store(chosen, cluster), connection));
    DecidedAdvice decided =
        cluster.namespace().map(n -> all.withAdvice(all.advice().in(n))).orElse(all);
    Advice advice = decided.advice();
    boolean changes = !advice.changes().isEmpty();
    if (format == AdviceFormat.clusterqueue) {
      QueueAdvice queues = QueueAdvisor.advise(simulation, policy, history);
      TerminalPrinter out = Plimsoll.out(spec);
      out.print(QueueAdviceText.text(queues));
      out.flush();
      changes = !queues.changes().isEmpty();
    } else {
      print(advice);
    }
    write(advice);
    if (cluster.isLive() && live.isSilent(policy)) {
      note(
          "policy "
              + policy.name()
              + " lets the advisor change quotas; this run only asks, so nothing is changed without"
              + " --apply or --watch");
    }
    List<WriteOutcome> writeOutcomes = live.carryOut(run, decided, chosen, cluster.access());
    metrics.put(advice, writeOutcomes, Instant.now());
    if (!run.options().writes(advice)) {
      state.keepInFile(all);
    }
    boolean isPart = !advice.unexamined().isEmpty();
    if (isPart) {
      int unused = ErrorReporter.unexamined(advice.unexamined(), spec.commandLine());
    }
    if (isPart || writeOutcomes.stream().anyMatch(WriteOutcome::failed)) {
      return ExitCode.PARTLY;
    }
    return exitCode && changes ? ExitCode.WRONG : ExitCode.OK;
  }

  private CapacityPolicy policy(Optional<JsonObject> chosen, Simulation simulation, AdviceRun run) {
    try {
      return policies.read(chosen, simulation.cluster(), this::note);
    } catch (InputException e) {
      chosen.ifPresent(
          p -> live.reportInvalidPolicy(run, p, String.valueOf(e.getMessage()), cluster.access()));
      throw e;
    }
  }

  private void note(String sentence) {
    spec.commandLine().getErr().println("note: " + sentence);
  }

  private void print(Advice advice) {
    TerminalPrinter out = Plimsoll.out(spec);
    switch (format) {
      case table, wide ->
          new AdviceText(out, format == AdviceFormat.wide, !noHeaders).print(advice);
      case json -> out.print(Documents.json(AdviceReport.of(advice)));
      case yaml -> out.print(Documents.yaml(AdviceReport.of(advice)));
      case patch, clusterqueue -> out.print(AdvicePatch.text(advice));
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
}
