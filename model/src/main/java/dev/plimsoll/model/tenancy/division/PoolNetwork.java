package dev.plimsoll.model.tenancy.division;

import dev.plimsoll.model.tenancy.division.FlowElement.Line;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jgrapht.alg.flow.DinicMFImpl;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleDirectedWeightedGraph;

/**
 * Elements, their lines and pools as a flow network. An edge from the source to each element
 * carries the element's units. An edge from there to a hub per set of pools carries a line's units.
 * Further edges lead from the hubs through the pools to the sink.
 *
 * <p>JGraphT calculates in {@code double}, which is exact here: all amounts are whole and stay
 * below 2^53.
 */
final class PoolNetwork {
  private static final int SOURCE = 0;
  private static final int SINK = 1;

  private final List<FlowElement> flowElements;
  private final BitSet pools;
  private final SimpleDirectedWeightedGraph<Integer, DefaultWeightedEdge> graph =
      new SimpleDirectedWeightedGraph<>(DefaultWeightedEdge.class);
  private final Map<BitSet, Integer> hubs = new HashMap<>();
  private final int firstPool;
  private int vertices;

  /**
   * The result of sending amounts through the network.
   *
   * @param value how much arrives
   * @param source the vertices on the source's side of a least cut
   */
  private record Cut(double value, Set<Integer> source) {}

  /**
   * The part of the network that is too narrow.
   *
   * @param elements those that can't get more among them, by position
   * @param pools the pools that they exhaust
   */
  record Bottleneck(BitSet elements, BitSet pools) {}

  PoolNetwork(List<FlowElement> flowElements, long[] capacity, BitSet pools) {
    this.flowElements = flowElements;
    this.pools = pools;
    this.firstPool = 2 + flowElements.size();
    this.vertices = firstPool + capacity.length;
    graph.addVertex(SOURCE);
    graph.addVertex(SINK);
    double unbounded = 1;
    for (int p = pools.nextSetBit(0); p >= 0; p = pools.nextSetBit(p + 1)) {
      graph.addVertex(firstPool + p);
      edge(firstPool + p, SINK, (double) capacity[p]);
      unbounded += capacity[p];
    }
    for (int i = 0; i < flowElements.size(); i++) {
      graph.addVertex(2 + i);
      if (flowElements.get(i).direct() > 0) {
        edge(2 + i, SINK, (double) flowElements.get(i).direct());
      }
      for (Line line : flowElements.get(i).lines()) {
        addTo(edgeOf(2 + i, hub(line.pools(), unbounded)), line.units());
      }
    }
  }

  /** Returns how much arrives if each element is given that much, as far as it can be. */
  long arriving(ToLongFunction<FlowElement> amounts) {
    return (long) cut(amounts).value();
  }

  /** Returns where less than the total arrives if each element is given that much. */
  Optional<Bottleneck> bottleneck(ToLongFunction<FlowElement> amounts, long total) {
    Cut cut = cut(amounts);
    if ((long) cut.value() >= total) {
      return Optional.empty();
    }
    BitSet narrow = new BitSet();
    for (int i = 0; i < flowElements.size(); i++) {
      narrow.set(i, cut.source().contains(2 + i));
    }
    BitSet exhausted = new BitSet();
    for (int p = pools.nextSetBit(0); p >= 0; p = pools.nextSetBit(p + 1)) {
      exhausted.set(p, cut.source().contains(firstPool + p));
    }
    return Optional.of(new Bottleneck(narrow, exhausted));
  }

  private Cut cut(ToLongFunction<FlowElement> amounts) {
    for (int i = 0; i < flowElements.size(); i++) {
      DefaultWeightedEdge edge = edgeOf(SOURCE, 2 + i);
      graph.setEdgeWeight(edge, (double) amounts.applyAsLong(flowElements.get(i)));
    }
    DinicMFImpl<Integer, DefaultWeightedEdge> flow = new DinicMFImpl<>(graph);
    double value = flow.calculateMinCut(SOURCE, SINK);
    return new Cut(value, flow.getSourcePartition());
  }

  private int hub(BitSet reach, double unbounded) {
    return hubs.computeIfAbsent(
        reach,
        r -> {
          int hub = vertices++;
          graph.addVertex(hub);
          for (int p = r.nextSetBit(0); p >= 0; p = r.nextSetBit(p + 1)) {
            edge(hub, firstPool + p, unbounded);
          }
          return hub;
        });
  }

  private DefaultWeightedEdge edgeOf(int from, int to) {
    DefaultWeightedEdge edge = graph.getEdge(from, to);
    if (edge == null) {
      edge = graph.addEdge(from, to);
      graph.setEdgeWeight(edge, 0);
    }
    return edge;
  }

  private void edge(int from, int to, double units) {
    graph.setEdgeWeight(edgeOf(from, to), units);
  }

  private void addTo(DefaultWeightedEdge edge, long units) {
    graph.setEdgeWeight(edge, graph.getEdgeWeight(edge) + units);
  }
}
