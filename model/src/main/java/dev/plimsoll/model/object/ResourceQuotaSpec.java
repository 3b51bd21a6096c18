package dev.plimsoll.model.object;

import dev.plimsoll.model.quantity.Resources;
import java.util.List;

/**
 * What a quota asks for.
 *
 * @param hard the ceilings
 * @param scopes scopes that an object must all match
 * @param scopeSelector further scopes, with operators
 */
public record ResourceQuotaSpec(
    Resources hard, List<String> scopes, List<ScopedResourceSelectorRequirement> scopeSelector) {

  /** Makes the lists unmodifiable. */
  public ResourceQuotaSpec {
    scopes = List.copyOf(scopes);
    scopeSelector = List.copyOf(scopeSelector);
  }

  /** Returns a spec without scopes. */
  public static ResourceQuotaSpec of(Resources hard) {
    return new ResourceQuotaSpec(hard, List.of(), List.of());
  }

  /** Returns a copy with other ceilings. */
  public ResourceQuotaSpec withHard(Resources other) {
    return new ResourceQuotaSpec(other, scopes, scopeSelector);
  }
}
