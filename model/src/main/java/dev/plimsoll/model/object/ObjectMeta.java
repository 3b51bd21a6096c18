package dev.plimsoll.model.object;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What all objects carry.
 *
 * @param name the name; empty before one is generated
 * @param generateName the prefix for a generated name
 * @param namespace the namespace, empty for cluster-scoped objects
 * @param uid the UID, empty for an object that isn't stored
 * @param resourceVersion the version the API server gave, empty for an object that isn't stored
 * @param labels the labels
 * @param annotations those annotations that some rule reads
 * @param owners the owner references
 * @param creationTimestamp when it was stored
 * @param deletionTimestamp when it must be gone: the time of the delete call plus the grace period
 * @param deletionGracePeriodSeconds the grace period of the delete call
 */
public record ObjectMeta(
    String name,
    String generateName,
    String namespace,
    String uid,
    String resourceVersion,
    Map<String, String> labels,
    Map<String, String> annotations,
    List<OwnerReference> owners,
    Optional<Instant> creationTimestamp,
    Optional<Instant> deletionTimestamp,
    OptionalLong deletionGracePeriodSeconds) {

  /** Makes the collections unmodifiable. */
  public ObjectMeta {
    labels = Map.copyOf(labels);
    annotations = Map.copyOf(annotations);
    owners = List.copyOf(owners);
  }

  /** Returns metadata with a name and a namespace only. */
  public static ObjectMeta of(String namespace, String name) {
    return builder().namespace(namespace).name(name).build();
  }

  /** Returns the owner that manages this object. */
  public Optional<OwnerReference> controller() {
    return owners.stream().filter(OwnerReference::controller).findFirst();
  }

  /** Returns a builder in which everything is absent. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder that starts from these values. */
  public Builder toBuilder() {
    return new Builder()
        .name(name)
        .generateName(generateName)
        .namespace(namespace)
        .uid(uid)
        .resourceVersion(resourceVersion)
        .labels(labels)
        .annotations(annotations)
        .owners(owners)
        .creationTimestamp(creationTimestamp)
        .deletionTimestamp(deletionTimestamp)
        .deletionGracePeriodSeconds(deletionGracePeriodSeconds);
  }

  /** Builds {@link ObjectMeta}. */
  public static final class Builder {
    private String name = "";
    private String generateName = "";
    private String namespace = "";
    private String uid = "";
    private String resourceVersion = "";
    private Map<String, String> labels = Map.of();
    private Map<String, String> annotations = Map.of();
    private List<OwnerReference> owners = List.of();
    private Optional<Instant> creationTimestamp = Optional.empty();
    private Optional<Instant> deletionTimestamp = Optional.empty();
    private OptionalLong deletionGracePeriodSeconds = OptionalLong.empty();

    private Builder() {}

    /** Sets {@code name}. */
    public Builder name(String value) {
      name = value;
      return this;
    }

    /** Sets {@code generateName}. */
    public Builder generateName(String value) {
      generateName = value;
      return this;
    }

    /** Sets {@code namespace}. */
    public Builder namespace(String value) {
      namespace = value;
      return this;
    }

    /** Sets {@code uid}. */
    public Builder uid(String value) {
      uid = value;
      return this;
    }

    /** Sets {@code resourceVersion}. */
    public Builder resourceVersion(String value) {
      resourceVersion = value;
      return this;
    }

    /** Sets {@code labels}. */
    public Builder labels(Map<String, String> value) {
      labels = value;
      return this;
    }

    /** Sets {@code annotations}. */
    public Builder annotations(Map<String, String> value) {
      annotations = value;
      return this;
    }

    /** Sets {@code owners}. */
    public Builder owners(List<OwnerReference> value) {
      owners = value;
      return this;
    }

    /** Sets {@code creationTimestamp}. */
    public Builder creationTimestamp(Optional<Instant> value) {
      creationTimestamp = value;
      return this;
    }

    /** Sets {@code deletionTimestamp}. */
    public Builder deletionTimestamp(Optional<Instant> value) {
      deletionTimestamp = value;
      return this;
    }

    /** Sets {@code deletionGracePeriodSeconds}. */
    public Builder deletionGracePeriodSeconds(OptionalLong value) {
      deletionGracePeriodSeconds = value;
      return this;
    }

    /** Returns the metadata. */
    public ObjectMeta build() {
      return new ObjectMeta(
          name,
          generateName,
          namespace,
          uid,
          resourceVersion,
          labels,
          annotations,
          owners,
          creationTimestamp,
          deletionTimestamp,
          deletionGracePeriodSeconds);
    }
  }
}
