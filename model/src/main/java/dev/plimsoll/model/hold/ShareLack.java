package dev.plimsoll.model.hold;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.usage.ShareAmounts;
import java.util.List;

/** Says with amounts why a share doesn't suffice, and what ends that. */
public final class ShareLack {
  private ShareLack() {}

  /** Returns the sentences, the one with the amounts first. */
  public static List<String> notes(String policy, String tenant, ShareAmounts amounts) {
    return List.of(
        sentence(tenant, amounts, "the pod requests"),
        "the hold ends once pods of tenant "
            + tenant
            + " end, or its weight or guarantee in CapacityPolicy "
            + policy
            + " is raised");
  }

  /**
   * Returns how the tenant's account leans the share, in a sentence; nothing if the policy has no
   * history.
   */
  public static List<String> account(CapacityPolicy policy, String tenant, ResourceName resource) {
    return policy.division().leaning().stream()
        .map(
            history ->
                history
                    .account(tenant, resource)
                    .map(account -> account.sentence(tenant))
                    .orElse(
                        "CapacityPolicy "
                            + policy.name()
                            + " has a history, but its status has no account of tenant "
                            + tenant
                            + ", so the tenant's weight counts as agreed"))
        .toList();
  }

  /**
   * Returns the amounts in a sentence.
   *
   * @param requests who requests how much more, as {@code the pod requests}
   */
  static String sentence(String tenant, ShareAmounts amounts, String requests) {
    String uses = "uses " + amounts.used();
    String borrowable = amounts.borrowable() + " beyond the share now";
    return "tenant "
        + tenant
        + " has a share of "
        + amounts.share()
        + " "
        + amounts.resource()
        + (amounts.borrowable().signum() > 0
            ? ", " + uses + ", and may borrow at most " + borrowable
            : " and " + uses)
        + "; "
        + requests
        + " "
        + amounts.requested();
  }
}
