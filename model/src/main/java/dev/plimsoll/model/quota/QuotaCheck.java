package dev.plimsoll.model.quota;

import dev.plimsoll.model.object.AdmissionRequest;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One request held against the quotas of its namespace.
 *
 * <p>Quotas refuse in two rounds. First each is asked whether it can be held against the object at
 * all; then whether it has enough left. So a quota that can't never hides behind one that is full,
 * and between the rounds come the refusals that no single quota makes.
 *
 * <p>Source: {@code CheckRequest} in {@code
 * staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go}.
 */
final class QuotaCheck {
  private final Evaluator evaluator;
  private final AdmissionRequest request;
  private final List<LimitedResource> limited;
  private final ApiObject object;
  private final Resources usage;
  private final Resources increase;

  QuotaCheck(Evaluator evaluator, AdmissionRequest request, List<LimitedResource> limited) {
    this.evaluator = evaluator;
    this.request = request;
    this.limited = limited;
    this.object = request.object();
    this.usage = evaluator.usage(object);
    this.increase =
        storedVersion()
            .map(old -> usage.subtractWithNonNegativeResult(evaluator.usage(old)))
            .orElse(usage)
            .removeZeros();
  }

  QuotaOutcome check(List<ResourceQuota> quotas) {
    if (limitedScopes().anyMatch(s -> evaluator.malformed(s).isPresent())) {
      return new QuotaOutcome.Allowed(List.of());
    }
    List<QuotaAccount> accounts = quotas.stream().map(this::account).toList();
    List<QuotaDenial> refusals = accounts.stream().flatMap(a -> a.denial().stream()).toList();
    List<QuotaDenial> unfit =
        refusals.stream().filter(r -> !(r instanceof QuotaDenial.Exceeded)).toList();
    if (!unfit.isEmpty()) {
      return new QuotaOutcome.Denied(unfit.get(0), unfit, accounts);
    }
    Optional<QuotaDenial> general = general(quotas, accounts);
    if (general.isPresent()) {
      return new QuotaOutcome.Denied(general.get(), List.of(general.get()), accounts);
    }
    return refusals.isEmpty()
        ? new QuotaOutcome.Allowed(accounts)
        : new QuotaOutcome.Denied(refusals.get(0), refusals, accounts);
  }

  private QuotaAccount account(ResourceQuota quota) {
    List<ScopedResourceSelectorRequirement> scopes = QuotaScopeMatcher.of(quota.spec());
    Resources hard = quota.status().hard();
    Resources used = quota.status().used();
    List<ResourceName> keys = hard.names().stream().filter(evaluator::tracks).toList();
    for (ScopedResourceSelectorRequirement scope : scopes) {
      Optional<String> problem = evaluator.malformed(scope);
      if (problem.isPresent()) {
        QuotaDenial refusal = new QuotaDenial.MalformedScope(quota.name(), scope, problem.get());
        return new QuotaAccount(
            quota.name(),
            false,
            List.of(),
            keys,
            hard,
            used,
            Resources.EMPTY,
            Optional.of(refusal));
      }
    }
    List<ScopedResourceSelectorRequirement> matching =
        scopes.stream().filter(s -> evaluator.matches(s, object)).toList();
    boolean matches = !keys.isEmpty() && matching.size() == scopes.size();
    Resources requested = matches ? increase(scopes).mask(hard::contains) : Resources.EMPTY;
    return new QuotaAccount(
        quota.name(),
        matches,
        matching,
        keys,
        hard,
        used,
        requested,
        matches ? denial(quota, keys, requested) : Optional.empty());
  }

  private Optional<QuotaDenial> denial(
      ResourceQuota quota, List<ResourceName> keys, Resources requested) {
    MissingResources missingResources = evaluator.constraints(keys, object);
    if (!missingResources.isEmpty()) {
      return Optional.of(new QuotaDenial.MustSpecify(quota.name(), missingResources));
    }
    Resources hard = quota.status().hard();
    Resources used = quota.status().used();
    if (!keys.stream().allMatch(used::contains)) {
      return Optional.of(new QuotaDenial.StatusUnknown(quota.name(), keys));
    }
    if (request.subresource().equals("status")) {
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

  /** Returns what a quota with these scopes is charged: all, if the old version wasn't its. */
  private Resources increase(List<ScopedResourceSelectorRequirement> scopes) {
    Optional<ApiObject> old = storedVersion();
    boolean wasIn =
        old.isPresent() && scopes.stream().allMatch(s -> evaluator.matches(s, old.get()));
    return wasIn ? increase : usage.removeZeros();
  }

  private Optional<ApiObject> storedVersion() {
    return request.isCreate()
        ? Optional.empty()
        : request.old().filter(old -> !old.metadata().resourceVersion().isEmpty());
  }

  private Optional<QuotaDenial> general(List<ResourceQuota> quotas, List<QuotaAccount> accounts) {
    if (!usage.negatives().isEmpty()) {
      return Optional.of(new QuotaDenial.NegativeUsage(usage.negatives()));
    }
    if (!request.isCreate() && request.old().isEmpty()) {
      return Optional.of(new QuotaDenial.NoPriorVersion());
    }
    if (!consumesAnything(quotas, accounts)) {
      return Optional.empty();
    }
    List<ResourceName> uncovered = uncoveredKeys(accounts);
    if (!uncovered.isEmpty()) {
      return Optional.of(new QuotaDenial.NoCoveringQuota(uncovered));
    }
    List<ScopedResourceSelectorRequirement> scopes = uncoveredScopes(accounts);
    return scopes.isEmpty()
        ? Optional.empty()
        : Optional.of(new QuotaDenial.NoCoveringScope(scopes));
  }

  private boolean consumesAnything(List<ResourceQuota> quotas, List<QuotaAccount> accounts) {
    boolean any = false;
    for (int i = 0; i < accounts.size(); i++) {
      if (accounts.get(i).matches()) {
        any = true;
        if (!increase(QuotaScopeMatcher.of(quotas.get(i).spec())).isEmpty()) {
          return true;
        }
      }
    }
    return !any && !increase.isEmpty();
  }

  private List<ResourceName> uncoveredKeys(List<QuotaAccount> accounts) {
    Set<ResourceName> covered = new HashSet<>();
    accounts.stream().filter(QuotaAccount::matches).forEach(a -> covered.addAll(a.keys()));
    List<ResourceName> uncovered = new ArrayList<>();
    for (ResourceName key : usage.names()) {
      if (!covered.contains(key) && isLimited(key, usage.getOrZero(key))) {
        uncovered.add(key);
      }
    }
    return uncovered;
  }

  private boolean isLimited(ResourceName key, Quantity quantity) {
    return quantity.signum() > 0
        && limited.stream()
            .filter(l -> l.resource().equals(request.resource()))
            .flatMap(l -> l.matchContains().stream())
            .anyMatch(part -> key.name().contains(part));
  }

  private List<ScopedResourceSelectorRequirement> uncoveredScopes(List<QuotaAccount> accounts) {
    Set<String> covered = new HashSet<>();
    accounts.forEach(a -> a.scopes().forEach(s -> covered.add(s.scopeName())));
    return limitedScopes()
        .filter(s -> evaluator.matches(s, object) && !covered.contains(s.scopeName()))
        .toList();
  }

  private Stream<ScopedResourceSelectorRequirement> limitedScopes() {
    return evaluator.hasScopes()
        ? limited.stream().flatMap(l -> l.matchScopes().stream())
        : Stream.empty();
  }
}
