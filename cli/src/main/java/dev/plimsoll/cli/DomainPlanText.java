package dev.plimsoll.cli;

import dev.plimsoll.cli.output.Table;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodDisruptionBudget;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.defrag.DefragmentationPlan.Move;
import dev.plimsoll.model.defrag.DomainJob;
import dev.plimsoll.model.defrag.DomainPlan;
import dev.plimsoll.model.defrag.Evictions;
import java.util.List;
import java.util.stream.Collectors;

/** Prints plans of {@code plimsoll defrag}. */
final class DomainPlanText {
  private DomainPlanText() {}

  static String heading(DomainPlan plan) {
    DomainJob job = plan.job();
    String pods =
        Counted.of(job.pods(), "pod")
            + " with "
            + job.perPod()
            + " "
            + job.resource()
            + (job.pods() == 1 ? "" : " each");
    if (plan.outcome() instanceof DomainPlan.Moves moves) {
      return "Moving "
          + Counted.of(moves.moves().moves().size(), "pod")
          + " lets "
          + moves.moves().domain().text()
          + " take "
          + pods
          + "; this is the smallest plan found.";
    }
    if (plan.outcome() instanceof DomainPlan.Fits fits) {
      return "No pod has to move: " + fits.domain().text() + " takes " + pods + " now.";
    }
    return "No plan was found that lets one " + job.level() + " take " + pods + ".";
  }

  static Table table(List<Move> moves, ResourceName resource, Evictions evictions) {
    Table table = new Table("namespace", "pod", "controller", resource.toString(), "to", "budget");
    for (Move move : moves) {
      Pod pod = move.pod();
      table.row(
          pod.namespace(),
          pod.name(),
          pod.metadata().controller().map(DomainPlanText::text).orElse(""),
          NodeCapacity.requests(pod).getOrZero(resource),
          move.to(),
          evictions.budgets(pod).stream()
              .map(PodDisruptionBudget::name)
              .collect(Collectors.joining(",")));
    }
    return table;
  }

  private static String text(OwnerReference owner) {
    return owner.kind() + "/" + owner.name();
  }

  static void order(TerminalPrinter out, List<String> cordoned) {
    out.println();
    out.println("In this order:");
    String nodes = String.join(" ", cordoned);
    out.wrapped("  kubectl cordon " + nodes);
    out.wrapped("  evict the pods in the order of the list");
    out.wrapped("  kubectl uncordon " + nodes);
  }
}
