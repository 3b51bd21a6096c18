package dev.plimsoll.extender.protocol;

import java.util.Collections;
import java.util.List;

/**
 * What filter decided of each candidate, in their order.
 *
 * @param failed why it doesn't pass, where evicting pods could help; empty for one to which that
 *     doesn't apply, and an empty list if it applies to none
 * @param unresolvable the same, where evicting pods could not help
 */
public record ExtenderFilterResult(List<String> failed, List<String> unresolvable) {

  /** All pass. */
  public static final ExtenderFilterResult ALL = new ExtenderFilterResult(List.of(), List.of());

  /** Makes the lists unmodifiable. */
  public ExtenderFilterResult {
    failed = Collections.unmodifiableList(failed);
    unresolvable = Collections.unmodifiableList(unresolvable);
  }

  /** None passes, and evicting pods would not help. */
  public static ExtenderFilterResult held(String why, int candidates) {
    return new ExtenderFilterResult(List.of(), Collections.nCopies(candidates, why));
  }

  boolean allPass() {
    return failed.isEmpty() && unresolvable.isEmpty();
  }

  /** Whether any of so many candidates passes. */
  public boolean anyPasses(int candidates) {
    for (int i = 0; i < candidates; i++) {
      if (passes(i)) {
        return true;
      }
    }
    return false;
  }

  /** Returns how many of so many candidates pass. */
  public int passing(int candidates) {
    if (allPass()) {
      return candidates;
    }
    int passing = 0;
    for (int i = 0; i < candidates; i++) {
      passing += passes(i) ? 1 : 0;
    }
    return passing;
  }

  /** Whether a candidate passes. */
  public boolean passes(int index) {
    return (failed.isEmpty() || failed.get(index).isEmpty())
        && (unresolvable.isEmpty() || unresolvable.get(index).isEmpty());
  }
}
