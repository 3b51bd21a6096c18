package dev.plimsoll.bench.packing;

import dev.plimsoll.model.packing.Ask;
import dev.plimsoll.model.packing.Mix;
import dev.plimsoll.model.packing.RecentAsks;
import dev.plimsoll.model.packing.Room;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Nodes that one policy fills. The mix is learnt from the tasks as they come, after a past of the
 * same kind: the mix that FGD's authors compare by is known to it beforehand.
 */
final class Fleet {
  private static final int WINDOW = 8192;
  private static final long NODE_SIZE = 8;
  private static final Ask WHOLE_NODE = new Ask(NODE_SIZE, 8000, 64L << 30);

  private final Policy policy;
  private final List<Room> empty;
  private final List<Room> rooms;
  private final RecentAsks recent = new RecentAsks(WINDOW);
  private final Random tieBreak;

  Fleet(Policy policy, Trace trace, Random tieBreak) {
    this.policy = policy;
    this.empty = trace.nodes();
    this.rooms = new ArrayList<>(empty);
    this.tieBreak = tieBreak;
    trace.tasks().forEach(recent::add);
  }

  /** Places a task on the node with the highest score; the node's index, or -1 if it fits none. */
  int place(Ask ask) {
    recent.add(ask);
    List<Integer> nodes = new ArrayList<>();
    List<Room> fitting = new ArrayList<>();
    for (int i = 0; i < rooms.size(); i++) {
      if (rooms.get(i).fits(ask)) {
        nodes.add(i);
        fitting.add(rooms.get(i));
      }
    }
    if (nodes.isEmpty()) {
      return -1;
    }
    int chosen = nodes.get(best(ask, nodes, fitting));
    rooms.set(chosen, rooms.get(chosen).after(ask));
    return chosen;
  }

  private int best(Ask ask, List<Integer> nodes, List<Room> fitting) {
    int[] scores =
        policy
            .packing()
            .map(packing -> packing.scores(fitting, ask, mix()))
            .orElseGet(() -> new int[fitting.size()]);
    int best = 0;
    int equals = 0;
    long highest = -1;
    for (int i = 0; i < scores.length; i++) {
      long score =
          policy.scheduler().score(empty.get(nodes.get(i)), fitting.get(i), ask)
              + scores[i] * Policy.POINTS;
      if (score > highest) {
        highest = score;
        best = i;
        equals = 1;
      } else if (score == highest && tieBreak.nextInt(++equals) == 0) {
        best = i;
      }
    }
    return best;
  }

  private Mix mix() {
    return recent.mix();
  }

  /** Gives back what a task had. */
  void end(int node, Ask ask) {
    Room room = rooms.get(node);
    rooms.set(
        node,
        new Room(
            room.devices(),
            room.freeDevices() + ask.devices(),
            room.freeMilliCpu() + ask.milliCpu(),
            room.freeMemory() + ask.memory()));
  }

  /** The GPUs no task has. */
  long free() {
    return rooms.stream().mapToLong(Room::freeDevices).sum();
  }

  /** The nodes with 8 GPUs that could take a task that asks for all of them. */
  WholeNodesLeft wholeNodes() {
    long whole = 0;
    long free = 0;
    for (Room room : rooms) {
      if (room.devices() == NODE_SIZE) {
        free += room.freeDevices();
        whole += room.fits(WHOLE_NODE) ? 1 : 0;
      }
    }
    return new WholeNodesLeft(whole, (double) Math.floorDiv(free, NODE_SIZE));
  }

  /**
   * Nodes with 8 GPUs.
   *
   * @param free those with 8 free GPUs, 8 CPUs and 64 GiB
   * @param possible those that the free GPUs of all of them would make, were they gathered
   */
  record WholeNodesLeft(double free, double possible) {}
}
