package dev.plimsoll.extender.scoring;

/**
 * A node as far as packing looks at it. What is overcommitted may have less than nothing free.
 *
 * @param devices units of the extended resource that the node has; 0 where it has none
 * @param freeDevices how many of them no pod has
 * @param pods how many pods are on it
 * @param load thousandths of its CPU or of its memory that they request, whichever is more
 * @param order by which equal nodes are told apart, the same whoever asks
 * @param domain the rank of the node's domain, such as its rack: of 1 to 1000, the highest is
 *     filled first; 0 if no levels of domains are configured
 */
public record NodeHeadroom(
    long devices, long freeDevices, long pods, long load, long order, long domain) {

  /** Creates a node without the rank of a domain. */
  public NodeHeadroom(long devices, long freeDevices, long pods, long load, long order) {
    this(devices, freeDevices, pods, load, order, 0);
  }

  /** Returns the node with the rank of its domain. */
  public NodeHeadroom withDomain(long rank) {
    return new NodeHeadroom(devices, freeDevices, pods, load, order, rank);
  }
}
