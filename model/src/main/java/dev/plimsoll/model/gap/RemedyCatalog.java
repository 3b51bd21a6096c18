package dev.plimsoll.model.gap;

import dev.plimsoll.model.quantity.ResourceName;
import java.util.List;

/** What could help pods that find no node, from the smallest change to the largest. */
final class RemedyCatalog {

  /** One way to help. */
  interface RemedyProposer {
    /** Returns the remedies of this kind that make sense, tried. */
    List<Remedy> propose(
        DetectionContext detectionContext,
        UnschedulablePods unschedulablePods,
        ResourceName resource);
  }

  private static final List<RemedyProposer> PROPOSALS =
      List.of(
          new TolerationProposer(),
          new NodeSelectorProposer(),
          new UncordonProposer(),
          new MovePodsProposer(),
          new SmallerRequestProposer(),
          new AddNodesProposer());

  private RemedyCatalog() {}

  static List<Remedy> of(
      DetectionContext detectionContext,
      UnschedulablePods unschedulablePods,
      ResourceName resource) {
    return PROPOSALS.stream()
        .flatMap(p -> p.propose(detectionContext, unschedulablePods, resource).stream())
        .toList();
  }
}
