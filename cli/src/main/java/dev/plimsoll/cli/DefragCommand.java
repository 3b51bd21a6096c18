package dev.plimsoll.cli;

import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kube.report.DefragReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.defrag.Defragmentation;
import dev.plimsoll.model.defrag.DefragmentationPlan;
import dev.plimsoll.model.defrag.DefragmentationPlan.Move;
import dev.plimsoll.model.defrag.DefragmentationPlan.Moves;
import dev.plimsoll.model.defrag.DefragmentationPlan.NoMoves;
import dev.plimsoll.model.defrag.DefragmentationPlan.Unknown;
import dev.plimsoll.model.defrag.DomainJob;
import dev.plimsoll.model.defrag.DomainPlan;
import dev.plimsoll.model.defrag.DomainPlan.Fits;
import dev.plimsoll.model.defrag.Evictions;
import dev.plimsoll.model.tenancy.PolicyLevels;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
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
    footer = {
      "",
      "With --within, plans the fewest pods to move so that one domain takes all pods of a job.",
      "Examples:",
      "  plimsoll defrag --snapshot examples/gpu-tenants.json --complete",
      "  plimsoll defrag --within rack --devices 32 --snapshot examples/racks.json --complete"
    })
final class DefragCommand extends ClusterCommand {
  private static final int MOST = 100_000;

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

  @Option(
      names = "--within",
      paramLabel = "LEVEL",
      description =
          "Free one domain of a level, such as rack, for a job instead: a level's name, or a node"
              + " label.")
  private @Nullable String level;

  @Option(
      names = "--devices",
      paramLabel = "N",
      description = "With --within: how many devices the job needs, such as 64.")
  private @Nullable Integer devices;

  @Option(
      names = "--per-pod",
      paramLabel = "N",
      description =
          "With --within: how many devices each pod of the job requests (default: all devices of"
              + " the largest node).")
  private @Nullable Integer perPod;

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
    requireOptionsOfDomain();
    if (level != null) {
      return ofDomain(simulation);
    }
    DefragmentationPlan plan =
        Defragmentation.plan(simulation, ResourceName.of(resource), Quantity.of(least));
    return new CommandResult(
        () -> DefragReport.of(plan, simulation.cluster()),
        out -> print(out, plan, simulation.cluster()),
        !(plan.outcome() instanceof Moves) && !isNothingTaken(plan));
  }

  private void requireOptionsOfDomain() {
    if ((level == null) != (devices == null)) {
      throw new ParameterException(
          spec.commandLine(),
          level == null ? "--devices needs --within" : "--within needs --devices");
    }
    if (perPod != null && level == null) {
      throw new ParameterException(spec.commandLine(), "--per-pod needs --within");
    }
    if (devices != null && (devices < 1 || devices > MOST)) {
      throw new ParameterException(
          spec.commandLine(), "invalid --devices " + devices + ": must be between 1 and " + MOST);
    }
    if (perPod != null && (perPod < 1 || perPod > MOST)) {
      throw new ParameterException(
          spec.commandLine(), "invalid --per-pod " + perPod + ": must be between 1 and " + MOST);
    }
    if (level != null && least != 1) {
      throw new ParameterException(
          spec.commandLine(), "--at-least is for a node: use --devices with --within");
    }
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
      printUnknown(out, unknown.unread());
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
    print(out, moves.moves(), moves.cordoned(), snapshot);
  }

  private void print(
      TerminalPrinter out, List<Move> moves, List<String> cordoned, Cluster snapshot) {
    output.print(
        out, DomainPlanText.table(moves, ResourceName.of(resource), Evictions.of(snapshot)));
    DomainPlanText.order(out, cordoned);
  }

  private CommandResult ofDomain(Simulation simulation) {
    DomainPlan plan =
        DomainJob.of(
                simulation.cluster(),
                Objects.requireNonNull(level),
                ResourceName.of(resource),
                Objects.requireNonNull(devices),
                perPod == null ? OptionalInt.empty() : OptionalInt.of(perPod))
            .plan(simulation, PolicyLevels.configured(cluster.capacityPolicies()));
    return new CommandResult(
        () -> DefragReport.of(plan, simulation.cluster()),
        out -> print(out, plan, simulation.cluster()),
        !(plan.outcome() instanceof DomainPlan.Moves || plan.outcome() instanceof Fits));
  }

  private void print(TerminalPrinter out, DomainPlan plan, Cluster snapshot) {
    if (plan.outcome() instanceof DomainPlan.Unknown unknown) {
      printUnknown(out, unknown.unread());
      return;
    }
    out.wrapped(DomainPlanText.heading(plan));
    if (plan.outcome() instanceof DomainPlan.Moves moves) {
      out.println();
      print(out, moves.moves().moves(), moves.moves().cordoned(), snapshot);
    } else if (plan.outcome() instanceof DomainPlan.NoMoves noMoves) {
      noMoves.notes().forEach(n -> out.wrapped("  " + n));
    }
  }

  private void printUnknown(TerminalPrinter out, Unread unread) {
    out.wrapped("The pods to move are unknown, because " + unread.message());
    new UnreadText(out, cluster.isLive()).remedy(unread);
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
