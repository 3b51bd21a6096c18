package dev.plimsoll.extender.accounting;

import dev.plimsoll.extender.protocol.NodeNames;
import dev.plimsoll.extender.scoring.NodeHeadroom;
import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/**
 * The headroom of nodes for packing. The amounts are close together in memory, because a call asks
 * about thousands of nodes.
 *
 * <p>One thread at a time writes; any thread reads, without waiting, and sees each node as it was
 * at some moment: nodes stand in blocks, which are never changed, only replaced. A node's block is
 * there before its name can be found.
 */
public final class NodeHeadroomTable {
  private static final int NODES = 32;
  private static final int WIDTH = 6;
  private static final long[] EMPTY = new long[NODES * WIDTH];
  private static final long ANY = -1;
  private static final long NONE = -2;

  private final Map<String, Integer> numbers = new HashMap<>();
  private final NodeNameIndex names = new NodeNameIndex();
  private final Map<Optional<ResourceName>, Long> devices = new ConcurrentHashMap<>();
  private volatile AtomicReferenceArray<long[]> blocks = new AtomicReferenceArray<>(0);

  /** Returns a table of all nodes. */
  public static NodeHeadroomTable of(NodeUsage usage) {
    NodeHeadroomTable table = new NodeHeadroomTable();
    usage.names().forEach(n -> table.put(n, usage));
    return table;
  }

  /** Sets a node's headroom by the usage. */
  public void put(String node, NodeUsage usage) {
    NodeCapacity capacity = usage.of(node).capacity();
    Optional<ResourceName> device = NodeHeadrooms.device(capacity.allocatable());
    put(node, device, NodeHeadrooms.of(node, capacity, device));
  }

  /** Sets a node's headroom, which is counted in that device. */
  void put(String node, Optional<ResourceName> device, NodeHeadroom nodeHeadroom) {
    int number = numbers.getOrDefault(node, numbers.size());
    if (number / NODES == blocks.length()) {
      blocks = enlarged(blocks);
    }
    devices.putIfAbsent(device, (long) devices.size());
    long[] block = blocks.get(number / NODES).clone();
    int at = number % NODES * WIDTH;
    block[at] = devices.getOrDefault(device, NONE);
    block[at + 1] = nodeHeadroom.devices();
    block[at + 2] = nodeHeadroom.freeDevices();
    block[at + 3] = nodeHeadroom.pods();
    block[at + 4] = nodeHeadroom.load();
    block[at + 5] = nodeHeadroom.order();
    blocks.set(number / NODES, block);
    if (number == numbers.size()) {
      numbers.put(node, names.add(node));
    }
  }

  private static AtomicReferenceArray<long[]> enlarged(AtomicReferenceArray<long[]> blocks) {
    AtomicReferenceArray<long[]> large = new AtomicReferenceArray<>(2 * blocks.length() + 1);
    for (int i = 0; i < large.length(); i++) {
      large.set(i, i < blocks.length() ? blocks.get(i) : EMPTY);
    }
    return large;
  }

  /**
   * Returns the headrooms of nodes in the order of their names.
   *
   * @param device in what they shall be counted; empty for what each has
   * @param otherwise counts the headroom of a node that isn't here, or is counted in another device
   */
  List<NodeHeadroom> headrooms(
      NodeNames asked, Optional<ResourceName> device, Function<String, NodeHeadroom> otherwise) {
    long wanted = device.isEmpty() ? ANY : devices.getOrDefault(device, NONE);
    List<NodeHeadroom> nodeHeadrooms = new ArrayList<>(asked.size());
    for (int i = 0; i < asked.size(); i++) {
      int number = names.find(asked, i);
      long[] block = number == NodeNameIndex.NONE ? EMPTY : blocks.get(number / NODES);
      int at = number % NODES * WIDTH;
      boolean isHere = number != NodeNameIndex.NONE && (wanted == ANY || wanted == block[at]);
      nodeHeadrooms.add(isHere ? headroom(block, at) : otherwise.apply(asked.get(i)));
    }
    return nodeHeadrooms;
  }

  private static NodeHeadroom headroom(long[] block, int at) {
    return new NodeHeadroom(
        block[at + 1], block[at + 2], block[at + 3], block[at + 4], block[at + 5]);
  }
}
