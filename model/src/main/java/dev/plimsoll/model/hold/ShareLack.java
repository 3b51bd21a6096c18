package dev.plimsoll.model.hold;

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
   * Returns the amounts in a sentence.
   *
   * @param requests who requests how much more, as {@code the pod requests}
   */
  static String sentence(String tenant, ShareAmounts amounts, String requests) {
    String more =
        amounts.borrowable().signum() > 0
            ? " and may borrow " + amounts.borrowable() + " more now"
            : "";
    return "tenant "
        + tenant
        + " has a share of "
        + amounts.share()
        + " "
        + amounts.resource()
        + ", of which "
        + amounts.used()
        + " is in use"
        + more
        + "; "
        + requests
        + " "
        + amounts.requested();
  }
}
