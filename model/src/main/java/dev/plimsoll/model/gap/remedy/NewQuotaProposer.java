package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.whatif.Change;
import java.util.List;

/** Proposes a quota of what a namespace requests now. */
final class NewQuotaProposer implements RemedyProposer {
  private static final String NAME = "plimsoll";

  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    if (!(cause instanceof GapCause.Unlimited unlimited)) {
      return List.of();
    }
    ResourceQuota quota =
        new ResourceQuota(
            ObjectMeta.of(
                unlimited.namespace(), freeName(context.cluster(), unlimited.namespace())),
            ResourceQuotaSpec.of(
                Resources.of(
                    ResourceName.of("requests." + unlimited.resource()), unlimited.requested())),
            ResourceQuotaStatus.NONE);
    String denied =
        "further pods that request "
            + unlimited.resource()
            + " are denied until the quota is raised";
    return List.of(
        Proposal.ofCluster(
                "give the namespace a quota of what it requests now",
                Actor.ADMIN,
                List.of(new Change.Apply(quota)))
            .withCosts(List.of(denied))
            .withOutcome("what runs stays; " + denied));
  }

  private static String freeName(Cluster cluster, String namespace) {
    String name = NAME;
    for (int i = 2; cluster.find(ResourceQuota.class, namespace, name).isPresent(); i++) {
      name = NAME + "-" + i;
    }
    return name;
  }
}
