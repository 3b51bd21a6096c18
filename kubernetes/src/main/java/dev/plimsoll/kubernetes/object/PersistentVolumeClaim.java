package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A claim of storage.
 *
 * @param metadata name, labels and the like
 * @param requests the storage that it requests
 * @param storageClassName the class in the spec; present and empty for none
 * @param volumeName the volume it is bound to, empty for none
 * @param volumeMode {@code Filesystem} or {@code Block}
 * @param selector which volumes it may be bound to, by label
 * @param accessModes how it may be mounted
 * @param volumeAttributesClassName the attributes class in the spec, empty for none
 * @param phase {@code Pending}, {@code Bound}, {@code Lost} or empty
 * @param allocatedResources what an expansion under way has set aside
 * @param currentVolumeAttributesClassName the attributes class in force, empty for none
 * @param targetVolumeAttributesClassName the attributes class being applied, empty for none
 */
public record PersistentVolumeClaim(
    ObjectMeta metadata,
    Resources requests,
    Optional<String> storageClassName,
    String volumeName,
    String volumeMode,
    Optional<LabelSelector> selector,
    List<String> accessModes,
    String volumeAttributesClassName,
    String phase,
    Resources allocatedResources,
    String currentVolumeAttributesClassName,
    String targetVolumeAttributesClassName)
    implements ApiObject {

  public static final GroupVersionKind TYPE = GroupVersionKind.of("v1", "PersistentVolumeClaim");

  public static final GroupResource RESOURCE = new GroupResource("", "persistentvolumeclaims");

  public PersistentVolumeClaim {
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

  /** The annotation that named the class before the spec had a field for it. */
  public static final String BETA_STORAGE_CLASS_ANNOTATION =
      "volume.beta.kubernetes.io/storage-class";

  /** The annotation that says that binding is complete. */
  public static final String BIND_COMPLETED_ANNOTATION = "pv.kubernetes.io/bind-completed";

  private static final Set<String> BINDING_ANNOTATIONS =
      Set.of(BIND_COMPLETED_ANNOTATION, "pv.kubernetes.io/bound-by-controller");

  /** The annotation that names the node for which the volume is to be made. */
  public static final String SELECTED_NODE_ANNOTATION = "volume.kubernetes.io/selected-node";

  /** Returns the class: the annotation, even when empty, goes before the field. */
  public Optional<String> storageClass() {
    String annotation = metadata.annotations().get(BETA_STORAGE_CLASS_ANNOTATION);
    return annotation != null ? Optional.of(annotation) : storageClassName;
  }

  /** Returns a copy with other metadata. */
  public PersistentVolumeClaim withMetadata(ObjectMeta other) {
    return new PersistentVolumeClaim(
        other,
        requests,
        storageClassName,
        volumeName,
        volumeMode,
        selector,
        accessModes,
        volumeAttributesClassName,
        phase,
        allocatedResources,
        currentVolumeAttributesClassName,
        targetVolumeAttributesClassName);
  }

  /** Returns a copy with another class in the spec. */
  public PersistentVolumeClaim withStorageClassName(String other) {
    return new PersistentVolumeClaim(
        metadata,
        requests,
        Optional.of(other),
        volumeName,
        volumeMode,
        selector,
        accessModes,
        volumeAttributesClassName,
        phase,
        allocatedResources,
        currentVolumeAttributesClassName,
        targetVolumeAttributesClassName);
  }

  /** Returns the claim as it is created again: it names no volume, and nobody has bound it. */
  public PersistentVolumeClaim unbound() {
    Map<String, String> annotations = new HashMap<>(metadata.annotations());
    annotations.keySet().removeIf(BINDING_ANNOTATIONS::contains);
    return new PersistentVolumeClaim(
        metadata.withAnnotations(annotations),
        requests,
        storageClassName,
        "",
        volumeMode,
        selector,
        accessModes,
        volumeAttributesClassName,
        "Pending",
        allocatedResources,
        currentVolumeAttributesClassName,
        targetVolumeAttributesClassName);
  }

  /** Returns a copy that is bound to a volume. */
  public PersistentVolumeClaim boundTo(String volume) {
    return new PersistentVolumeClaim(
        metadata,
        requests,
        storageClassName,
        volume,
        volumeMode,
        selector,
        accessModes,
        volumeAttributesClassName,
        "Bound",
        allocatedResources,
        currentVolumeAttributesClassName,
        targetVolumeAttributesClassName);
  }

  /**
   * Returns whether binding is complete: it names its volume and is marked as bound. The mark comes
   * before the phase {@code Bound}, which therefore tells as well where annotations were left out.
   */
  public boolean isFullyBound() {
    return !volumeName.isEmpty()
        && (metadata.annotations().containsKey(BIND_COMPLETED_ANNOTATION) || phase.equals("Bound"));
  }
}
