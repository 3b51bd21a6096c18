package dev.plimsoll.model.tenancy.division;

import java.util.List;
import java.util.Set;

/**
 * A tenant with what it asks for.
 *
 * @param bounds its weight, its guarantee as the floor, and its ceiling
 * @param asks what it asks for
 * @param reach the pools in which it could use more
 */
public record Asker(Claim bounds, List<Ask> asks, Set<String> reach) {

  /** Makes the collections unmodifiable. */
  public Asker {
    asks = List.copyOf(asks);
    reach = Set.copyOf(reach);
  }

  /** Returns the tenant's name. */
  public String tenant() {
    return bounds.tenant();
  }

  /** Returns how many units it asks for. */
  public long asked() {
    return asks.stream().mapToLong(Ask::units).reduce(0, Math::addExact);
  }
}
