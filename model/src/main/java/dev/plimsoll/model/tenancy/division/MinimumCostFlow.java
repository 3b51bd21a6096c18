package dev.plimsoll.model.tenancy.division;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jgrapht.alg.flow.mincost.CapacityScalingMinimumCostFlow;
import org.jgrapht.alg.flow.mincost.MinimumCostFlowProblem.MinimumCostFlowProblemImpl;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleDirectedWeightedGraph;

/** A network in which what enters somewhere flows to one sink, at the least cost. */
final class MinimumCostFlow {
  /** More than ever flows, and less than what JGraphT takes for infinite. */
  static final int MOST = 1 << 28;

  private final SimpleDirectedWeightedGraph<Integer, DefaultWeightedEdge> graph =
      new SimpleDirectedWeightedGraph<>(DefaultWeightedEdge.class);
  private final Map<DefaultWeightedEdge, Integer> capacities = new HashMap<>();
  private final Map<Integer, Integer> supplies = new HashMap<>();
  private final int sink = vertex();
  private Map<DefaultWeightedEdge, Double> flow = Map.of();

  int sink() {
    return sink;
  }

  int vertex() {
    int vertex = graph.vertexSet().size();
    graph.addVertex(vertex);
    return vertex;
  }

  int entry(int units) {
    int vertex = vertex();
    supplies.put(vertex, units);
    supplies.merge(sink, -units, Integer::sum);
    return vertex;
  }

  /** Adds an edge; returns what flows on it once that is solved. */
  LongSupplier edge(int from, int to, int capacity, double cost) {
    DefaultWeightedEdge edge = graph.addEdge(from, to);
    graph.setEdgeWeight(edge, cost);
    capacities.put(edge, capacity);
    return () -> Math.round(flow.getOrDefault(edge, 0.0));
  }

  /** Lets it flow; all that enters must have a way. */
  void solve() {
    flow =
        new CapacityScalingMinimumCostFlow<Integer, DefaultWeightedEdge>()
            .getMinimumCostFlow(
                new MinimumCostFlowProblemImpl<>(
                    graph, v -> supplies.getOrDefault(v, 0), e -> capacities.getOrDefault(e, 0)))
            .getFlowMap();
  }
}
