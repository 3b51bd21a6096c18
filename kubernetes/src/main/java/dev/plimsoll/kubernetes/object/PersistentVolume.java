package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import java.util.Optional;

/**
 * A piece of storage.
 *
 * @param metadata name, labels and the like
 * @param capacity how much it holds
 * @param storageClassName its class, empty for none
 * @param accessModes how it may be mounted
 * @param volumeMode {@code Filesystem} or {@code Block}
 * @param volumeAttributesClassName its attributes class, empty for none
 * @param claim the claim it is bound to or kept for
 * @param nodeAffinity the nodes that reach it
 * @param phase {@code Available}, {@code Bound}, {@code Released} or empty
 * @param csi what a CSI driver knows it by
 */
public record PersistentVolume(
    ObjectMeta metadata,
    Resources capacity,
    String storageClassName,
    List<String> accessModes,
    String volumeMode,
    String volumeAttributesClassName,
    Optional<ObjectReference> claim,
    Optional<NodeSelector> nodeAffinity,
    String phase,
    Optional<CsiSource> csi)
    implements ApiObject {

  /**
   * The handle by which a CSI driver knows a volume.
   *
   * @param driver the driver's name
   * @param volumeHandle its name for the volume
   */
  public record CsiSource(String driver, String volumeHandle) {}

  public static final GroupVersionKind TYPE = GroupVersionKind.of("v1", "PersistentVolume");

  public static final GroupResource RESOURCE = new GroupResource("", "persistentvolumes");

  public PersistentVolume {
    accessModes = List.copyOf(accessModes);
  }

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }

  /** Returns a copy in another phase. */
  public PersistentVolume withPhase(String other) {
    return storedAs(metadata, claim, other);
  }

  /** Returns a copy with other metadata, kept for a claim or for none, in a phase. */
  public PersistentVolume storedAs(
      ObjectMeta other, Optional<ObjectReference> keptFor, String inPhase) {
    return new PersistentVolume(
        other,
        capacity,
        storageClassName,
        accessModes,
        volumeMode,
        volumeAttributesClassName,
        keptFor,
        nodeAffinity,
        inPhase,
        csi);
  }

  /** Returns a copy that is bound to a claim. */
  public PersistentVolume boundTo(PersistentVolumeClaim other) {
    return storedAs(
        metadata,
        Optional.of(
            new ObjectReference(
                "PersistentVolumeClaim", other.namespace(), other.name(), other.metadata().uid())),
        "Bound");
  }

  /** Returns the class: the annotation, even when empty, goes before the field. */
  public String storageClass() {
    return metadata
        .annotations()
        .getOrDefault(PersistentVolumeClaim.BETA_STORAGE_CLASS_ANNOTATION, storageClassName);
  }
}
