package dev.plimsoll.cli;

import dev.plimsoll.cli.output.Table;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kube.report.DefragReport;
import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodDisruptionBudget;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.defrag.Defragmentation;
import dev.plimsoll.model.defrag.DefragmentationPlan;
import dev.plimsoll.model.defrag.DefragmentationPlan.Move;
import dev.plimsoll.model.defrag.DefragmentationPlan.Moves;
import dev.plimsoll.model.defrag.DefragmentationPlan.NoMoves;
import dev.plimsoll.model.defrag.DefragmentationPlan.Unknown;
import dev.plimsoll.model.defrag.Evictions;
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
      "Plans the fewest pods to move to make one more node whole: a node whose GPUs are all"
          + " free.",
      "Moves nothing. Each pod of the plan may be evicted now by its PodDisruptionBudgets,"
          + " and the simulation has found another node for it."
    },
    footer = {"", "Example: plimsoll defrag --snapshot examples/gpu-tenants.json --complete"})
final class DefragCommand extends ClusterCommand {
  @Option(
      names = "--resource",
      paramLabel = "NAME",
      defaultValue = "nvidia.com/gpu",
      description =
          "The extended resource that must be free on the whole node (default: nvidia.com/gpu).")
  private String resource = "";

  @Option(
      names = "--at-least",
      paramLabel = "N",
      defaultValue = "1",
      description = "How much of the resource the node must have, such as 8 (default: 1).")
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
      out.wrapped("The pods to move are unknown, because " + unread.message());
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
            + (moves.fewest()
                ? "; no smaller plan exists."
                : "; this is the smallest plan found, a smaller one may exist."));
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
    out.wrapped("  evict the pods in the order of the list");
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
    out.wrapped("No plan was found that makes a node whole by " + resource + ".");
    out.wrapped(
        Counted.of(noMoves.partly(), "available node", "is", "are")
            + " large enough and partly in use."
            + (noMoves.held() == 0
                ? ""
                : " "
                    + Counted.of(noMoves.held(), "node", "has", "have")
                    + " a pod that must stay: no controller creates it elsewhere, or its budget"
                    + " protects it.")
            + (noMoves.tried() == 0
                ? ""
                : " For "
                    + Counted.of(noMoves.tried(), "node")
                    + ", the simulation found no other node for some pod.")
            + (noMoves.stranded() == 0
                ? ""
                : " On "
                    + Counted.of(noMoves.stranded(), "node")
                    + ", other pods have used up the CPU or memory, so free devices would not help."));
  }
}
