package dev.plimsoll.kubernetes.object;

import java.util.List;
import java.util.Map;

/**
 * Kueue's ResourceFlavor: the nodes with certain labels.
 *
 * @param metadata name, labels and the like
 * @param nodeLabels the labels of its nodes, which Kueue adds to the node selector of pods
 * @param tolerations the tolerations that Kueue adds to pods
 */
public record ResourceFlavor(
    ObjectMeta metadata, Map<String, String> nodeLabels, List<Toleration> tolerations)
    implements ApiObject {

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("kueue.x-k8s.io/v1beta2", "ResourceFlavor");

  public static final GroupResource RESOURCE =
      new GroupResource("kueue.x-k8s.io", "resourceflavors");

  public ResourceFlavor {
    nodeLabels = Map.copyOf(nodeLabels);
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
