package dev.plimsoll.model.start;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The nodes with enough left for a pod, by shape, kept while nodes change. Shapes with equal
 * requests and equal eligible nodes have one set.
 */
final class FittingNodes {
  private final List<RequestShape> shapes;
  private final Map<RequestShape, Integer> numbers;
  private final NodeClasses classes;
  private final BitSet[] fitting;
  private final int columns;

  private record Alike(List<Long> request, BitSet eligible) {}

  /** Makes the sets of some shapes. */
  FittingNodes(Iterable<RequestShape> all, NodeTable nodes) {
    this.shapes = new ArrayList<>();
    this.numbers = new HashMap<>();
    this.columns = nodes.columns();
    Map<Alike, Integer> known = new HashMap<>();
    Map<Integer, BitSet> eligible = new LinkedHashMap<>();
    for (RequestShape shape : all) {
      List<Long> request = java.util.Arrays.stream(shape.request()).boxed().toList();
      Integer number = known.putIfAbsent(new Alike(request, shape.eligible()), shapes.size());
      if (number == null) {
        number = shapes.size();
        shapes.add(shape);
        eligible.put(number, shape.eligible());
      }
      numbers.put(shape, number);
    }
    this.classes = new NodeClasses(eligible, nodes.nodes());
    this.fitting = new BitSet[shapes.size()];
    long[] free = nodes.free();
    for (int i = 0; i < fitting.length; i++) {
      RequestShape shape = shapes.get(i);
      BitSet of = new BitSet(nodes.nodes());
      shape.eligible().stream().filter(n -> shape.isAtMost(free, n * columns)).forEach(of::set);
      fitting[i] = of;
    }
  }

  private FittingNodes(FittingNodes other) {
    this.shapes = other.shapes;
    this.numbers = other.numbers;
    this.classes = other.classes;
    this.columns = other.columns;
    this.fitting = new BitSet[other.fitting.length];
    for (int i = 0; i < fitting.length; i++) {
      fitting[i] = (BitSet) other.fitting[i].clone();
    }
  }

  FittingNodes copy() {
    return new FittingNodes(this);
  }

  /** Follows a change of a node. */
  void changed(int node, long[] free) {
    for (int number : classes.lines(node)) {
      fitting[number].set(node, shapes.get(number).isAtMost(free, node * columns));
    }
  }

  /** Returns the nodes that have enough for a pod of a shape; only to read. */
  BitSet of(RequestShape shape) {
    return fitting[java.util.Objects.requireNonNull(numbers.get(shape))];
  }
}
