package dev.plimsoll.extender.scoring;

/**
 * What is left on a node, as far as packing looks at it. What is overcommitted may be negative.
 *
 * @param devices units of the extended resource that the node has; 0 where it has none
 * @param freeDevices how many of them no pod has
 * @param freeMilliCpu thousandths of a CPU that no pod has requested
 * @param freeMemory bytes that no pod has requested
 */
public record NodeHeadroom(long devices, long freeDevices, long freeMilliCpu, long freeMemory) {

  /** Whether the pod would find what it asks for. */
  public boolean fits(PodRequest podRequest) {
    return podRequest.devices() <= freeDevices
        && podRequest.milliCpu() <= freeMilliCpu
        && podRequest.memory() <= freeMemory;
  }

  /** What would be left beside the pod. */
  public NodeHeadroom after(PodRequest podRequest) {
    return new NodeHeadroom(
        devices,
        freeDevices - podRequest.devices(),
        freeMilliCpu - podRequest.milliCpu(),
        freeMemory - podRequest.memory());
  }
}
