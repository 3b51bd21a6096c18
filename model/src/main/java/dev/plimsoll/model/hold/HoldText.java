package dev.plimsoll.model.hold;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts about held pods for kube-scheduler, which repeats the text in the pod's condition. A text
 * stays the same while its cause does: kube-scheduler tries a pod again whose condition has
 * changed.
 */
public final class HoldText {
  /** All nodes that would take the pod are reserved for others. */
  public static final String RESERVED = "the nodes that would take it are reserved for others";

  private static final Pattern ANY =
      Pattern.compile(
          String.join(
              "|",
              "quota \\S+ has no \\S+ left for placement",
              "tenant \\S+ has no share of \\S+ left for placement",
              "gang \\S+ waits longer, since none of its pods was bound when it had its turn",
              "gang \\S+ waits until (?:all its pods can be placed(?: in one domain)?|its PodGroup is created|its Job is known)",
              RESERVED));

  private HoldText() {}

  /** Returns the text of a quota that placed pods have used up. */
  public static String ofQuota(String quota, ResourceName resource) {
    return "quota " + quota + " has no " + resource + " left for placement";
  }

  /** Returns the text of a tenant's share that is used up. */
  public static String ofShare(String tenant, ResourceName resource) {
    return "tenant " + tenant + " has no share of " + resource + " left for placement";
  }

  /** Returns the text of a gang whose pods can't all be placed. */
  public static String ofGang(String gang) {
    return "gang " + gang + " waits until all its pods can be placed";
  }

  /** Returns the text of a gang whose pods can't all be placed in one domain, such as a rack. */
  public static String ofGangInDomain(String gang) {
    return ofGang(gang) + " in one domain";
  }

  /** Returns the text of a gang that had nodes reserved and did not bind any of its pods. */
  public static String ofGangTurn(String gang) {
    return "gang " + gang + " waits longer, since none of its pods was bound when it had its turn";
  }

  /** Returns the text of a gang whose PodGroup doesn't exist yet. */
  public static String ofPodGroup(String gang) {
    return "gang " + gang + " waits until its PodGroup is created";
  }

  /** Returns the text of a gang whose Job isn't known yet, and with it the gang's size. */
  public static String ofJob(String gang) {
    return "gang " + gang + " waits until its Job is known";
  }

  /** Returns whether the text is of a tenant's share that is used up. */
  public static boolean isOfShare(String text) {
    return text.startsWith("tenant ");
  }

  /** Returns whether the text is of a quota that placed pods have used up. */
  public static boolean isOfQuota(String text) {
    return text.startsWith("quota ");
  }

  static boolean isOfGang(String text) {
    return text.startsWith("gang ");
  }

  /** Returns the text of a hold that kube-scheduler repeats in a message, if it does. */
  public static Optional<String> in(String message) {
    Matcher matcher = ANY.matcher(message);
    return matcher.find() ? Optional.of(matcher.group()) : Optional.empty();
  }
}
