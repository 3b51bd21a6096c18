package dev.plimsoll.model.hold;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.usage.ShareAmounts;
import java.util.ArrayList;
import java.util.List;

/** Says with amounts why a share doesn't suffice, and what ends that. */
public final class ShareLack {
  private ShareLack() {}

  /** Returns the sentences, the one with the amounts first, the tenant's account last. */
  public static List<String> notes(CapacityPolicy policy, String tenant, ShareAmounts amounts) {
    List<String> notes = new ArrayList<>();
    notes.add(sentence(policy, tenant, amounts, "the pod requests"));
    notes.add(
        "the hold ends once pods of tenant %s end, or its %s in CapacityPolicy %s is raised"
            .formatted(
                tenant,
                isOfCeiling(policy, tenant, amounts) ? "ceiling" : "weight or guarantee",
                policy.name()));
    notes.addAll(account(policy, tenant, amounts.resource()));
    return notes;
  }

  /** Returns whether a ceiling that the policy names holds, regardless of the share. */
  public static boolean isOfCeiling(CapacityPolicy policy, String tenant, ShareAmounts amounts) {
    return amounts.isBeyondCeiling()
        && policy
            .tenant(tenant)
            .filter(t -> t.ceiling().containsKey(amounts.resource()))
            .isPresent();
  }

  /**
   * Returns how the tenant's account leans the share, in a sentence; nothing if the policy has no
   * history.
   */
  static List<String> account(CapacityPolicy policy, String tenant, ResourceName resource) {
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
  static String sentence(
      CapacityPolicy policy, String tenant, ShareAmounts amounts, String requests) {
    boolean isOfCeiling = isOfCeiling(policy, tenant, amounts);
    String uses = "uses " + amounts.used();
    String borrowable = amounts.borrowable() + " beyond the share now";
    return "tenant "
        + tenant
        + (isOfCeiling ? " has a ceiling of " : " has a share of ")
        + (isOfCeiling ? amounts.ceiling() : amounts.share())
        + " "
        + amounts.resource()
        + (amounts.borrowable().signum() > 0 && !isOfCeiling
            ? ", " + uses + ", and may borrow at most " + borrowable
            : " and " + uses)
        + "; "
        + requests
        + " "
        + amounts.requested();
  }
}
