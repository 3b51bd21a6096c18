package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Kubernetes' admission plug-in for ResourceQuotas: the last that a request has to pass.
 *
 * <p>Quotas deny in two rounds. First each is asked whether the object can be checked against it at
 * all; then whether it has enough left. So a quota that can't be checked never hides behind one
 * that is exceeded, and between the rounds come the denials that no single quota makes.
 *
 * <p>Kubernetes reads the quotas of a namespace in no fixed order. That never changes what is
 * decided or charged, only which quota a denial names; {@link QuotaOutcome.Denied#possible} has
 * them all.
 *
 * <p>Source: {@code CheckRequest} in {@code
 * staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go}.
 */
public final class ResourceQuotaAdmission {
  private final List<LimitedResource> limited;
  private final UnaryOperator<List<ResourceQuota>> order;

  /**
   * Makes the plug-in.
   *
   * @param limited what may only be consumed under a quota, as configured
   * @param order the order in which quotas are asked, given that of their names
   */
  public ResourceQuotaAdmission(
      List<LimitedResource> limited, UnaryOperator<List<ResourceQuota>> order) {
    this.limited = List.copyOf(limited);
    this.order = order;
  }

  /** Decides on a request. */
  public QuotaOutcome check(Cluster cluster, AdmissionRequest request) {
    String namespace = request.object().namespace();
    return check(
        cluster, request, order.apply(List.copyOf(cluster.list(ResourceQuota.class, namespace))));
  }

  /** Decides on a request under these quotas, in the order in which they are asked. */
  public QuotaOutcome check(Cluster cluster, AdmissionRequest request, List<ResourceQuota> quotas) {
    if (request.object().namespace().isEmpty() || Evaluators.isIgnored(request.resource())) {
      return new QuotaOutcome.Allowed(List.of());
    }
    Evaluator evaluator = Evaluators.of(cluster).get(request.resource());
    if (!evaluator.handles(request)
        || (quotas.isEmpty() && limited.isEmpty())
        || limitedScopes().anyMatch(s -> evaluator.malformed(s).isPresent())) {
      return new QuotaOutcome.Allowed(List.of());
    }
    RequestUsage usage = RequestUsage.of(evaluator, request);
    List<QuotaAccount> accounts = quotas.stream().map(q -> QuotaAccount.of(q, usage)).toList();
    List<QuotaDenial> denials = accounts.stream().flatMap(a -> a.denial().stream()).toList();
    List<QuotaDenial> unchecked =
        denials.stream().filter(d -> !(d instanceof QuotaDenial.Exceeded)).toList();
    if (!unchecked.isEmpty()) {
      return new QuotaOutcome.Denied(unchecked.get(0), unchecked, accounts);
    }
    Optional<QuotaDenial> general = general(usage, quotas, accounts);
    if (general.isPresent()) {
      return new QuotaOutcome.Denied(general.get(), List.of(general.get()), accounts);
    }
    return denials.isEmpty()
        ? new QuotaOutcome.Allowed(accounts)
        : new QuotaOutcome.Denied(denials.get(0), denials, accounts);
  }

  /** Returns the cluster with the quotas of a namespace charged as decided. */
  public static Cluster charge(Cluster cluster, String namespace, QuotaOutcome.Allowed allowed) {
    Cluster charged = cluster;
    for (QuotaAccount account : allowed.charges()) {
      charged =
          charged
              .find(ResourceQuota.class, namespace, account.quota())
              .map(
                  q ->
                      q.withStatus(
                          new ResourceQuotaStatus(q.status().hard(), account.after().stored())))
              .map(charged::with)
              .orElse(charged);
    }
    return charged;
  }

  private Optional<QuotaDenial> general(
      RequestUsage usage, List<ResourceQuota> quotas, List<QuotaAccount> accounts) {
    if (!usage.usage().negatives().isEmpty()) {
      return Optional.of(new QuotaDenial.NegativeUsage(usage.usage().negatives()));
    }
    if (!usage.request().isCreate() && usage.request().old().isEmpty()) {
      return Optional.of(new QuotaDenial.NoPriorVersion());
    }
    if (!consumesAnything(usage, quotas, accounts)) {
      return Optional.empty();
    }
    List<ResourceName> uncovered = uncoveredKeys(usage, accounts);
    if (!uncovered.isEmpty()) {
      return Optional.of(new QuotaDenial.NoCoveringQuota(uncovered));
    }
    List<ScopedResourceSelectorRequirement> scopes = uncoveredScopes(usage, accounts);
    return scopes.isEmpty()
        ? Optional.empty()
        : Optional.of(new QuotaDenial.NoCoveringScope(scopes));
  }

  private static boolean consumesAnything(
      RequestUsage usage, List<ResourceQuota> quotas, List<QuotaAccount> accounts) {
    boolean any = false;
    for (int i = 0; i < accounts.size(); i++) {
      if (accounts.get(i).matches()) {
        any = true;
        if (!usage.increase(QuotaScopeMatcher.of(quotas.get(i).spec())).isEmpty()) {
          return true;
        }
      }
    }
    return !any && !usage.increase().isEmpty();
  }

  private List<ResourceName> uncoveredKeys(RequestUsage usage, List<QuotaAccount> accounts) {
    Set<ResourceName> covered = new HashSet<>();
    accounts.stream().filter(QuotaAccount::matches).forEach(a -> covered.addAll(a.keys()));
    List<ResourceName> uncovered = new ArrayList<>();
    usage
        .usage()
        .forEach(
            (key, quantity) -> {
              if (!covered.contains(key) && isLimited(usage.request(), key, quantity)) {
                uncovered.add(key);
              }
            });
    return uncovered;
  }

  private boolean isLimited(AdmissionRequest request, ResourceName key, Quantity quantity) {
    return quantity.signum() > 0
        && limited.stream()
            .filter(l -> l.resource().equals(request.resource()))
            .flatMap(l -> l.matchContains().stream())
            .anyMatch(part -> key.name().contains(part));
  }

  private List<ScopedResourceSelectorRequirement> uncoveredScopes(
      RequestUsage usage, List<QuotaAccount> accounts) {
    Set<String> covered = new HashSet<>();
    accounts.forEach(a -> a.scopes().forEach(s -> covered.add(s.scopeName())));
    return limitedScopes()
        .filter(s -> usage.evaluator().matches(s, usage.object()))
        .filter(s -> !covered.contains(s.scopeName()))
        .toList();
  }

  private Stream<ScopedResourceSelectorRequirement> limitedScopes() {
    return limited.stream().flatMap(l -> l.matchScopes().stream());
  }
}
