package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import java.util.Map;

/**
 * A runtime class.
 *
 * @param metadata name, labels and the like
 * @param overhead what a pod of the class is charged on top
 * @param nodeSelector labels added to the pod's node selector
 * @param tolerations tolerations added to the pod
 */
public record RuntimeClass(
    ObjectMeta metadata,
    Resources overhead,
    Map<String, String> nodeSelector,
    List<Toleration> tolerations)
    implements ApiObject {

  public static final GroupVersionKind TYPE = GroupVersionKind.of("node.k8s.io/v1", "RuntimeClass");

  public static final GroupResource RESOURCE = new GroupResource("node.k8s.io", "runtimeclasses");

  public RuntimeClass {
    nodeSelector = Map.copyOf(nodeSelector);
    tolerations = List.copyOf(tolerations);
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
