package dev.plimsoll.extender.protocol;

import java.util.Collections;
import java.util.List;

/**
 * The decision of filter for each candidate, in the order of the candidates. Whoever doesn't pass
 * does so unresolvably: kube-scheduler tries evictions by its own plug-ins, which know nothing of
 * what is decided here. Where they find that none is needed it takes that for an error.
 *
 * @param unresolvable why it doesn't pass; empty for one that does, and an empty list if all do
 */
public record ExtenderFilterResult(List<String> unresolvable) {

  /** All pass. */
  public static final ExtenderFilterResult ALL = new ExtenderFilterResult(List.of());

  public ExtenderFilterResult {
    unresolvable = Collections.unmodifiableList(unresolvable);
  }

  /** None passes, and evicting pods would not help. */
  public static ExtenderFilterResult held(String why, int candidates) {
    return new ExtenderFilterResult(Collections.nCopies(candidates, why));
  }

  boolean allPass() {
    return unresolvable.isEmpty();
  }

  /** Whether any of this number of candidates passes. */
  public boolean anyPasses(int candidates) {
    for (int i = 0; i < candidates; i++) {
      if (passes(i)) {
        return true;
      }
    }
    return false;
  }

  /** Returns how many of this number of candidates pass. */
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
    return unresolvable.isEmpty() || unresolvable.get(index).isEmpty();
  }
}
