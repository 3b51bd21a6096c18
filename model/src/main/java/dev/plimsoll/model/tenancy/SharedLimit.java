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
 * A limit on the sum of what several tenants or namespaces get in a division.
 *
 * @param units how much that is
 * @param names who they are
 */
public record SharedLimit(long units, Set<String> names) {

  public SharedLimit {
    names = Set.copyOf(names);
  }

  /**
   * Divides within limits. Names that together exceed a limit are cut to it in proportion, and the
   * rest is divided again. Overlapping limits take at most one round per limit, since a limit that
   * was once met stays met.
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
