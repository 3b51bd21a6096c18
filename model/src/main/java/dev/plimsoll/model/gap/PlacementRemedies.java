package dev.plimsoll.model.gap;

import dev.plimsoll.model.quantity.ResourceName;
import java.util.List;

/** What could help pods that find no node, from the smallest change to the largest. */
final class PlacementRemedies {

  /** One way to help. */
  interface Proposal {
    /** Returns the remedies of this kind that make sense, tried. */
    List<Remedy> propose(Scene scene, Waiting waiting, ResourceName resource);
  }

  private static final List<Proposal> PROPOSALS =
      List.of(
          new TolerationProposal(),
          new SelectorProposal(),
          new UncordonProposal(),
          new MovePodsProposal(),
          new SmallerRequestProposal(),
          new AddNodesProposal());

  private PlacementRemedies() {}

  static List<Remedy> of(Scene scene, Waiting waiting, ResourceName resource) {
    return PROPOSALS.stream().flatMap(p -> p.propose(scene, waiting, resource).stream()).toList();
  }
}
