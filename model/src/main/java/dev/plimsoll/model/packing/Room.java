package dev.plimsoll.model.packing;

/**
 * What is left on a node, as far as packing looks at it. What is overcommitted may be negative.
 *
 * @param devices units of the extended resource that the node has; 0 where it has none
 * @param freeDevices how many of them no pod has
 * @param freeMilliCpu thousandths of a CPU that no pod has requested
 * @param freeMemory bytes that no pod has requested
 */
public record Room(long devices, long freeDevices, long freeMilliCpu, long freeMemory) {

  /** Whether the pod would find what it asks for. */
  public boolean fits(Ask ask) {
    return ask.devices() <= freeDevices
        && ask.milliCpu() <= freeMilliCpu
        && ask.memory() <= freeMemory;
  }

  /** What would be left beside the pod. */
  public Room after(Ask ask) {
    return new Room(
        devices,
        freeDevices - ask.devices(),
        freeMilliCpu - ask.milliCpu(),
        freeMemory - ask.memory());
  }
}
