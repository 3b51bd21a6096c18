package dev.plimsoll.cli;

import dev.plimsoll.cli.output.Table;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kube.report.DefragReport;
import dev.plimsoll.model.capacity.NodeCapacity;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.cluster.Unread;
import dev.plimsoll.model.defrag.Defragmentation;
import dev.plimsoll.model.defrag.DefragmentationPlan;
import dev.plimsoll.model.defrag.DefragmentationPlan.Move;
import dev.plimsoll.model.defrag.DefragmentationPlan.Moves;
import dev.plimsoll.model.defrag.DefragmentationPlan.NoMoves;
import dev.plimsoll.model.defrag.DefragmentationPlan.Unknown;
import dev.plimsoll.model.defrag.Evictions;
import dev.plimsoll.model.object.OwnerReference;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.PodDisruptionBudget;
import dev.plimsoll.model.quantity.Counted;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.whatif.Simulation;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code plimsoll defrag}. */
@Command(
    name = "defrag",
    mixinStandardHelpOptions = true,
    description = {
      "Plans the fewest pods to move so that one more node is whole: no pod has any of its GPUs.",
      "Nothing is moved. All pods of the plan may be evicted now by their PodDisruptionBudgets, and"
          + " the simulation has placed each of them elsewhere."
    },
    footer = {"", "Example: plimsoll defrag --snapshot examples/gpu-tenants.json --complete"})
final class DefragCommand extends ClusterCommand {
  @Option(
      names = "--resource",
      paramLabel = "NAME",
      defaultValue = "nvidia.com/gpu",
      description = "By which extended resource a node is whole (default: nvidia.com/gpu).")
  private String resource = "";

  @Option(
      names = "--at-least",
      paramLabel = "N",
      defaultValue = "1",
      description = "How much of it the node must have, such as 8 (default: 1).")
  private int least;

  @Spec private CommandSpec spec;

  /** Only picocli makes one. */
  DefragCommand() {}

  @Override
  CommandResult answer(Simulation simulation) {
    if (least < 1) {
      throw new ParameterException(
          spec.commandLine(), "invalid --at-least " + least + ": must be at least 1");
    }
    if (!ResourceName.of(resource).isExtended()) {
      throw new ParameterException(
          spec.commandLine(),
          "invalid --resource \"" + resource + "\": must be an extended resource");
    }
    DefragmentationPlan plan =
        Defragmentation.plan(simulation, ResourceName.of(resource), Quantity.of(least));
    return new CommandResult(
        () -> DefragReport.of(plan, simulation.cluster()),
        out -> print(out, plan, simulation.cluster()),
        !(plan.outcome() instanceof Moves) && !isNothingTaken(plan));
  }

  private static boolean isNothingTaken(DefragmentationPlan plan) {
    return plan.outcome() instanceof NoMoves noMoves && noMoves.partly() == 0;
  }

  private void print(TerminalPrinter out, DefragmentationPlan plan, Cluster snapshot) {
    if (plan.outcome() instanceof Moves moves) {
      print(out, moves, snapshot);
    } else if (plan.outcome() instanceof NoMoves noMoves) {
      print(out, noMoves);
    } else if (plan.outcome() instanceof Unknown unknown) {
      Unread unread = unknown.unread();
      out.wrapped("Which pods to move isn't known, since " + unread.message());
      new UnreadText(out, cluster.isLive()).remedy(unread);
    }
  }

  private void print(TerminalPrinter out, Moves moves, Cluster snapshot) {
    int count = moves.moves().size();
    out.wrapped(
        "Moving "
            + Counted.of(count, "pod")
            + " makes node "
            + moves.node()
            + " whole by "
            + resource
            + (moves.fewest() ? "; no fewer do." : "; these are the fewest found, fewer may do."));
    out.println();
    Table table = new Table("namespace", "pod", "controller", resource, "to", "budget");
    Evictions evictions = Evictions.of(snapshot);
    for (Move move : moves.moves()) {
      Pod pod = move.pod();
      table.row(
          pod.namespace(),
          pod.name(),
          pod.metadata().controller().map(DefragCommand::text).orElse(""),
          NodeCapacity.requests(pod).getOrZero(ResourceName.of(resource)),
          move.to(),
          evictions.budgets(pod).stream()
              .map(PodDisruptionBudget::name)
              .collect(Collectors.joining(",")));
    }
    output.print(out, table);
    out.println();
    out.println("In this order:");
    String nodes = String.join(" ", moves.cordoned());
    out.wrapped("  kubectl cordon " + nodes);
    out.wrapped("  evict the pods, from the first to the last");
    out.wrapped("  kubectl uncordon " + nodes);
  }

  private static String text(OwnerReference owner) {
    return owner.kind() + "/" + owner.name();
  }

  private void print(TerminalPrinter out, NoMoves noMoves) {
    if (noMoves.partly() == 0) {
      out.wrapped("No pod has any " + resource + " of an available node that is large enough.");
      return;
    }
    out.wrapped("No pods were found whose move makes a node whole by " + resource + ".");
    out.wrapped(
        noMoves.held()
            + " of "
            + Counted.of(noMoves.partly(), "available node")
            + Counted.verb(
                noMoves.partly(),
                " that is large enough and has some taken has",
                " that are large enough and have some taken have")
            + " a pod that nobody makes again elsewhere or that its budget protects."
            + (noMoves.tried() == 0
                ? ""
                : " For "
                    + Counted.of(noMoves.tried(), "node")
                    + ", the simulation found no place for all pods.")
            + (noMoves.stranded() == 0
                ? ""
                : " On "
                    + Counted.of(noMoves.stranded(), "node")
                    + ", other pods have used up the CPU or memory, so that emptying helps nobody."));
  }
}
