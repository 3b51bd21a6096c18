package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
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
 * @param hard its limits in force, of all its keys
 * @param used what is used before the request
 * @param requested what the request adds, of its keys, without zeros; empty if it doesn't match
 * @param denial why it denies the request, if it does
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

  public QuotaAccount {
    scopes = List.copyOf(scopes);
    keys = List.copyOf(keys);
  }

  /** Returns the usage once the request is allowed. */
  public Resources after() {
    return used.add(requested);
  }

  static QuotaAccount of(ResourceQuota quota, RequestUsage usage) {
    Evaluator evaluator = usage.evaluator();
    List<ScopedResourceSelectorRequirement> scopes = QuotaScopeMatcher.of(quota.spec());
    Resources hard = quota.status().hard();
    List<ResourceName> keys = hard.names().stream().filter(evaluator::tracks).toList();
    for (ScopedResourceSelectorRequirement scope : scopes) {
      Optional<String> problem = evaluator.malformed(scope);
      if (problem.isPresent()) {
        return of(
            quota,
            false,
            List.of(),
            keys,
            Resources.EMPTY,
            Optional.of(new QuotaDenial.MalformedScope(quota.name(), scope, problem.get())));
      }
    }
    List<ScopedResourceSelectorRequirement> matching =
        scopes.stream().filter(s -> evaluator.matches(s, usage.object())).toList();
    if (keys.isEmpty() || matching.size() < scopes.size()) {
      return of(quota, false, matching, keys, Resources.EMPTY, Optional.empty());
    }
    Resources requested = usage.increase(scopes).mask(hard::contains);
    return of(quota, true, matching, keys, requested, denial(quota, usage, keys, requested));
  }

  private static QuotaAccount of(
      ResourceQuota quota,
      boolean matches,
      List<ScopedResourceSelectorRequirement> scopes,
      List<ResourceName> keys,
      Resources requested,
      Optional<QuotaDenial> denial) {
    ResourceQuotaStatus status = quota.status();
    return new QuotaAccount(
        quota.name(), matches, scopes, keys, status.hard(), status.used(), requested, denial);
  }

  private static Optional<QuotaDenial> denial(
      ResourceQuota quota, RequestUsage usage, List<ResourceName> keys, Resources requested) {
    MissingResources missing = usage.evaluator().constraints(keys, usage.object());
    if (!missing.isEmpty()) {
      return Optional.of(new QuotaDenial.MustSpecify(quota.name(), missing));
    }
    Resources hard = quota.status().hard();
    Resources used = quota.status().used();
    if (!keys.stream().allMatch(used::contains)) {
      return Optional.of(new QuotaDenial.StatusUnknown(quota.name(), keys));
    }
    if (usage.request().subresource().equals("status")) {
      return Optional.empty();
    }
    List<ResourceName> exceeded = used.add(requested).mask(requested::contains).exceeding(hard);
    return exceeded.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new QuotaDenial.Exceeded(
                quota.name(),
                requested.mask(exceeded::contains),
                used.mask(exceeded::contains),
                hard.mask(exceeded::contains)));
  }
}
