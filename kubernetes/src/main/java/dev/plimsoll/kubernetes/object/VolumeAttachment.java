package dev.plimsoll.kubernetes.object;

/**
 * The attachment of a volume to a node, present or planned, whether a pod there uses it or not.
 *
 * @param metadata name, labels and the like
 * @param attacher the CSI driver
 * @param nodeName the node
 * @param volumeName the PersistentVolume; empty for a disk that a pod names itself
 */
public record VolumeAttachment(
    ObjectMeta metadata, String attacher, String nodeName, String volumeName) implements ApiObject {

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("storage.k8s.io/v1", "VolumeAttachment");

  public static final GroupResource RESOURCE =
      new GroupResource("storage.k8s.io", "volumeattachments");

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }
}
