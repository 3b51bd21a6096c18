package dev.plimsoll.admission.review;

import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Creations that the API server will reject, because the name is taken. Such a creation must not
 * reserve quota: nothing would end the reservation soon. A name is taken if an informer has seen
 * the object and the API server still has it.
 *
 * <p>Source: {@code staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go} for the
 * text.
 */
public final class TakenNames {
  /** Beyond this number a name is taken for free, and the creation reserves. */
  private static final int MOST_LOOKED_UP = 8;

  private final Supplier<Cluster> cluster;
  private final Lookup lookup;
  private final Semaphore lookups = new Semaphore(MOST_LOOKED_UP);

  /** Looks an object up in the API server itself. */
  @FunctionalInterface
  public interface Lookup {
    /**
     * Returns the metadata of the stored object of an object's name; empty if there is none.
     *
     * @throws StatusException if the server doesn't say
     * @throws UnreachableException if there is no answer
     */
    Optional<ObjectMeta> find(ApiObject object) throws StatusException;
  }

  /**
   * Creates the rule.
   *
   * @param cluster what informers have seen
   * @param lookup asks the API server, and must not take long
   */
  public TakenNames(Supplier<Cluster> cluster, Lookup lookup) {
    this.cluster = cluster;
    this.lookup = lookup;
  }

  /** Returns the rule by which every name is free. */
  public static TakenNames none() {
    return new TakenNames(() -> Cluster.empty(Instant.EPOCH), object -> Optional.empty());
  }

  /** Returns why a new object can't be stored, in Kubernetes' words, if its name is taken. */
  Optional<String> problem(ApiObject created) {
    // The API server tries another name if it has generated the name.
    if (!created.metadata().generateName().isEmpty()
        || find(created).isEmpty()
        || !lookups.tryAcquire()) {
      return Optional.empty();
    }
    try {
      return lookup.find(created).map(stored -> problem(created, stored));
    } catch (StatusException | UnreachableException e) {
      return Optional.empty();
    } finally {
      lookups.release();
    }
  }

  private Optional<? extends ApiObject> find(ApiObject created) {
    return cluster.get().find(created.getClass(), created.namespace(), created.identity());
  }

  private static String problem(ApiObject created, ObjectMeta stored) {
    return (stored.deletionTimestamp().isPresent() ? "object is being deleted: " : "")
        + "%s \"%s\" already exists".formatted(created.resource(), created.name());
  }
}
