package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.cel.NotModelledException;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.DeviceRequest.DeviceSubRequest;
import dev.plimsoll.kubernetes.object.DeviceTaint;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.placement.dra.DeviceShortage.Cause;
import dev.plimsoll.kubernetes.placement.dra.DeviceShortage.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Counts the devices of a node's pools for a request that is allocated alone. Each device counts
 * once, by the first cause that keeps it from the request.
 */
final class DeviceTally {
  private record Key(Kind kind, String detail) {}

  private static final Comparator<Key> ORDER =
      Comparator.comparing(Key::kind).thenComparing(Key::detail);

  private final RequestValidation validation;
  private final DeviceSelection selection;
  private final Node node;
  private final List<Pool> pools;
  private final Supplier<TakenDevices> nothingTaken;
  private final Function<DeviceId, String> holder;
  private final Set<DeviceTaint> taints = new LinkedHashSet<>();
  private int usable;

  /**
   * Makes a tally.
   *
   * @param nothingTaken the devices once one claim is to be allocated that has got none yet
   * @param holder the claim that has a device
   */
  DeviceTally(
      RequestValidation validation,
      DeviceSelection selection,
      Node node,
      List<Pool> pools,
      Supplier<TakenDevices> nothingTaken,
      Function<DeviceId, String> holder) {
    this.validation = validation;
    this.selection = selection;
    this.node = node;
    this.pools = pools;
    this.nothingTaken = nothingTaken;
    this.holder = holder;
  }

  /** Returns the taints that kept devices from requests so far. */
  List<DeviceTaint> taints() {
    return List.copyOf(taints);
  }

  /** Returns how many devices nothing kept from the requests so far. */
  int usable() {
    return usable;
  }

  RequestAlternative validated(ResourceClaim claim, DeviceRequest request, DeviceSubRequest wanted)
      throws AllocationException {
    return validation.validated(claim, request, wanted);
  }

  List<Cause> causes(RequestAlternative request) throws AllocationException {
    TakenDevices taken = nothingTaken.get();
    Map<Key, Integer> counts = new TreeMap<>(ORDER);
    for (Pool pool : pools) {
      if (pool.state() != Pool.State.USABLE) {
        Kind kind = pool.state() == Pool.State.INCOMPLETE ? Kind.PoolIncomplete : Kind.PoolInvalid;
        counts.merge(new Key(kind, pool.id().toString()), 1, Integer::sum);
      }
      for (PoolDevice device : pool.devices()) {
        if (!device.slice().perDeviceNodeSelection()
            || Pools.matches(device.device().nodes(), node)) {
          counts.merge(keyOf(taken, request, new Candidate(device, pool)), 1, Integer::sum);
        }
      }
    }
    usable += counts.getOrDefault(new Key(Kind.Free, ""), 0);
    List<Cause> causes = new ArrayList<>();
    counts.forEach((key, devices) -> causes.add(new Cause(key.kind(), key.detail(), devices)));
    return causes;
  }

  private Key keyOf(TakenDevices taken, RequestAlternative request, Candidate candidate)
      throws AllocationException {
    PoolDevice device = candidate.device();
    Optional<Key> notSelected = notSelected(request, device);
    if (notSelected.isPresent() && notSelected.get().kind() != Kind.ExpressionFails) {
      return notSelected.get();
    }
    if (!taken.isFree(0, request, device.id())) {
      return new Key(Kind.Allocated, holder.apply(device.id()));
    }
    if (notSelected.isPresent()) {
      return notSelected.get();
    }
    if (!taken.suffices(request, device)) {
      return new Key(Kind.CapacityExhausted, "");
    }
    Optional<DeviceTaint> taint = taken.taint(device.device(), request);
    if (taint.isPresent()) {
      taints.add(taint.get());
      return new Key(Kind.Tainted, taint.get().toString());
    }
    if (!taken.take(0, request, candidate, false)) {
      return new Key(Kind.CountersExhausted, "");
    }
    taken.giveBack(0);
    return new Key(Kind.Free, "");
  }

  private Optional<Key> notSelected(RequestAlternative request, PoolDevice device) {
    try {
      if (!selection.isOfClass(request, device)) {
        return Optional.of(new Key(Kind.OtherClass, ""));
      }
      return selection.isRequested(request, device)
          ? Optional.empty()
          : Optional.of(new Key(Kind.NotSelected, ""));
    } catch (AllocationException | NotModelledException e) {
      return Optional.of(new Key(Kind.ExpressionFails, String.valueOf(e.getMessage())));
    }
  }
}
