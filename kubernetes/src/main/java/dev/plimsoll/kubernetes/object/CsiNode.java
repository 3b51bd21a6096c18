package dev.plimsoll.kubernetes.object;

import java.util.Map;

/**
 * A CSINode: what CSI drivers report about the node of the same name.
 *
 * @param metadata name, labels and the like
 * @param volumeLimits how many volumes the node takes of a driver; drivers without limit are absent
 */
public record CsiNode(ObjectMeta metadata, Map<String, Integer> volumeLimits) implements ApiObject {

  public static final GroupVersionKind TYPE = GroupVersionKind.of("storage.k8s.io/v1", "CSINode");

  public static final GroupResource RESOURCE = new GroupResource("storage.k8s.io", "csinodes");

  public CsiNode {
    volumeLimits = Map.copyOf(volumeLimits);
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
