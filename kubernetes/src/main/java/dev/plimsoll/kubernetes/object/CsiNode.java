package dev.plimsoll.kubernetes.object;

import java.util.Map;
import java.util.Set;

/**
 * A CSINode: what CSI drivers report about the node of the same name.
 *
 * @param metadata name, labels and the like
 * @param drivers the names of the drivers that are installed on the node
 * @param volumeLimits how many volumes the node takes of a driver; drivers without limit are absent
 */
public record CsiNode(ObjectMeta metadata, Set<String> drivers, Map<String, Integer> volumeLimits)
    implements ApiObject {

  public static final GroupVersionKind TYPE = GroupVersionKind.of("storage.k8s.io/v1", "CSINode");

  public static final GroupResource RESOURCE = new GroupResource("storage.k8s.io", "csinodes");

  public CsiNode {
    drivers = Set.copyOf(drivers);
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
