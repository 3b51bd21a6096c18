package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.Evidence;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Writes recommendations and their reasons in sentences for readers who don't know kinds of gaps.
 */
final class RecommendationSentences {
  private static final Pattern BEGINS_WITH_WORD = Pattern.compile("[a-z]+[ ,:].*");

  private RecommendationSentences() {}

  /** Returns a sentence about the change of a ceiling. */
  static String change(QuotaKeyProposal key, Resources hard) {
    Optional<Quantity> now = hard.get(key.key());
    String used = ", with " + key.used() + " used.";
    if (now.isEmpty()) {
      return key.key() + " gets a ceiling of " + key.proposed() + used;
    }
    int direction = key.proposed().compareTo(now.get());
    return direction == 0
        ? key.key() + " stays at " + now.get() + used
        : key.key()
            + (direction > 0 ? " rises from " : " falls from ")
            + now.get()
            + " to "
            + key.proposed()
            + used;
  }

  /** Returns a sentence about a dropped key, to which nothing is charged. */
  static String dropped(ResourceName key) {
    return key + " is dropped, since nothing is ever charged to it.";
  }

  /** Returns the last reason for a ceiling. */
  static Optional<String> reason(QuotaKeyProposal key) {
    return key.why().stream()
        .reduce((a, b) -> b)
        .map(DerivationStep::message)
        .map(RecommendationSentences::sentence);
  }

  /** Returns a sentence about the effect on a namespace's missing pods. */
  static Optional<String> pods(RecommendationEffect effect) {
    if (effect.missing() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        (effect.missing() == 1 ? "1 pod is missing: " : effect.missing() + " pods are missing: ")
            + effect.admitted()
            + " would be admitted (now "
            + effect.admittedNow()
            + "), "
            + effect.placed()
            + " would get a node (now "
            + effect.placedNow()
            + ").");
  }

  /** Returns a sentence about a gap. */
  static String gap(Gap gap) {
    String object = gap.object().kind().toLowerCase(Locale.ROOT) + " " + gap.object().name();
    int denied = evidence(gap, "missingPods");
    int placeable = evidence(gap, "placeable");
    if (gap.kind() == GapKind.QuotaExhaustedCapacityFree && denied > 0) {
      return denied
          + (denied == 1 ? " pod of " : " pods of ")
          + object
          + (denied == 1 ? " is" : " are")
          + " denied although nodes could run "
          + (placeable >= denied ? (denied == 1 ? "it." : "them.") : placeable + " of them.");
    }
    boolean isNamed = gap.message().contains(gap.object().name());
    return sentence(isNamed ? gap.message() : object + ": " + gap.message());
  }

  private static int evidence(Gap gap, String name) {
    return gap.evidence().stream()
        .filter(e -> e.name().equals(name))
        .map(Evidence::value)
        .filter(v -> v.matches("[0-9]{1,9}"))
        .mapToInt(Integer::parseInt)
        .findFirst()
        .orElse(0);
  }

  /** Returns a message with a capital, unless it begins with a name, and a full stop. */
  static String sentence(String message) {
    String start =
        BEGINS_WITH_WORD.matcher(message).matches()
            ? message.substring(0, 1).toUpperCase(Locale.ROOT) + message.substring(1)
            : message;
    return start.endsWith(".") ? start : start + ".";
  }
}
