package dev.plimsoll.model.tenancy;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.ProportionalDivision;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * What some may have together of what is divided among all.
 *
 * @param units how much that is
 * @param names who they are
 */
public record SharedLimit(long units, Set<String> names) {

  /** Makes the names unmodifiable. */
  public SharedLimit {
    names = Set.copyOf(names);
  }

  /**
   * Divides within limits: who got too much together is held to parts of the limit in proportion to
   * that, and what they leave is divided anew. Overlapping limits take as many rounds as there are
   * limits at most, since a limit that was met once is met from then on.
   *
   * @param kept what each has whatever the others want, by name
   * @param division divides, given the most that some may have, by name
   */
  public static Apportionment divide(
      List<SharedLimit> limits,
      Map<String, Long> kept,
      Function<Map<String, Long>, Apportionment> division) {
    Map<String, Long> most = new HashMap<>();
    Apportionment divided = division.apply(most);
    for (int round = 0; round < limits.size(); round++) {
      Apportionment former = divided;
      List<SharedLimit> exceeded = limits.stream().filter(l -> l.isExceeded(former, kept)).toList();
      if (exceeded.isEmpty()) {
        return divided;
      }
      exceeded.forEach(l -> l.hold(former, kept, most));
      divided = division.apply(most);
    }
    return divided;
  }

  private boolean isExceeded(Apportionment divided, Map<String, Long> kept) {
    long all = names.stream().mapToLong(divided::of).sum();
    long least = names.stream().mapToLong(n -> kept.getOrDefault(n, 0L)).sum();
    return all > Math.max(units, least);
  }

  private void hold(Apportionment divided, Map<String, Long> kept, Map<String, Long> most) {
    Apportionment parts =
        ProportionalDivision.divide(
            Math.min(units, Claim.MAX_UNITS),
            names.stream().map(n -> claim(n, divided.of(n), kept.getOrDefault(n, 0L))).toList());
    names.forEach(n -> most.merge(n, Math.max(kept.getOrDefault(n, 0L), parts.of(n)), Math::min));
  }

  private static Claim claim(String name, long share, long kept) {
    return new Claim(name, share, kept, Math.max(share, kept));
  }
}
