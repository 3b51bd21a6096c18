package dev.plimsoll.kubernetes.object;

import java.util.List;

/**
 * Kueue's Cohort: ClusterQueues and other cohorts that share quota. A cohort that ClusterQueues
 * name needs no object.
 *
 * @param metadata name, labels and the like
 * @param parent the name of the cohort above, empty without one
 * @param quotas the quotas that it adds itself
 */
public record Cohort(ObjectMeta metadata, String parent, List<FlavorQuota> quotas)
    implements ApiObject {

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("kueue.x-k8s.io/v1beta2", "Cohort");

  public static final GroupResource RESOURCE = new GroupResource("kueue.x-k8s.io", "cohorts");

  public Cohort {
    quotas = List.copyOf(quotas);
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
