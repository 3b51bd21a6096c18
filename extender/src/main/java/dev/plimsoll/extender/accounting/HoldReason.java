package dev.plimsoll.extender.accounting;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.hold.HoldText;

/**
 * Why a pod must wait.
 *
 * @param cause what holds it
 * @param owner whose quota or share is full: a quota's name, or a tenant's; or a gang's name; of
 *     reserved nodes nothing
 * @param resource what there is none left of, as the owner calls it; of gangs and nodes, pods
 * @param policy the policy that divides the resource; empty of all but shares
 */
public record HoldReason(Cause cause, String owner, ResourceName resource, String policy) {
  /** Nodes that would take the pod, and that are reserved for others. */
  public static final HoldReason RESERVED = new HoldReason(Cause.RESERVED, "", ResourceName.PODS);

  /** Makes a reason that doesn't follow from a policy. */
  public HoldReason(Cause cause, String owner, ResourceName resource) {
    this(cause, owner, resource, "");
  }

  /** The causes that hold pods. */
  public enum Cause {
    /** A ResourceQuota, by what placed pods are charged. */
    QUOTA("quota"),
    /** A tenant's share, with what can be borrowed. */
    SHARE("share"),
    /** A gang whose pods can't all be placed. */
    GANG("gang"),
    /** A gang whose pods can't all be placed in one domain. */
    GANG_DOMAIN("gang_domain"),
    /** A gang that bound no pod while nodes were reserved for the gang. */
    GANG_TURN("gang_turn"),
    /** A gang whose PodGroup doesn't exist yet. */
    POD_GROUP("pod_group"),
    /** A gang whose Job isn't known yet, and with it the gang's size. */
    JOB("job"),
    /** Nodes that would take the pod, and that are reserved for others. */
    RESERVED("reserved");

    private final String word;

    Cause(String word) {
      this.word = word;
    }

    /** Returns it in one word, for metrics. */
    public String word() {
      return word;
    }
  }

  /** Returns it as a text that is the same each time, as a changing one makes the pod spin. */
  public String text() {
    return switch (cause) {
      case QUOTA -> HoldText.ofQuota(owner, resource);
      case SHARE -> HoldText.ofShare(owner, resource);
      case GANG -> HoldText.ofGang(owner);
      case GANG_DOMAIN -> HoldText.ofGangInDomain(owner);
      case GANG_TURN -> HoldText.ofGangTurn(owner);
      case POD_GROUP -> HoldText.ofPodGroup(owner);
      case JOB -> HoldText.ofJob(owner);
      case RESERVED -> HoldText.RESERVED;
    };
  }
}
