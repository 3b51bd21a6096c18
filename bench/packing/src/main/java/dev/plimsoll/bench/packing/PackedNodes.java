package dev.plimsoll.bench.packing;

import dev.plimsoll.extender.scoring.NodeHeadroom;
import dev.plimsoll.extender.scoring.PodRequest;
import dev.plimsoll.extender.scoring.RecentPodRequests;
import dev.plimsoll.extender.scoring.WorkloadMix;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Nodes that one policy fills. The mix is learnt from the tasks as they come, after a past of the
 * same kind: the mix that FGD's authors compare by is known to it beforehand.
 */
final class PackedNodes {
  private static final int WINDOW = 8192;
  private static final long NODE_SIZE = 8;
  private static final PodRequest WHOLE_NODE = new PodRequest(NODE_SIZE, 8000, 64L << 30);

  private final ScoringPolicy scoringPolicy;
  private final List<NodeHeadroom> empty;
  private final List<NodeHeadroom> nodeHeadrooms;
  private final RecentPodRequests recent = new RecentPodRequests(WINDOW);
  private final Random tieBreak;

  PackedNodes(ScoringPolicy scoringPolicy, WorkloadTrace workloadTrace, Random tieBreak) {
    this.scoringPolicy = scoringPolicy;
    this.empty = workloadTrace.nodes();
    this.nodeHeadrooms = new ArrayList<>(empty);
    this.tieBreak = tieBreak;
    workloadTrace.tasks().forEach(recent::add);
  }

  /** Places a task on the node with the highest score; the node's index, or -1 if it fits none. */
  int place(PodRequest podRequest) {
    recent.add(podRequest);
    List<Integer> nodes = new ArrayList<>();
    List<NodeHeadroom> fitting = new ArrayList<>();
    for (int i = 0; i < nodeHeadrooms.size(); i++) {
      if (nodeHeadrooms.get(i).fits(podRequest)) {
        nodes.add(i);
        fitting.add(nodeHeadrooms.get(i));
      }
    }
    if (nodes.isEmpty()) {
      return -1;
    }
    int chosen = nodes.get(best(podRequest, nodes, fitting));
    nodeHeadrooms.set(chosen, nodeHeadrooms.get(chosen).after(podRequest));
    return chosen;
  }

  private int best(PodRequest podRequest, List<Integer> nodes, List<NodeHeadroom> fitting) {
    int[] scores =
        scoringPolicy
            .packing()
            .map(binPacking -> binPacking.scores(fitting, podRequest, workloadMix()))
            .orElseGet(() -> new int[fitting.size()]);
    int best = 0;
    int equals = 0;
    long highest = -1;
    for (int i = 0; i < scores.length; i++) {
      long score =
          scoringPolicy.scheduler().score(empty.get(nodes.get(i)), fitting.get(i), podRequest)
              + scores[i] * ScoringPolicy.POINTS;
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

  private WorkloadMix workloadMix() {
    return recent.workloadMix();
  }

  /** Gives back what a task had. */
  void end(int node, PodRequest podRequest) {
    NodeHeadroom nodeHeadroom = nodeHeadrooms.get(node);
    nodeHeadrooms.set(
        node,
        new NodeHeadroom(
            nodeHeadroom.devices(),
            nodeHeadroom.freeDevices() + podRequest.devices(),
            nodeHeadroom.freeMilliCpu() + podRequest.milliCpu(),
            nodeHeadroom.freeMemory() + podRequest.memory()));
  }

  /** The GPUs no task has. */
  long free() {
    return nodeHeadrooms.stream().mapToLong(NodeHeadroom::freeDevices).sum();
  }

  /** The nodes with 8 GPUs that could take a task that asks for all of them. */
  WholeNodesLeft wholeNodes() {
    long whole = 0;
    long free = 0;
    for (NodeHeadroom nodeHeadroom : nodeHeadrooms) {
      if (nodeHeadroom.devices() == NODE_SIZE) {
        free += nodeHeadroom.freeDevices();
        whole += nodeHeadroom.fits(WHOLE_NODE) ? 1 : 0;
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
