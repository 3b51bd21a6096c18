package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.capacity.NodeGroups;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Nodes with devices of one model, as a label says it.
 *
 * @param label the label's key
 * @param value the label's value
 * @param nodes the nodes
 */
record NodeModel(String label, String value, List<Node> nodes) {
  private static final String MEMORY = "nvidia.com/gpu.memory";

  NodeModel {
    nodes = List.copyOf(nodes);
  }

  /**
   * Returns the smallest of several models, by the devices' memory, then by the number of nodes. It
   * is absent if all nodes are of one model, or the pod selects one already.
   */
  static Optional<NodeModel> least(Pod pod, List<Node> nodes) {
    for (String label : NodeGroups.PRODUCT_LABELS) {
      Map<String, List<Node>> models = new TreeMap<>();
      for (Node node : nodes) {
        String value = node.metadata().labels().get(label);
        if (value != null) {
          models.computeIfAbsent(value, v -> new ArrayList<>()).add(node);
        }
      }
      boolean all = models.values().stream().mapToInt(List::size).sum() == nodes.size();
      if (all && models.size() > 1 && !pod.spec().nodeSelector().containsKey(label)) {
        return models.entrySet().stream()
            .map(m -> new NodeModel(label, m.getKey(), m.getValue()))
            .min(
                Comparator.comparingLong(NodeModel::memory)
                    .thenComparing(m -> -m.nodes().size())
                    .thenComparing(NodeModel::value));
      }
    }
    return Optional.empty();
  }

  private long memory() {
    String text = nodes.get(0).metadata().labels().getOrDefault(MEMORY, "");
    return text.matches("[0-9]{1,12}") ? Long.parseLong(text) : Long.MAX_VALUE;
  }

  /** Returns the spec with the model selected. */
  PodSpec select(PodSpec spec) {
    Map<String, String> selector = new HashMap<>(spec.nodeSelector());
    selector.put(label, value);
    return spec.withNodeSelector(selector);
  }
}
