package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.QuotaRequest;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.model.tenancy.DecidedRequest.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The QuotaRequests of a cluster, as the policy's approvals decide them at the snapshot's time.
 *
 * <p>An approved one guarantees its namespace what it asks for until its time is over; of several
 * for one resource the largest counts.
 */
public final class QuotaRequests {
  private final List<DecidedRequest> all;

  private QuotaRequests(List<DecidedRequest> all) {
    this.all = List.copyOf(all);
  }

  /** Returns the requests of the cluster, as the policy decides them. */
  public static QuotaRequests of(Cluster cluster, CapacityPolicy policy) {
    TenantNamespaces tenants = TenantNamespaces.of(cluster, policy);
    List<DecidedRequest> all = new ArrayList<>();
    for (QuotaRequest request : cluster.list(QuotaRequest.class)) {
      all.add(
          decided(
              request, policy, tenants.tenantOf(request.namespace()).isPresent(), cluster.asOf()));
    }
    return new QuotaRequests(all);
  }

  /** Returns a copy with only those requests. */
  public QuotaRequests only(Predicate<QuotaRequest> wanted) {
    return new QuotaRequests(all.stream().filter(r -> wanted.test(r.request())).toList());
  }

  /** Returns all of them, by namespace and name. */
  public List<DecidedRequest> all() {
    return all;
  }

  /** Returns how many units approved requests guarantee the namespace now. */
  public long units(String namespace, DividedResource resource) {
    return all.stream()
        .filter(r -> r.outcome() == Outcome.APPROVED && r.request().namespace().equals(namespace))
        .mapToLong(r -> units(r.request(), resource))
        .max()
        .orElse(0);
  }

  private static long units(QuotaRequest request, DividedResource resource) {
    return request.hard().names().stream()
        .filter(key -> isAbout(key, resource))
        .mapToLong(key -> resource.unitsFor(request.hard().getOrZero(key)))
        .max()
        .orElse(0);
  }

  private static boolean isAbout(ResourceName key, DividedResource resource) {
    return QuotaKeys.nodeResource(key).filter(resource.name()::equals).isPresent();
  }

  private static DecidedRequest decided(
      QuotaRequest request, CapacityPolicy policy, boolean isTenants, Instant now) {
    Optional<Instant> over = request.until().filter(until -> !until.isAfter(now));
    if (over.isPresent()) {
      return new DecidedRequest(request, Outcome.EXPIRED, "its time was over at " + over.get());
    }
    Optional<RequestApproval> approval =
        policy.approvals().stream().filter(a -> a.isAbout(request)).findFirst();
    if (approval.isEmpty()) {
      return new DecidedRequest(
          request, Outcome.PENDING, "it is not in spec.approvals of the policy " + policy.name());
    }
    String reason = approval.get().reason();
    if (approval.get().decision() == RequestApproval.Decision.DENIED) {
      return new DecidedRequest(
          request, Outcome.DENIED, reason.isEmpty() ? "no reason was given" : reason);
    }
    return new DecidedRequest(
        request, Outcome.APPROVED, approved(request, policy, isTenants, reason));
  }

  private static String approved(
      QuotaRequest request, CapacityPolicy policy, boolean isTenants, String reason) {
    if (!isTenants) {
      return "without effect, since the namespace is in no tenant of the policy " + policy.name();
    }
    String undivided =
        request.hard().names().stream()
            .filter(key -> policy.resources().stream().noneMatch(r -> isAbout(key, r)))
            .map(ResourceName::name)
            .collect(Collectors.joining(", "));
    String given = reason.isEmpty() ? "as asked for" : reason;
    return undivided.isEmpty()
        ? given
        : given + "; without effect on " + undivided + ", which the policy doesn't divide";
  }
}
