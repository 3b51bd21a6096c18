package dev.plimsoll.cli;

import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kube.report.FitReport;
import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.model.gap.Unexamined;
import dev.plimsoll.model.hold.PodHold;
import dev.plimsoll.model.whatif.PodFit;
import dev.plimsoll.model.whatif.Simulation;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
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
      "Shows how many more copies of a pod quota admits and nodes take. Names the first"
          + " limit: quota, nodes, or a share if a CapacityPolicy holds pods."
    },
    footer = {
      "",
      "Example: plimsoll fit -f examples/pod.yaml --snapshot examples/gpu-tenants.json"
    })
final class FitCommand extends ClusterCommand {
  private static final int MOST = 10_000;
  private static final String UNDECIDED =
      "a rule fails on the next pod, which is a defect in Plimsoll";

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
      description = "The most copies to try (default: 1000).")
  private int replicas;

  private @Nullable Pod pod;

  /** Only picocli makes one. */
  FitCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    pod = cluster.manifest(file).pod();
    return super.call();
  }

  @Override
  CommandResult answer(Simulation simulation) {
    if (replicas < 1 || replicas > MOST) {
      throw new ParameterException(
          spec.commandLine(), "invalid --replicas " + replicas + ": must be between 1 and " + MOST);
    }
    Pod copied = Objects.requireNonNull(pod);
    PodFit podFit = PodFit.of(simulation, copied, replicas);
    ShareFit shares = ShareFit.of(cluster.holds(simulation.cluster()), copied, podFit);
    List<Unexamined> unexamined = FitReport.unexamined(copied, podFit);
    return new CommandResult(
            () -> shares.in(FitReport.of(copied, podFit, simulation.cluster())),
            out -> {
              print(out, copied, podFit, shares, simulation.cluster());
              UnexaminedText.print(out, unexamined);
            },
            !podFit.isKnown() || shares.passing() == 0)
        .withUnexamined(() -> unexamined);
  }

  private void print(
      TerminalPrinter out, Pod pod, PodFit podFit, ShareFit shares, Cluster snapshot) {
    out.wrapped(heading(pod.namespace() + "/" + pod.name(), podFit, shares));
    out.println();
    if (podFit.isAdmissionKnown()) {
      out.println("Quota admits  " + count(podFit.admitted(), podFit.asked()));
      podFit.denial().map(AdmissionReport::message).ifPresent(m -> out.wrapped("  then: " + m));
    } else {
      out.wrapped("Quota admits  " + unknown(podFit.unreadForAdmission(), podFit.admitted()));
    }
    FitReport.webhooks(pod, snapshot).forEach(w -> out.wrapped("  " + w));
    if (podFit.isPlacingKnown()) {
      out.println("Nodes take    " + count(podFit.placeable(), podFit.asked()));
      podFit.failure().map(ScheduleResult::message).ifPresent(m -> out.wrapped("  then: " + m));
      FitReport.autoscalers(pod, podFit, snapshot).ifPresent(a -> out.wrapped("  " + a));
    } else {
      out.wrapped("Nodes take    " + unknown(podFit.unreadForPlacing(), podFit.placeable()));
    }
    if (!podFit.nodes().isEmpty()) {
      out.wrapped("  on: " + nodes(podFit.nodes()));
    }
    shares
        .hold()
        .ifPresent(
            h -> {
              out.println(
                  (h.domain().isPresent() ? "Domains pass  " : "Shares pass   ")
                      + shares.passing());
              out.wrapped("  then: " + ShareFit.text(h));
            });
    if (shares.hold().isPresent()) {
      out.println(
          shares.hold().flatMap(PodHold::domain).isPresent()
              ? "The domain of its gang is the limit."
              : "The share is the limit.");
    } else if (podFit.isKnown()) {
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

  private static String heading(String pod, PodFit podFit, ShareFit shares) {
    if (!podFit.isKnown()) {
      String cause = podFit.unread().isEmpty() ? UNDECIDED : podFit.unread().message();
      return "How many more of pod " + pod + " would run is unknown, because " + cause;
    }
    boolean areAll = podFit.limit() == PodFit.Limit.NONE && shares.hold().isEmpty();
    String most = areAll ? " (all that were tried)" : "";
    return shares.passing() + " more of pod " + pod + " would run" + most;
  }

  /** Returns the known part of the number: the copies before the one on which a rule failed. */
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
