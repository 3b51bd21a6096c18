package dev.plimsoll.cli;

import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kube.report.FitReport;
import dev.plimsoll.model.admission.AdmissionReport;
import dev.plimsoll.model.cluster.Unread;
import dev.plimsoll.model.gap.Unexamined;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.placement.framework.ScheduleResult;
import dev.plimsoll.model.quantity.Counted;
import dev.plimsoll.model.whatif.PodFit;
import dev.plimsoll.model.whatif.Simulation;
import java.nio.file.Path;
import java.util.List;
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
      "Shows how many more copies of a pod quota admits and nodes take, and which limit comes first."
    },
    footer = {
      "",
      "Example: plimsoll fit -f examples/pod.yaml --snapshot examples/gpu-tenants.json"
    })
final class FitCommand extends ClusterCommand {
  private static final int MOST = 10_000;
  private static final String UNDECIDED = "a rule fails on the next, a defect in Plimsoll";

  @Spec private CommandSpec spec;

  @Option(
      names = {"-f", "--filename"},
      required = true,
      paramLabel = "FILE",
      description = "A manifest with a pod or a workload; - for stdin.")
  private Path file;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      defaultValue = "1000",
      description = "How many to try at most (default: 1000).")
  private int replicas;

  /** Only picocli makes one. */
  FitCommand() {}

  @Override
  CommandResult answer(Simulation simulation) {
    if (replicas < 1 || replicas > MOST) {
      throw new ParameterException(
          spec.commandLine(), "invalid --replicas " + replicas + ": must be between 1 and " + MOST);
    }
    Pod pod = Subjects.podIn(file, cluster.namespaceOfNames());
    PodFit podFit = PodFit.of(simulation, pod, replicas);
    List<Unexamined> unexamined = FitReport.unexamined(pod, podFit);
    return new CommandResult(
            () -> FitReport.of(pod, podFit, simulation.cluster()),
            out -> {
              print(out, pod, podFit);
              UnexaminedText.print(out, unexamined);
            },
            !podFit.isKnown() || podFit.running() == 0)
        .withUnexamined(() -> unexamined);
  }

  private void print(TerminalPrinter out, Pod pod, PodFit podFit) {
    out.wrapped(heading(pod.namespace() + "/" + pod.name(), podFit));
    out.println();
    if (podFit.isAdmissionKnown()) {
      out.println("Quota admits  " + count(podFit.admitted(), podFit.asked()));
      podFit.denial().map(AdmissionReport::message).ifPresent(m -> out.wrapped("  then: " + m));
    } else {
      out.wrapped("Quota admits  " + unknown(podFit.unreadForAdmission(), podFit.admitted()));
    }
    if (podFit.isPlacingKnown()) {
      out.println("Nodes take    " + count(podFit.placeable(), podFit.asked()));
      podFit.failure().map(ScheduleResult::message).ifPresent(m -> out.wrapped("  then: " + m));
    } else {
      out.wrapped("Nodes take    " + unknown(podFit.unreadForPlacing(), podFit.placeable()));
    }
    if (!podFit.nodes().isEmpty()) {
      out.wrapped("  on: " + nodes(podFit.nodes()));
    }
    if (podFit.isKnown()) {
      out.println(
          switch (podFit.limit()) {
            case ADMISSION -> "Quota is the limit.";
            case CAPACITY -> "Capacity is the limit.";
            case NONE ->
                "No limit within "
                    + Counted.of(podFit.asked(), "pod")
                    + ": try more with --replicas.";
          });
    }
    new UnreadText(out, cluster.isLive()).remedy(podFit.unread());
  }

  private static String heading(String pod, PodFit podFit) {
    if (!podFit.isKnown()) {
      String cause = podFit.unread().isEmpty() ? UNDECIDED : podFit.unread().message();
      return "How many more of pod " + pod + " would run isn't known, since " + cause;
    }
    String most = podFit.limit() == PodFit.Limit.NONE ? " (all that were tried)" : "";
    return podFit.running() + " more of pod " + pod + " would run" + most;
  }

  /** Returns what is known of a number nevertheless: up to the copy on which a rule failed. */
  private static String unknown(Unread unread, int decided) {
    return unread.isEmpty()
        ? (decided == 0 ? "?" : "at least " + decided) + ", " + UNDECIDED
        : "?  " + unread.message();
  }

  private static String count(int count, int attempted) {
    return count == attempted ? "at least " + count : String.valueOf(count);
  }

  private static String nodes(Map<String, Integer> nodes) {
    return nodes.entrySet().stream()
        .map(e -> e.getKey() + " (" + e.getValue() + ")")
        .collect(Collectors.joining(", "));
  }
}
