package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.model.defrag.DefragmentationPlan.Move;
import dev.plimsoll.model.defrag.DomainDefragmentation;
import dev.plimsoll.model.defrag.DomainMoves;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.NodeChange;
import dev.plimsoll.model.whatif.WorkloadChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Proposes to move as few pods as possible so that one domain takes a gang. */
final class ClearDomainProposer implements RemedyProposer {

  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    return cause instanceof GapCause.DomainLacks lacks
        ? DomainDefragmentation.find(context.simulation(), lacks.lack()).stream()
            .map(moves -> proposal(lacks, moves))
            .toList()
        : List.of();
  }

  private static Proposal proposal(GapCause.DomainLacks lacks, DomainMoves moves) {
    List<Change> changes = new ArrayList<>();
    List<Pod> pods = moves.moves().stream().map(Move::pod).toList();
    moves.cordoned().forEach(n -> changes.add(new NodeChange.Cordon(n)));
    pods.forEach(p -> changes.add(new WorkloadChange.DeletePod(p.namespace(), p.name())));
    moves.cordoned().forEach(n -> changes.add(new NodeChange.Uncordon(n)));
    List<String> names = pods.stream().map(Pod::key).toList();
    Set<String> namespaces = new TreeSet<>(pods.stream().map(Pod::namespace).toList());
    return Proposal.ofCluster(
            "cordon the nodes of "
                + moves.domain().text()
                + ", move "
                + String.join(", ", names)
                + " away, and uncordon the nodes (a pod moves by being deleted and created again)",
            Actor.ADMIN,
            changes)
        .withCosts(
            List.of(
                Counted.of(names.size(), "running pod")
                    + " of "
                    + Counted.noun(namespaces.size(), "namespace")
                    + " "
                    + String.join(", ", namespaces)
                    + Counted.verb(names.size(), " starts", " start")
                    + " again"))
        .withOutcome(
            "all "
                + lacks.lack().question().waiting().size()
                + " waiting pods of gang "
                + lacks.lack().question().gang()
                + " get a node in "
                + moves.domain().text()
                + moves.moves().stream()
                    .map(m -> "; " + m.pod().key() + " to " + m.to())
                    .collect(Collectors.joining()));
  }
}
