package dev.plimsoll.model.limits;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Why an object may not be stored.
 *
 * @param violations the bounds it breaks, of the first LimitRange that refuses it; never empty
 */
public record LimitRangeDenial(List<LimitRangeViolation> violations) {

  /** Makes the list unmodifiable. */
  public LimitRangeDenial {
    violations = List.copyOf(violations);
  }

  /**
   * Returns what Kubernetes says after {@code … is forbidden: }: the message, or, of several
   * different ones, a list in brackets.
   */
  public String message() {
    Set<String> messages = new LinkedHashSet<>();
    for (LimitRangeViolation limitRangeViolation : violations) {
      messages.add(limitRangeViolation.message());
    }
    return messages.size() == 1
        ? messages.iterator().next()
        : "[" + String.join(", ", messages) + "]";
  }
}
