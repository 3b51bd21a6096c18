package dev.plimsoll.kubernetes.object;

/**
 * A template from which the claims of pods are created.
 *
 * @param metadata name, labels and the like
 * @param devices the devices that each claim is about
 */
public record ResourceClaimTemplate(ObjectMeta metadata, DeviceClaim devices) implements ApiObject {

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("resource.k8s.io/v1", "ResourceClaimTemplate");

  public static final GroupResource RESOURCE =
      new GroupResource("resource.k8s.io", "resourceclaimtemplates");

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }
}
