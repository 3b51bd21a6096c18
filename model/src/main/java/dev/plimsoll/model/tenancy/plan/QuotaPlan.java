package dev.plimsoll.model.tenancy.plan;

import dev.plimsoll.model.tenancy.Shares;
import java.util.List;

/**
 * The ceilings that quotas should have so that they follow from the shares.
 *
 * <p>A ceiling is never proposed below what is used, and the ceilings of a resource never come to
 * more than there is to divide, unless bound pods are charged more already or the step forbids it.
 * What pods without a node are charged is used too, but gives way where all that is charged is more
 * than there is. Only quotas without scopes are touched; a namespace without one for a resource
 * gets one.
 *
 * @param shares what the plan follows
 * @param proposals one a quota, by tenant in the order of the policy, then by namespace and name
 */
public record QuotaPlan(Shares shares, List<ResourceQuotaProposal> proposals) {

  /** The name of quotas that are created. */
  public static final String NEW_QUOTA = "plimsoll";

  public QuotaPlan {
    proposals = List.copyOf(proposals);
  }
}
