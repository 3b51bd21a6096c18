package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;

/**
 * The limits of a quota, and what they apply to.
 *
 * @param hard the limits, by quota key
 * @param scopes scopes that an object must all match
 * @param scopeSelector further scopes, with operators
 */
public record ResourceQuotaSpec(
    Resources hard, List<String> scopes, List<ScopedResourceSelectorRequirement> scopeSelector) {

  public ResourceQuotaSpec {
    scopes = List.copyOf(scopes);
    scopeSelector = List.copyOf(scopeSelector);
  }

  /** Returns a spec without scopes. */
  public static ResourceQuotaSpec of(Resources hard) {
    return new ResourceQuotaSpec(hard, List.of(), List.of());
  }

  /** Returns whether every pod of the namespace counts, because no scope says otherwise. */
  public boolean countsAllPods() {
    return scopes.isEmpty() && scopeSelector.isEmpty();
  }

  /** Returns a copy with other limits. */
  public ResourceQuotaSpec withHard(Resources other) {
    return new ResourceQuotaSpec(other, scopes, scopeSelector);
  }
}
