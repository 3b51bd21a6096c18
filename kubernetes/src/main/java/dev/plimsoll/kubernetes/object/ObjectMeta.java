package dev.plimsoll.kubernetes.object;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The metadata that all objects have.
 *
 * @param name the name; empty before one is generated
 * @param generateName the prefix for a generated name
 * @param namespace the namespace, empty for cluster-scoped objects
 * @param uid the UID, empty for an object that isn't stored
 * @param resourceVersion the version the API server gave, empty for an object that isn't stored
 * @param generation how often the spec was written, if the API server counts it
 * @param labels the labels
 * @param annotations those annotations that some rule reads
 * @param owners the owner references
 * @param finalizers what must be done before a deleted object goes
 * @param creationTimestamp when it was stored
 * @param modified when it was last written, as its managed fields tell; writes of a status count
 *     only where usage decides, as that of a quota does
 * @param deletionTimestamp when it must be gone: the time of the delete call plus the grace period
 * @param deletionGracePeriodSeconds the grace period of the delete call
 */
@RecordBuilder
public record ObjectMeta(
    String name,
    String generateName,
    String namespace,
    String uid,
    String resourceVersion,
    OptionalLong generation,
    Map<String, String> labels,
    Map<String, String> annotations,
    List<OwnerReference> owners,
    List<String> finalizers,
    Optional<Instant> creationTimestamp,
    Optional<Instant> modified,
    Optional<Instant> deletionTimestamp,
    OptionalLong deletionGracePeriodSeconds)
    implements ObjectMetaBuilder.With {

  private static final ObjectMeta NOTHING =
      new ObjectMeta(
          "",
          "",
          "",
          "",
          "",
          OptionalLong.empty(),
          Map.of(),
          Map.of(),
          List.of(),
          List.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          OptionalLong.empty());

  public ObjectMeta {
    labels = Map.copyOf(labels);
    annotations = Map.copyOf(annotations);
    owners = List.copyOf(owners);
    finalizers = List.copyOf(finalizers);
  }

  /** Returns metadata with a name and a namespace only. */
  public static ObjectMeta of(String namespace, String name) {
    return builder().namespace(namespace).name(name).build();
  }

  /** Returns the owner that manages this object. */
  public Optional<OwnerReference> controller() {
    return owners.stream().filter(OwnerReference::controller).findFirst();
  }

  /** Returns when it was last written: when it was stored, where nothing later is known. */
  public Optional<Instant> lastWritten() {
    return modified.or(() -> creationTimestamp);
  }

  /** Returns a builder in which everything is absent. */
  public static ObjectMetaBuilder builder() {
    return ObjectMetaBuilder.builder(NOTHING);
  }
}
