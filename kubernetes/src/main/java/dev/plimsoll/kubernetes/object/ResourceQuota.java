package dev.plimsoll.kubernetes.object;

/**
 * A quota of a namespace.
 *
 * @param metadata name, labels and the like
 * @param spec the desired state
 * @param status what is enforced and used
 */
public record ResourceQuota(ObjectMeta metadata, ResourceQuotaSpec spec, ResourceQuotaStatus status)
    implements ApiObject {

  public static final GroupVersionKind TYPE = GroupVersionKind.of("v1", "ResourceQuota");

  public static final GroupResource RESOURCE = new GroupResource("", "resourcequotas");

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }

  /** Returns a copy with another spec. */
  public ResourceQuota withSpec(ResourceQuotaSpec other) {
    return new ResourceQuota(metadata, other, status);
  }

  /** Returns a copy with another status. */
  public ResourceQuota withStatus(ResourceQuotaStatus other) {
    return new ResourceQuota(metadata, spec, other);
  }
}
