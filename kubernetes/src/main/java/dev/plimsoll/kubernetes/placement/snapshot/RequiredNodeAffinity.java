package dev.plimsoll.kubernetes.placement.snapshot;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.Map;
import java.util.Optional;

/**
 * A pod's requirements on a node's labels and name.
 *
 * <p>Source: {@code RequiredNodeAffinity} in {@code
 * staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.go}.
 *
 * @param labels the pod's {@code nodeSelector}
 * @param terms its required node affinity; present without terms matches no node
 */
public record RequiredNodeAffinity(Map<String, String> labels, Optional<NodeSelector> terms) {

  public RequiredNodeAffinity {
    labels = Map.copyOf(labels);
  }

  /** Returns the requirements of the pod. */
  public static RequiredNodeAffinity of(Pod pod) {
    return new RequiredNodeAffinity(
        pod.spec().nodeSelector(), pod.spec().affinity().requiredNodes());
  }

  /** Returns whether nothing is demanded. */
  public boolean isEmpty() {
    return labels.isEmpty() && terms.isEmpty();
  }

  /** Returns whether the node is as demanded. */
  public boolean matches(Node node) {
    Map<String, String> has = node.metadata().labels();
    for (Map.Entry<String, String> label : labels.entrySet()) {
      if (!label.getValue().equals(has.get(label.getKey()))) {
        return false;
      }
    }
    return terms.isEmpty() || NodeSelectors.matches(terms.get(), node);
  }
}
