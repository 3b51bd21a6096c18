package dev.plimsoll.kubernetes.object;

import java.util.Map;
import java.util.Optional;

/**
 * A quota over several namespaces, as OpenShift has it.
 *
 * @param metadata name, labels and the like
 * @param labels the namespaces by label
 * @param annotations the namespaces by annotation, all of which must be equal
 * @param quota the desired state
 * @param total what is enforced and used over all namespaces
 * @param namespaces the same by namespace
 */
public record ClusterResourceQuota(
    ObjectMeta metadata,
    Optional<LabelSelector> labels,
    Map<String, String> annotations,
    ResourceQuotaSpec quota,
    ResourceQuotaStatus total,
    Map<String, ResourceQuotaStatus> namespaces)
    implements ApiObject {

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("quota.openshift.io/v1", "ClusterResourceQuota");

  public static final GroupResource RESOURCE =
      new GroupResource("quota.openshift.io", "clusterresourcequotas");

  public ClusterResourceQuota {
    annotations = Map.copyOf(annotations);
    namespaces = Map.copyOf(namespaces);
  }

  /** Returns a copy with other limits, desired and enforced. */
  public ClusterResourceQuota withLimits(ResourceQuotaSpec desired, ResourceQuotaStatus enforced) {
    return new ClusterResourceQuota(metadata, labels, annotations, desired, enforced, namespaces);
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
