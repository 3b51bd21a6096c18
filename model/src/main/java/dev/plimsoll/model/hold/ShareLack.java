package dev.plimsoll.model.hold;

import dev.plimsoll.model.tenancy.usage.ShareAmounts;
import java.util.List;

/** Says with figures why a share doesn't suffice, and what ends that. */
public final class ShareLack {
  private ShareLack() {}

  /** Returns the sentences, the one with the figures first. */
  public static List<String> notes(String policy, String tenant, ShareAmounts amounts) {
    return List.of(
        figures(tenant, amounts, "the pod requests"),
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
  static String figures(String tenant, ShareAmounts amounts, String requests) {
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
