package dev.plimsoll.extender.journal;

import dev.plimsoll.extender.accounting.EvictionChoice;
import dev.plimsoll.extender.accounting.NodeCheck;
import dev.plimsoll.extender.scoring.BinPacking;
import dev.plimsoll.extender.scoring.NodeHeadroom;
import dev.plimsoll.extender.scoring.WholeNodes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Everything that an answer depends on beside the entry's checks, so that replay can repeat it. */
public sealed interface Grounds {
  /** The way in which nodes are scored. */
  BinPacking PACKING = new WholeNodes();

  /** Returns about how many bytes of memory the grounds take. */
  default long bytes() {
    return 0;
  }

  /** The entry's checks are all: {@code filter}. */
  record Checks() implements Grounds {}

  /**
   * The grounds are not in the journal.
   *
   * @param why the reason, as a sentence without a full stop
   */
  record Unrecorded(String why) implements Grounds {}

  /**
   * The node of {@code bind}.
   *
   * @param resources what the node has free for the pod
   */
  record Binding(NodeCheck resources) implements Grounds {}

  /**
   * The nodes of {@code preempt}.
   *
   * @param choice what decides
   * @param allowed the nodes on which pods may be evicted, by the answer
   */
  record Evictions(EvictionChoice choice, Set<String> allowed) implements Grounds {
    private static final int MOST = 1024;
    private static final long BYTES = 256;

    private static final Grounds TOO_MANY =
        new Unrecorded("more than " + MOST + " checks decided about the nodes that preempt named");

    /** Returns the grounds, unless there are too many nodes and checks. */
    public static Grounds of(EvictionChoice choice, Set<String> allowed) {
      return checks(choice) > MOST ? TOO_MANY : new Evictions(choice, new TreeSet<>(allowed));
    }

    private static int checks(EvictionChoice choice) {
      return choice.candidates().stream()
          .mapToInt(c -> 1 + c.quotas().size() + c.shares().size())
          .sum();
    }

    @Override
    public long bytes() {
      return BYTES * checks(choice);
    }
  }

  /**
   * The nodes of {@code prioritize}; of nodes that are alike and have the same score only the first
   * in their order.
   *
   * @param wantsDevices whether the pod requests an extended resource
   * @param nodes the nodes with their scores
   */
  record Scores(boolean wantsDevices, List<ScoredNode> nodes) implements Grounds {
    private static final int MOST = 512;
    private static final long BYTES = 96;

    private static final Grounds TOO_MANY =
        new Unrecorded("prioritize named more than " + MOST + " different nodes");

    public Scores {
      nodes = List.copyOf(nodes);
    }

    /** Returns the grounds, unless too many nodes differ. */
    public static Grounds of(List<NodeHeadroom> headrooms, int[] scores, boolean wantsDevices) {
      Map<ScoredNode, Long> orders = new LinkedHashMap<>();
      for (int i = 0; i < scores.length; i++) {
        orders.merge(
            new ScoredNode(at(headrooms.get(i), 0), scores[i]),
            headrooms.get(i).order(),
            Math::min);
        if (orders.size() > MOST) {
          return TOO_MANY;
        }
      }
      return new Scores(
          wantsDevices,
          orders.entrySet().stream()
              .map(e -> new ScoredNode(at(e.getKey().node(), e.getValue()), e.getKey().score()))
              .toList());
    }

    private static NodeHeadroom at(NodeHeadroom node, long order) {
      return new NodeHeadroom(
          node.devices(), node.freeDevices(), node.pods(), node.load(), order, node.domain());
    }

    /** Returns the scores as they were recorded. */
    int[] recorded() {
      return nodes.stream().mapToInt(ScoredNode::score).toArray();
    }

    /** Returns the scores by the rules of this version. */
    int[] now() {
      return PACKING.scores(nodes.stream().map(ScoredNode::node).toList(), wantsDevices);
    }

    @Override
    public long bytes() {
      return BYTES * nodes.size();
    }
  }

  /** A node with its score. */
  record ScoredNode(NodeHeadroom node, int score) {}
}
