package dev.plimsoll.kubernetes.object;

import java.util.List;

/**
 * A storage class.
 *
 * @param metadata name, labels and the like
 * @param provisioner who makes the volumes
 * @param volumeBindingMode {@code Immediate} (also when empty) or {@code WaitForFirstConsumer}
 * @param isDefault whether claims that name no class get it
 * @param allowedTopologies where volumes can be made; empty for everywhere
 */
public record StorageClass(
    ObjectMeta metadata,
    String provisioner,
    String volumeBindingMode,
    boolean isDefault,
    List<NodeSelector.Term> allowedTopologies)
    implements ApiObject {

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("storage.k8s.io/v1", "StorageClass");

  public static final GroupResource RESOURCE =
      new GroupResource("storage.k8s.io", "storageclasses");

  public StorageClass {
    allowedTopologies = List.copyOf(allowedTopologies);
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
