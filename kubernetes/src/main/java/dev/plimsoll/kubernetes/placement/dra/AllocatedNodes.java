package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.object.DeviceNodes;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.NodeSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * From which nodes all devices of a claim can be reached.
 *
 * <p>Source: {@code createNodeSelector} in {@code
 * staging/src/k8s.io/dynamic-resource-allocation/structured/internal/incubating/allocator_incubating.go}.
 */
final class AllocatedNodes {
  private AllocatedNodes() {}

  /** Returns which nodes these are; absent if all. */
  static Optional<NodeSelector> of(List<PoolDevice> devices, Node node) {
    List<NodeSelector.Requirement> fields = new ArrayList<>();
    List<NodeSelector.Requirement> labels = new ArrayList<>();
    for (PoolDevice device : devices) {
      DeviceNodes nodes =
          device.slice().perDeviceNodeSelection()
              ? device.device().nodes()
              : device.slice().nodes();
      if (!nodes.nodeName().isEmpty() || device.device().bindsToNode()) {
        return Optional.of(only(node));
      }
      nodes.nodeSelector().stream()
          .flatMap(s -> s.terms().stream())
          .forEach(
              t -> {
                addNew(t.matchFields(), fields);
                addNew(t.matchExpressions(), labels);
              });
    }
    return fields.isEmpty() && labels.isEmpty()
        ? Optional.empty()
        : Optional.of(new NodeSelector(List.of(new NodeSelector.Term(labels, fields))));
  }

  private static NodeSelector only(Node node) {
    NodeSelector.Requirement name =
        new NodeSelector.Requirement("metadata.name", "In", List.of(node.name()));
    return new NodeSelector(List.of(new NodeSelector.Term(List.of(), List.of(name))));
  }

  private static void addNew(
      List<NodeSelector.Requirement> from, List<NodeSelector.Requirement> to) {
    from.stream().filter(r -> !to.contains(r)).forEach(to::add);
  }
}
