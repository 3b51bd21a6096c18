package dev.plimsoll.kubernetes.object;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * A device that a driver publishes.
 *
 * @param name its name, once in a pool
 * @param attributes what it is like, by qualified names; the driver is the domain of those without
 * @param capacity how much it has of what, by qualified names
 * @param consumesCounters what it consumes of the pool's counters
 * @param nodes from which nodes it can be reached, where the slice leaves that to the device
 * @param taints its taints
 * @param bindsToNode whether who gets it stays on the node it was got for
 * @param bindingConditions what its driver must report before pods are bound
 * @param allowMultipleAllocations whether several claims may share it
 */
@RecordBuilder
public record Device(
    String name,
    Map<String, DeviceAttribute> attributes,
    Map<String, DeviceCapacity> capacity,
    List<CounterSet> consumesCounters,
    DeviceNodes nodes,
    List<DeviceTaint> taints,
    boolean bindsToNode,
    List<String> bindingConditions,
    boolean allowMultipleAllocations) {

  public Device {
    attributes = Map.copyOf(attributes);
    capacity = Map.copyOf(capacity);
    consumesCounters = List.copyOf(consumesCounters);
    taints = List.copyOf(taints);
    bindingConditions = List.copyOf(bindingConditions);
  }
}
