package dev.plimsoll.model.object;

import dev.plimsoll.model.quantity.Resources;
import java.util.List;
import java.util.Optional;

/**
 * A piece of storage.
 *
 * @param metadata name, labels and the like
 * @param capacity how much it holds
 * @param storageClassName its class, empty for none
 * @param accessModes how it may be mounted
 * @param claimNamespace the namespace of the claim it is bound to, empty for none
 * @param claimName the name of the claim it is bound to, empty for none
 * @param nodeAffinity the nodes that reach it
 * @param phase {@code Available}, {@code Bound}, {@code Released} or empty
 * @param csiDriver the CSI driver that serves it, empty for none
 */
public record PersistentVolume(
    ObjectMeta metadata,
    Resources capacity,
    String storageClassName,
    List<String> accessModes,
    String claimNamespace,
    String claimName,
    Optional<NodeSelector> nodeAffinity,
    String phase,
    String csiDriver)
    implements ApiObject {

  /** The kind. */
  public static final GroupVersionKind TYPE = GroupVersionKind.of("v1", "PersistentVolume");

  /** The plural. */
  public static final GroupResource RESOURCE = new GroupResource("", "persistentvolumes");

  /** Makes the collections unmodifiable. */
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
}
