package dev.plimsoll.model.topology;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.topology.DomainLack.Kind;
import dev.plimsoll.model.topology.DomainSearch.Candidate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Says why no domain takes all pods of a gang. */
final class LackText {
  private final DomainQuestion question;
  private final String gang;
  private final List<Pod> waiting;
  private final DomainTree tree;

  LackText(DomainQuestion question, DomainTree tree) {
    this.question = question;
    this.gang = question.gang();
    this.waiting = question.waiting();
    this.tree = tree;
  }

  /** Returns the lack of a gang that names a level that no node has. */
  DomainLack unknownLevel() {
    String within = question.request().within().orElseThrow();
    ResourceName main = Amounts.main(Amounts.sum(waiting));
    return new DomainLack(
        Kind.UNKNOWN_LEVEL,
        question,
        tree.levels(),
        List.of(
            "gang "
                + gang
                + " must be within one "
                + within
                + ", and no node has a level or label of this name; "
                + (tree.levels().levels().isEmpty()
                    ? "no node has a label of a known level"
                    : "the levels are " + tree.levels().names())),
        main,
        Amounts.sum(waiting).getOrZero(main),
        Quantity.ZERO);
  }

  /**
   * Returns the lack of a gang that no candidate takes.
   *
   * @param isFree whether no running pod decides on the domain
   */
  DomainLack lack(
      Snapshot snapshot,
      DomainSearch search,
      TopologyLevel level,
      List<Candidate> candidates,
      boolean isFree,
      List<String> further) {
    GangNodes amounts = search.amounts();
    ResourceName main = amounts.main();
    List<NodeInfo> all = snapshot.nodes().stream().filter(amounts::isEligible).toList();
    Optional<Candidate> closest =
        candidates.stream()
            .max(
                Comparator.comparingLong((Candidate c) -> amounts.slots(c.nodes()))
                    .thenComparing(c -> amounts.free(c.nodes(), main))
                    .thenComparing(c -> c.domain().name(), Comparator.reverseOrder()));
    Quantity requested = amounts.total().getOrZero(main);
    Quantity free = amounts.free(all, main);
    List<String> notes = new ArrayList<>();
    Kind kind;
    if (isFree && candidates.stream().noneMatch(c -> amounts.maySufficeEmpty(c.nodes()))) {
      kind = Kind.TOO_LARGE;
      notes.add(tooLarge(amounts, level, candidates, requested));
    } else {
      kind = amounts.sumsSuffice(all) ? Kind.FRAGMENTED : Kind.TOO_LITTLE;
      notes.add(
          must(level)
              + ": "
              + pods()
              + " request "
              + requested
              + " "
              + main
              + ", "
              + free
              + " "
              + Counted.are(free)
              + " free in all, and no single "
              + level.name()
              + " takes all pods"
              + closest.map(c -> best(amounts, c)).orElse(""));
    }
    notes.addAll(further);
    int unlabelled = tree.unlabelled(level);
    if (unlabelled > 0) {
      notes.add(
          Counted.of(unlabelled, "node", "is", "are")
              + " in no "
              + level.name()
              + ", because the label "
              + level.nodeLabel()
              + " is missing there");
    }
    if (!search.isExact()) {
      notes.add(
          "its pods differ or depend on each other, and not all placements were tried: one may"
              + " exist");
    }
    return new DomainLack(kind, question, tree.levels(), notes, main, requested, free);
  }

  private String must(TopologyLevel level) {
    return "gang " + gang + " must be within one " + level.name();
  }

  private String pods() {
    return waiting.size() == 1
        ? "its waiting pod"
        : "its " + waiting.size() + " waiting pods together";
  }

  private String best(GangNodes amounts, Candidate candidate) {
    Quantity free = amounts.free(candidate.nodes(), amounts.main());
    long slots = amounts.slots(candidate.nodes());
    return "; "
        + candidate.domain().text()
        + " comes closest, with "
        + free
        + " free"
        + (slots < waiting.size() ? " for at most " + Counted.of(slots, "pod") : "");
  }

  private String tooLarge(
      GangNodes amounts, TopologyLevel level, List<Candidate> candidates, Quantity requested) {
    ResourceName main = amounts.main();
    Optional<Candidate> largest =
        candidates.stream()
            .max(
                Comparator.comparing((Candidate c) -> amounts.has(c.nodes(), main))
                    .thenComparing(c -> c.domain().name(), Comparator.reverseOrder()));
    return "gang "
        + gang
        + " is larger than any domain of level "
        + level.name()
        + ": "
        + pods()
        + " request "
        + requested
        + " "
        + main
        + largest
            .map(
                c ->
                    ", and "
                        + c.domain().text()
                        + ", the largest, has "
                        + amounts.has(c.nodes(), main)
                        + " on "
                        + Counted.of(c.nodes().size(), "node"))
            .orElse(", and no " + level.name() + " has a node that they may use");
  }
}
