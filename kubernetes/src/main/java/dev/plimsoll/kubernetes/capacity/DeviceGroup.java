package dev.plimsoll.kubernetes.capacity;

import java.util.List;

/**
 * The devices of a class, or those of them that have the same value of an attribute.
 *
 * @param deviceClass the class
 * @param value the value of the attribute; empty where they aren't grouped, or have none
 * @param total how many devices drivers publish
 * @param allocated how many claims have, or have some of
 * @param blocked how many can't be had since others have what they share with them
 * @param withheld how many are tainted, of incomplete pools, or reached from no node that takes
 *     pods
 * @param free how many claims may get
 * @param largestBlock the most that are free on one node that takes pods; where devices share
 *     counters, not all of them may be had together
 * @param nodes the nodes that take pods and from which some are reached, by name
 */
public record DeviceGroup(
    String deviceClass,
    String value,
    int total,
    int allocated,
    int blocked,
    int withheld,
    int free,
    int largestBlock,
    List<String> nodes) {

  public DeviceGroup {
    nodes = List.copyOf(nodes);
  }
}
