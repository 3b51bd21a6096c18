package dev.plimsoll.cli;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.report.StartReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.recorded.ClusterRecord;
import dev.plimsoll.kubernetes.recorded.Recorded;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.lifetime.LifetimeHistory;
import dev.plimsoll.model.start.DeniedStart;
import dev.plimsoll.model.start.SoonerFinder;
import dev.plimsoll.model.start.StartEstimate;
import dev.plimsoll.model.start.StartEstimator;
import dev.plimsoll.model.start.StartOptions;
import dev.plimsoll.model.start.StartQuestion;
import dev.plimsoll.model.start.StartText;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plimsoll when}. */
@Command(
    name = "when",
    mixinStandardHelpOptions = true,
    description = {
      "Estimates when waiting pods start: what has to happen first, their place in the queue,"
          + " between which times they likely start, and what would make it sooner."
    },
    footer = {
      "",
      "Examples:",
      "  plimsoll when job/train -n vision --snapshot examples/gpu-tenants.json",
      "  plimsoll when -n vision --snapshot examples/gpu-tenants.json"
    })
final class WhenCommand extends ClusterCommand {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..2",
      paramLabel = "KIND/NAME",
      description = {
        "The object to ask about: pod/NAME, job/NAME, or any kind with a pod template; also as"
            + " KIND NAME. Without it, all pods that wait."
      })
  private List<String> words = new ArrayList<>();

  @Option(
      names = {"-f", "--filename"},
      paramLabel = "FILE",
      description = "Ask about the pods of this manifest as if you created them now; - for stdin.")
  private @Nullable Path file;

  @Option(
      names = "--no-arrivals",
      description = "Assume that no further pods arrive (default: they arrive at the recent rate).")
  private boolean isWithoutArrivals;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "100",
      description = "How often to simulate (default: 100).")
  private int runs;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "The seed of the draws; the same seed gives the same answer (default: 1).")
  private long seed;

  private @Nullable Subjects manifest;

  /** Only picocli makes one. */
  WhenCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    if (file == null) {
      wordsAfterSnapshots();
    }
    if (!words.isEmpty() && file != null) {
      throw new ParameterException(spec.commandLine(), "expected either KIND/NAME or -f FILE");
    }
    if (runs < 1 || runs > 10_000) {
      throw new ParameterException(
          spec.commandLine(), "invalid --runs " + runs + ": must be between 1 and 10000");
    }
    if (!words.isEmpty()) {
      cluster.readKindOf(words.get(0));
    }
    manifest = file == null ? null : cluster.manifest(file);
    return super.call();
  }

  private void wordsAfterSnapshots() {
    while (words.stream().noneMatch(w -> w.contains("/")) && words.size() < 2) {
      Optional<String> last = cluster.wordAfterSnapshots();
      if (last.isEmpty()) {
        return;
      }
      words.add(0, last.get());
    }
  }

  @Override
  CommandResult answer(Simulation simulation) {
    boolean isOfAll = words.isEmpty() && manifest == null;
    Simulation with = manifest == null ? simulation : withManifest(simulation, manifest);
    List<Pod> pods = isOfAll ? waiting(with.cluster()) : pods(with);
    StartQuestion question =
        question(with, cluster.capacityPolicies())
            .withOptions(
                StartOptions.STANDARD
                    .withRuns(runs)
                    .withSeed(seed)
                    .withArrivals(!isWithoutArrivals));
    StartEstimator estimator = StartEstimator.of(question);
    List<StartEstimate> estimates = DeniedStart.estimates(estimator, with, pods);
    List<StartEstimate> all =
        isOfAll || estimates.size() > 1
            ? estimates
            : estimates.stream().map(e -> SoonerFinder.added(estimator, e)).toList();
    StartReport report = new StartReport(new StartText(namespace -> true, true));
    return new CommandResult(
        () -> report.of(all, with.cluster()),
        out -> {
          if (isOfAll || all.size() > 1) {
            new WhenText(out).printAll(all);
          } else {
            all.forEach(new WhenText(out)::print);
          }
        },
        all.stream().anyMatch(StartEstimate::isStuck));
  }

  /** Returns the question about a cluster as it was read, at that time. */
  static StartQuestion question(Simulation simulation, List<CapacityPolicy> policies) {
    Cluster read = simulation.cluster();
    return StartQuestion.of(
        simulation,
        DefaultPlugins.scheduler(),
        policies,
        LifetimeHistory.of(read, StartQuestion.tenants(read, policies)),
        read.asOf());
  }

  private List<Pod> waiting(Cluster read) {
    return read.list(Pod.class).stream()
        .filter(p -> cluster.namespaceOfNames().map(p.namespace()::equals).orElse(true))
        .filter(p -> !p.isBound() && !p.isTerminal() && !p.isTerminating())
        .toList();
  }

  private static Simulation withManifest(Simulation simulation, Subjects subjects) {
    Simulation with = simulation;
    for (var each : subjects.objects()) {
      if (each.object() instanceof Workload workload) {
        with = with.with(new Change.Apply(workload));
      }
    }
    return with;
  }

  private List<Pod> pods(Simulation simulation) {
    if (manifest == null) {
      return pods(simulation, String.join("/", words), cluster.namespaceOfNames());
    }
    List<Pod> pods = new ArrayList<>();
    manifest.objects().forEach(o -> pods.addAll(pods(simulation, o.object())));
    if (pods.isEmpty()) {
      throw new InputException(manifest.file() + ": no pod waits or is missing");
    }
    return pods;
  }

  /**
   * Returns a pod, or the waiting and the missing pods of a workload.
   *
   * @throws InputException if there are none, with the reason if that is known
   */
  static List<Pod> pods(Simulation simulation, String subject, Optional<String> namespace) {
    ApiObject found = Lookup.find(simulation, subject, namespace);
    List<Pod> pods = pods(simulation, found);
    if (pods.isEmpty()) {
      throw new InputException(
          subject
              + ": no pod waits or is missing"
              + (found instanceof Workload workload ? why(simulation, workload) : ""));
    }
    return pods;
  }

  private static String why(Simulation simulation, Workload workload) {
    return simulation
            .workloads()
            .inactivityOf(Lookup.podsOf(simulation, workload))
            .map(why -> "; " + Workloads.label(workload.reference()) + " " + why.reason())
            .orElse("")
        + deniedRun(simulation.cluster(), workload)
            .map(said -> "; the API server denied the last run: " + said.message())
            .orElse("");
  }

  /** Returns the record of a CronJob's run that failed after the last run that was created. */
  private static Optional<Recorded> deniedRun(Cluster cluster, Workload workload) {
    return workload.details() instanceof WorkloadDetails.CronJob cron
        ? ClusterRecord.ofCreation(cluster, workload)
            .filter(
                said ->
                    cron.lastScheduleTime()
                        .map(t -> said.time().filter(t::isBefore).isPresent())
                        .orElse(true))
        : Optional.empty();
  }

  private static List<Pod> pods(Simulation simulation, ApiObject object) {
    if (object instanceof Pod pod) {
      return List.of(pod);
    }
    if (!(object instanceof Workload workload)) {
      return List.of();
    }
    WorkloadPods found = Lookup.podsOf(simulation, workload);
    List<Pod> pods = new ArrayList<>(found.pods().stream().filter(p -> !p.isTerminal()).toList());
    for (PodTemplateOwner owner : found.templateOwners()) {
      pods.addAll(owner.missingPods());
    }
    List<Pod> waiting = pods.stream().filter(p -> !p.isBound()).toList();
    return waiting.isEmpty() ? pods : waiting;
  }
}
