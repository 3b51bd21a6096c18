package dev.plimsoll.model.quota;

import dev.plimsoll.model.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.util.List;
import java.util.Optional;

/**
 * One quota's part in a decision.
 *
 * @param quota the quota's name
 * @param matches whether the request counts against it: it has a key that is charged for such
 *     objects, and all its scopes match the object
 * @param scopes those of its scopes that match the object
 * @param keys those of its keys that are charged for such objects
 * @param hard its ceilings in force, of all its keys
 * @param used what is used before the request
 * @param requested what the request adds, of its keys, without zeros; empty if it doesn't match
 * @param denial why it stands against the request, if it does
 */
public record QuotaAccount(
    String quota,
    boolean matches,
    List<ScopedResourceSelectorRequirement> scopes,
    List<ResourceName> keys,
    Resources hard,
    Resources used,
    Resources requested,
    Optional<QuotaDenial> denial) {

  /** Makes the lists unmodifiable. */
  public QuotaAccount {
    scopes = List.copyOf(scopes);
    keys = List.copyOf(keys);
  }

  /** Returns what is used once the request is granted. */
  public Resources after() {
    return used.add(requested);
  }

  /** Returns what is left before the request, by key that is charged; negative where overdrawn. */
  public Resources headroom() {
    return hard.mask(keys::contains).subtract(used.mask(keys::contains));
  }

  /** Returns whether the quota would refuse the request as more than it has left. */
  public boolean isExceeded() {
    return denial.isPresent() && denial.get() instanceof QuotaDenial.Exceeded;
  }
}
