package dev.plimsoll.model.tenancy.decision;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * The observation of a resource in a namespace, in whole units.
 *
 * @param tenant whose namespace it is
 * @param namespace its name
 * @param quota the ceiling in force; {@link #NO_QUOTA} if there is none
 * @param running what pods on nodes are charged
 * @param charged what all pods are charged, those without a node too
 * @param denied what pods would be charged that the quota keeps from being created, and jobs that
 *     wait suspended, as far as some node could ever run them
 * @param placeable how much of that nodes could run now
 * @param multiple in multiples of how many units its pods are charged; 1 if in any number
 * @param requested what an approved request asks for, which is a guarantee while it lasts
 */
@RecordBuilder
public record NamespaceObservation(
    String tenant,
    String namespace,
    long quota,
    long running,
    long charged,
    long denied,
    long placeable,
    long multiple,
    long requested)
    implements NamespaceObservationBuilder.With {

  /** Stands for a quota that isn't there. */
  public static final long NO_QUOTA = -1;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if one is negative, or more is running than charged
   */
  public NamespaceObservation {
    if (quota < NO_QUOTA
        || running < 0
        || charged < running
        || denied < 0
        || placeable < 0
        || multiple < 1
        || requested < 0) {
      throw new IllegalArgumentException(
          "invalid observation of namespace %s: quota %d, running %d, charged %d, denied %d, placeable %d, multiple %d, requested %d"
              .formatted(
                  namespace, quota, running, charged, denied, placeable, multiple, requested));
    }
  }

  /** Returns the observation of a namespace whose existing pods all run. */
  public static NamespaceObservation of(
      String tenant, String namespace, long quota, long running, long denied) {
    return new NamespaceObservation(
        tenant, namespace, quota, running, running, denied, denied, 1, 0);
  }

  /** Returns the same where all that the ceiling allows is charged. */
  NamespaceObservation withAllInUse() {
    return withCharged(Math.max(charged, quota));
  }

  /** Returns whether there is a ceiling. */
  boolean hasQuota() {
    return quota != NO_QUOTA;
  }

  /** Returns the demand: charged and denied units. */
  long demand() {
    return charged + denied;
  }
}
