package dev.plimsoll.cli;

import dev.plimsoll.kube.report.FitReport;
import dev.plimsoll.model.admission.AdmissionReport;
import dev.plimsoll.model.fit.Fit;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.World;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code plimsoll fit}. */
@Command(
    name = "fit",
    mixinStandardHelpOptions = true,
    description = {
      "Says how many more of a pod the quota admits, how many the nodes take, and which stops first."
    },
    footer = {
      "",
      "Example: plimsoll fit -f examples/pod.yaml --snapshot examples/gpu-tenants.json"
    })
final class FitCommand extends ClusterCommand {
  private static final int MOST = 10_000;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-f", "--filename"},
      required = true,
      paramLabel = "FILE",
      description = "A manifest with the pod, or with a workload that makes it; - for stdin.")
  private Path file;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Try at most so many (default: 1000).")
  private int replicas;

  /** Only picocli makes one. */
  FitCommand() {}

  @Override
  Answer answer(World world) {
    if (replicas < 1 || replicas > MOST) {
      throw new ParameterException(
          spec.commandLine(), "--replicas must lie between 1 and " + MOST + ", not " + replicas);
    }
    Pod pod = Subjects.podIn(file, cluster.namespaceOfNames());
    Fit fit = Fit.of(world, pod, replicas);
    return new Answer(
        () -> FitReport.of(pod, fit, world.cluster()),
        out -> print(out, pod, fit),
        fit.running() == 0);
  }

  private void print(PrintWriter out, Pod pod, Fit fit) {
    String most = fit.limit() == Fit.Limit.NONE ? " (all that were tried)" : "";
    out.println(
        fit.running() + " more of pod " + pod.namespace() + "/" + pod.name() + " would run" + most);
    out.println();
    out.println("Quota admits  " + count(fit.admitted(), fit.asked()));
    fit.refusal().map(AdmissionReport::message).ifPresent(m -> out.println("  then: " + m));
    out.println("Nodes take    " + count(fit.placeable(), fit.asked()));
    fit.failure().map(Attempt::message).ifPresent(m -> out.println("  then: " + m));
    if (!fit.nodes().isEmpty()) {
      out.println("  on: " + nodes(fit.nodes()));
    }
    out.println(
        switch (fit.limit()) {
          case ADMISSION -> "Quota stops first.";
          case CAPACITY -> "Capacity stops first.";
          case NONE -> "Neither stops within " + fit.asked() + ": try more with --replicas.";
        });
  }

  private static String count(int count, int asked) {
    return count == asked ? "at least " + count : String.valueOf(count);
  }

  private static String nodes(Map<String, Integer> nodes) {
    return nodes.entrySet().stream()
        .map(e -> e.getKey() + " (" + e.getValue() + ")")
        .collect(Collectors.joining(", "));
  }
}
