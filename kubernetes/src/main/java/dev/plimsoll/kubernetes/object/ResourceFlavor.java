package dev.plimsoll.kubernetes.object;

import java.util.List;
import java.util.Map;

/**
 * Kueue's ResourceFlavor: the nodes with certain labels.
 *
 * @param metadata name, labels and the like
 * @param nodeLabels the labels of its nodes, which Kueue adds to the node selector of pods
 * @param nodeTaints the taints that pods must tolerate to get the flavor
 * @param tolerations the tolerations that Kueue adds to pods
 * @param topology the Topology whose domains Kueue fills with the pods; empty for none
 */
public record ResourceFlavor(
    ObjectMeta metadata,
    Map<String, String> nodeLabels,
    List<Taint> nodeTaints,
    List<Toleration> tolerations,
    String topology)
    implements ApiObject {

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("kueue.x-k8s.io/v1beta2", "ResourceFlavor");

  public static final GroupResource RESOURCE =
      new GroupResource("kueue.x-k8s.io", "resourceflavors");

  public ResourceFlavor {
    nodeLabels = Map.copyOf(nodeLabels);
    nodeTaints = List.copyOf(nodeTaints);
    tolerations = List.copyOf(tolerations);
  }

  /** Returns whether a node has its labels; a flavor without labels has every node. */
  public boolean includes(Node node) {
    return node.metadata().labels().entrySet().containsAll(nodeLabels.entrySet());
  }

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }
}
