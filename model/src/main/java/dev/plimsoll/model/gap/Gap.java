package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.model.gap.Remedy.Foretold;
import dev.plimsoll.model.gap.cost.GapCost;
import java.util.List;

/**
 * Something wrong between what may run and what can.
 *
 * @param kind what kind of gap
 * @param object the object it shows at; the namespace is empty where it concerns the cluster
 * @param resource the resource or quota key, empty where none is involved
 * @param message one sentence with the numbers, for people
 * @param evidence the facts behind it
 * @param remedies what would help, the smallest change first
 * @param pods how many pods it keeps from running
 * @param cost what that costs, and since when
 */
public record Gap(
    GapKind kind,
    ObjectReference object,
    String resource,
    String message,
    List<Evidence> evidence,
    List<Remedy> remedies,
    int pods,
    GapCost cost) {

  public Gap {
    evidence = List.copyOf(evidence);
    remedies = List.copyOf(remedies);
  }

  /**
   * Returns the identity of the gap, which is the same in each run: 12 hexadecimal digits of a hash
   * of its kind, object and resource.
   */
  public String id() {
    return GapId.of(this);
  }

  /**
   * Returns the gap with the remedies that let pods of one of its workloads run, or that give the
   * workload up.
   */
  public Gap forWorkload(ObjectReference workload) {
    List<Remedy> own =
        remedies.stream()
            .filter(
                r ->
                    r.givesUp(workload)
                        || r.foretold()
                            .map(Foretold::workload)
                            .filter(w -> !w.equals(workload))
                            .isEmpty())
            .toList();
    return new Gap(kind, object, resource, message, evidence, own, pods, cost);
  }

  /** Returns the namespace, empty where the gap concerns the cluster. */
  public String namespace() {
    return object.namespace();
  }
}
