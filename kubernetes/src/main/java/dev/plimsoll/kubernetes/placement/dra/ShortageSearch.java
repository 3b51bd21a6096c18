package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.object.DeviceClaim;
import dev.plimsoll.kubernetes.object.DeviceConstraint;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.DeviceRequest.DeviceSubRequest;
import dev.plimsoll.kubernetes.object.DeviceTaint;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.placement.dra.DeviceShortage.Alternative;
import dev.plimsoll.kubernetes.placement.dra.DeviceShortage.Cause;
import dev.plimsoll.kubernetes.placement.dra.DeviceShortage.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the request of some claims that a node can't meet, and the cause. It allocates the claims
 * up to each request in turn, that request alone, and without constraints.
 */
final class ShortageSearch {
  private final Predicate<List<ResourceClaim>> allocation;
  private final DeviceTally tally;
  private final List<ResourceClaim> claims;

  /**
   * Makes a search.
   *
   * @param allocation whether claims can be allocated on the node
   * @param claims what can't be allocated on the node
   */
  ShortageSearch(
      Predicate<List<ResourceClaim>> allocation, DeviceTally tally, List<ResourceClaim> claims) {
    this.allocation = allocation;
    this.tally = tally;
    this.claims = claims;
  }

  DeviceShortage find() throws AllocationException {
    List<ResourceClaim> before = new ArrayList<>();
    for (ResourceClaim claim : claims) {
      boolean last = before.size() == claims.size() - 1;
      for (int i = 1; i <= claim.requests().size(); i++) {
        ResourceClaim part = with(claim, claim.requests().subList(0, i), constraints(claim));
        boolean isWhole = last && i == claim.requests().size();
        if (isWhole || !meets(before, part)) {
          return shortage(before, part);
        }
      }
      before.add(claim);
    }
    throw new IllegalStateException("no request of claims " + claims + " fails");
  }

  private DeviceShortage shortage(List<ResourceClaim> before, ResourceClaim part)
      throws AllocationException {
    DeviceRequest request = part.requests().get(part.requests().size() - 1);
    boolean isOnly = before.isEmpty() && part.requests().size() == 1 && constraints(part).isEmpty();
    boolean alone = !isOnly && meets(List.of(), with(part, List.of(request), List.of()));
    Cause other = alone ? notAlong(before, part) : new Cause(Kind.Free, "", 0);
    List<Alternative> alternatives = new ArrayList<>();
    for (DeviceSubRequest wanted : request.alternatives()) {
      RequestAlternative alternative = tally.validated(part, request, wanted);
      List<Cause> causes = tally.causes(alternative);
      alternatives.add(
          new Alternative(
              wanted,
              alternative.fullName(),
              causes.stream()
                  .map(c -> c.kind() == Kind.Free ? explained(c, other, alternative) : c)
                  .toList()));
    }
    return new DeviceShortage(
        part, request, alternatives, tolerable(part, request), lowerCount(part, request));
  }

  /**
   * Returns the cause of an unmet request. If enough devices are free but can't be had together,
   * only counters can be exhausted.
   */
  private static Cause explained(Cause free, Cause other, RequestAlternative alternative) {
    if (other.kind() != Kind.Free) {
      return new Cause(other.kind(), other.detail(), free.devices());
    }
    return !alternative.wanted().isForAll() && free.devices() >= alternative.count()
        ? new Cause(Kind.CountersExhausted, "", free.devices())
        : free;
  }

  /** Returns why a request isn't met that would be, were it the only one. */
  @SuppressWarnings("ReferenceEquality") // Two may be equal.
  private Cause notAlong(List<ResourceClaim> before, ResourceClaim part) {
    List<DeviceConstraint> constraints = constraints(part);
    if (!meets(before, with(part, part.requests(), List.of()))) {
      return new Cause(Kind.OtherRequests, "", 0);
    }
    List<DeviceConstraint> decisive = new ArrayList<>();
    for (DeviceConstraint constraint : constraints) {
      List<DeviceConstraint> others = constraints.stream().filter(c -> c != constraint).toList();
      if (meets(before, with(part, part.requests(), others))) {
        decisive.add(constraint);
      }
    }
    String attributes =
        (decisive.isEmpty() ? constraints : decisive)
            .stream().map(DeviceConstraint::attribute).distinct().collect(Collectors.joining(", "));
    return new Cause(Kind.Constraint, attributes, 0);
  }

  private List<DeviceTaint> tolerable(ResourceClaim part, DeviceRequest request) {
    List<DeviceTaint> taints =
        tally.taints().stream()
            .sorted(Comparator.comparing(DeviceTaint::key).thenComparing(DeviceTaint::value))
            .toList();
    for (DeviceTaint taint : taints) {
      if (meetsAll(part, request, tolerating(request, List.of(taint)))) {
        return List.of(taint);
      }
    }
    return taints.size() > 1 && meetsAll(part, request, tolerating(request, taints))
        ? taints
        : List.of();
  }

  private OptionalLong lowerCount(ResourceClaim part, DeviceRequest request) {
    DeviceSubRequest wanted = request.alternatives().get(0);
    if (request.firstAvailable() || wanted.isForAll()) {
      return OptionalLong.empty();
    }
    for (long count = Math.min(wanted.count() - 1, tally.usable()); count > 0; count--) {
      DeviceRequest lower =
          new DeviceRequest(request.name(), List.of(wanted.withCount(count)), false);
      if (meetsAll(part, request, lower)) {
        return OptionalLong.of(count);
      }
    }
    return OptionalLong.empty();
  }

  private static DeviceRequest tolerating(DeviceRequest request, List<DeviceTaint> taints) {
    return new DeviceRequest(
        request.name(),
        request.alternatives().stream()
            .map(
                a ->
                    a.withTolerations(
                        Stream.concat(
                                a.tolerations().stream(),
                                taints.stream().map(DeviceTaint::toleration))
                            .toList()))
            .toList(),
        request.firstAvailable());
  }

  @SuppressWarnings("ReferenceEquality") // Two may be equal.
  private boolean meetsAll(ResourceClaim part, DeviceRequest old, DeviceRequest changed) {
    List<ResourceClaim> all = new ArrayList<>();
    for (ResourceClaim claim : claims) {
      all.add(
          claim.name().equals(part.name())
              ? with(
                  claim,
                  claim.requests().stream().map(r -> r == old ? changed : r).toList(),
                  constraints(claim))
              : claim);
    }
    return allocation.test(all);
  }

  private boolean meets(List<ResourceClaim> before, ResourceClaim last) {
    List<ResourceClaim> all = new ArrayList<>(before);
    all.add(last);
    return allocation.test(all);
  }

  private static List<DeviceConstraint> constraints(ResourceClaim claim) {
    return claim.devices().constraints();
  }

  private static ResourceClaim with(
      ResourceClaim claim, List<DeviceRequest> requests, List<DeviceConstraint> constraints) {
    return new ResourceClaim(
        claim.metadata(),
        new DeviceClaim(requests, constraints),
        claim.allocation(),
        claim.reservedFor());
  }
}
