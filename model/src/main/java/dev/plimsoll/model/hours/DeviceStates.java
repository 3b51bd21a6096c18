package dev.plimsoll.model.hours;

import dev.plimsoll.kubernetes.capacity.NodeGroups;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.device.Fraction;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.WithoutQuotas;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The states of all physical devices of a cluster at an instant. Each device is in exactly one
 * state, so that the amounts add up to capacity. Where units are parts of a device, each part has a
 * state.
 *
 * <p>Devices of drivers (DRA) that no node counts as a resource aren't in it.
 *
 * @param amounts the physical devices, by row
 * @param taken the free units that are reserved or wanted, in the order in which they were taken
 * @param unread the nodes and pods that were not read; units that these may have are unknown
 * @param unreadWants what was not read and may show that free devices are wanted
 */
public record DeviceStates(
    SortedMap<DeviceRow, Fraction> amounts,
    List<TakenUnits> taken,
    Unread unread,
    Unread unreadWants) {

  public DeviceStates {
    amounts = Collections.unmodifiableSortedMap(new TreeMap<>(amounts));
    taken = List.copyOf(taken);
  }

  /**
   * Returns the states of a cluster's devices.
   *
   * @param context the whole cluster, with the holds of its policies
   * @param policies the policies, for tenants, pools, reserves and suspended demand
   * @param reserved the devices that nodes reserve for large pods and gangs
   */
  public static DeviceStates of(
      DetectionContext context,
      DeviceRules rules,
      Collection<CapacityPolicy> policies,
      List<TakenUnits> reserved) {
    DeviceTable table = DeviceTable.of(context.cluster(), rules);
    Unread unread = NodeGroups.unread(context.cluster());
    if (table.isFull()) {
      return new DeviceStates(table.amounts(), table.taken(), unread, Unread.NOTHING);
    }
    List<DeviceNeed> needs = DeviceNeeds.of(context, policies);
    DeviceDemand wanted = new DeviceDemand(table, rules, withoutQuotas(context, needs));
    reserved.forEach(r -> wanted.reserve(r.node(), r.resource(), r.user().namespace(), r.units()));
    new PolicyReserves(context.cluster(), table)
        .forEach(policies, r -> wanted.reserve(r.node(), r.resource(), "", r.units()));
    wanted.give(needs);
    return new DeviceStates(table.amounts(), table.taken(), unread, unreadWants(context));
  }

  private static Unread unreadWants(DetectionContext context) {
    return context
        .unread(List.of(Pod.RESOURCE))
        .and(context.unread(Workloads.resources(context.cluster())))
        .and(context.unreadForAdmission())
        .and(context.unreadForPlacing());
  }

  private static Simulation withoutQuotas(DetectionContext context, List<DeviceNeed> needs) {
    Set<String> namespaces =
        needs.stream()
            .filter(n -> !n.isStored() && n.cause() != DeviceState.OTHER)
            .map(n -> n.pod().namespace())
            .collect(Collectors.toSet());
    return WithoutQuotas.of(context.simulation(), namespaces);
  }

  /** Returns all devices, in every state. */
  public Fraction capacity() {
    return amounts.values().stream().reduce(Fraction.ZERO, Fraction::plus);
  }

  /** Returns the devices of each row. */
  public SortedMap<DeviceRow, Double> devices() {
    SortedMap<DeviceRow, Double> devices = new TreeMap<>();
    amounts.forEach((row, amount) -> devices.put(row, amount.toDouble()));
    return devices;
  }

  /** Returns whether all devices in a state are known. */
  public boolean knows(DeviceState state) {
    boolean isOfNode = state == DeviceState.BROKEN || state == DeviceState.UNKNOWN;
    return (isOfNode || unread.isEmpty()) && (!state.isWanted() || unreadWants.isEmpty());
  }
}
