package dev.plimsoll.cli;

import java.util.Collection;
import java.util.List;

/** Says which names there are, where one was mistyped. */
final class NameSuggestions {
  private static final int SHOWN = 12;

  private NameSuggestions() {}

  /** Returns {@code ; there is a, b, c}, or nothing where there are none. */
  static String closest(String wanted, Collection<String> there) {
    if (there.isEmpty()) {
      return "";
    }
    List<String> like =
        there.stream().filter(n -> n.contains(wanted) || wanted.contains(n)).sorted().toList();
    List<String> shown = like.isEmpty() ? there.stream().sorted().toList() : like;
    String more = shown.size() > SHOWN ? " and " + (shown.size() - SHOWN) + " more" : "";
    return "; there is "
        + String.join(", ", shown.subList(0, Math.min(SHOWN, shown.size())))
        + more;
  }
}
