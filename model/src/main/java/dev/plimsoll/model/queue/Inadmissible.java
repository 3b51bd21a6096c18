package dev.plimsoll.model.queue;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.GapKind;
import java.util.List;

/**
 * Why Kueue can't admit a waiting Workload, however much of its quota is free.
 *
 * @param kind {@code NoMatchingFlavor} or {@code ExceedsMaxQuota}, as Kueue calls it
 * @param resource the resource whose flavors don't suffice
 * @param podSet the name of the pod set; empty if only all pod sets together are too large
 * @param request the least amount that Kueue would have to admit
 * @param causes what each flavor lacks, half a sentence each; empty if the ClusterQueue has no
 *     quota for the resource
 */
public record Inadmissible(
    GapKind kind, ResourceName resource, String podSet, Quantity request, List<String> causes) {

  public Inadmissible {
    causes = List.copyOf(causes);
  }
}
