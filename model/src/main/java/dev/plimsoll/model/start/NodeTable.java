package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.CsiNode;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.ResourceIndex;
import dev.plimsoll.kubernetes.placement.snapshot.ResourceVector;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Nodes as rows of numbers, so that a simulation forward is fast: what is free, by resource, with
 * pods as the last. A pod whose node-local filters look at requests alone fits a node if the node
 * takes it when empty, by the model's scheduler, and its row has enough. For such pods the table
 * gives the scheduler's answer; a property test compares both.
 */
final class NodeTable {
  private static final Set<dev.plimsoll.kubernetes.object.GroupResource> WITHOUT_PODS =
      Set.of(
          Node.RESOURCE,
          CsiNode.RESOURCE,
          StorageClass.RESOURCE,
          DeviceClass.RESOURCE,
          PriorityClass.RESOURCE);

  private final Scheduler scheduler;
  private final Snapshot snapshot;
  private final Snapshot empty;
  private final int columns;
  private final long[] free;
  private final long[] allocatable;
  private final Map<Object, RequestShape> shapes = new HashMap<>();

  /**
   * Makes the table.
   *
   * @param columns how many resources the snapshot counts, pods among them
   */
  private NodeTable(Scheduler scheduler, Snapshot snapshot, int columns) {
    this.scheduler = scheduler;
    this.snapshot = snapshot;
    this.empty = Snapshot.of(snapshot.cluster().excerpt(Coverage.of(Set.of()), WITHOUT_PODS));
    this.columns = columns;
    List<NodeInfo> nodes = snapshot.nodes();
    this.free = new long[nodes.size() * columns];
    this.allocatable = new long[nodes.size() * columns];
    for (NodeInfo node : nodes) {
      int row = node.index() * columns;
      for (int i = 0; i < columns - 1; i++) {
        allocatable[row + i] = node.allocatable().get(i);
        free[row + i] = allocatable[row + i] - node.requested().get(i);
      }
      allocatable[row + columns - 1] = node.allowedPods();
      free[row + columns - 1] = (long) node.allowedPods() - node.pods().size();
    }
  }

  /** Makes the table of a snapshot, with columns for the resources that some pods request. */
  static NodeTable of(Scheduler scheduler, Snapshot snapshot, Iterable<Pod> pods) {
    int columns = 3;
    for (Pod pod : pods) {
      columns = Math.max(columns, snapshot.podInfo(pod).requests().length());
    }
    return new NodeTable(scheduler, snapshot, columns + 1);
  }

  int nodes() {
    return snapshot.nodes().size();
  }

  int columns() {
    return columns;
  }

  Snapshot snapshot() {
    return snapshot;
  }

  /** Returns the free amounts, a row for each node; the caller may change them. */
  long[] free() {
    return free.clone();
  }

  /** Returns how attractive each node is at first. */
  double[] scores() {
    double[] scores = new double[nodes()];
    for (int node = 0; node < scores.length; node++) {
      scores[node] = score(free, node);
    }
    return scores;
  }

  /** Returns how attractive a node is: the cpu and the memory that are left, in parts of all. */
  double score(long[] left, int node) {
    return part(left, node, ResourceIndex.CPU) + part(left, node, ResourceIndex.MEMORY);
  }

  private double part(long[] left, int node, int column) {
    long all = allocatable(node, column);
    return all == 0 ? 0 : Math.max(0, (double) left[node * columns + column] / all);
  }

  /** Returns the allocatable amount of a node at a column. */
  long allocatable(int node, int column) {
    return allocatable[node * columns + column];
  }

  /** Returns the amounts that a pod on a node holds there. */
  long[] held(PodInfo pod) {
    return row(pod.requests());
  }

  private long[] row(ResourceVector requests) {
    long[] row = new long[columns];
    for (int i = 0; i < columns - 1; i++) {
      row[i] = requests.get(i);
    }
    row[columns - 1] = 1;
    return row;
  }

  /** Returns the shape of a pod, whose gates don't count. */
  RequestShape shape(Pod pod) {
    Pod ungated =
        pod.withSpec(pod.spec().withSchedulingGates(List.of()).withNodeName(""))
            .withStatus(pod.status().withNominatedNodeName(""));
    Object key = List.of(pod.namespace(), ungated.spec());
    RequestShape known = shapes.get(key);
    if (known == null) {
      known = made(ungated);
      shapes.put(key, known);
    }
    return known;
  }

  private RequestShape made(Pod pod) {
    boolean isLocal =
        pod.spec().volumes().isEmpty()
            && pod.spec().disks().isEmpty()
            && pod.spec().resourceClaims().isEmpty()
            && !requestsByClass(pod)
            && snapshot.podInfo(pod).hostPorts().isEmpty()
            && nodes() > 0
            && !scheduler.looksBeyondNode(snapshot, pod);
    BitSet eligible = new BitSet();
    if (nodes() > 0 && scheduler.schedule(empty, pod) instanceof ScheduleResult.Feasible feasible) {
      feasible.nodes().forEach(n -> eligible.set(snapshot.node(n).orElseThrow().index()));
    }
    return new RequestShape(pod, row(snapshot.podInfo(pod).requests()), eligible, isLocal);
  }

  /** Returns whether a device class may give what the pod requests as an extended resource. */
  private boolean requestsByClass(Pod pod) {
    Cluster cluster = snapshot.cluster();
    Resources requests = PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING);
    return requests.names().stream().anyMatch(n -> n.isDraExtended() && !n.isExtended())
        || cluster.list(DeviceClass.class).stream()
            .map(DeviceClass::extendedResourceName)
            .filter(n -> !n.isEmpty())
            .anyMatch(n -> requests.names().stream().anyMatch(r -> r.name().equals(n)));
  }

  /** Returns the name of a column's resource, as the pods of a shape request it. */
  String name(int column, RequestShape shape) {
    if (column == columns - 1) {
      return ResourceName.PODS.name();
    }
    Resources requests =
        PodResources.requests(shape.example(), PodResourcesOptions.SCHEDULER_INCOMING);
    return requests.names().stream()
        .filter(n -> snapshot.resources().of(n) == column)
        .map(ResourceName::name)
        .findFirst()
        .orElse("");
  }

  /** Returns an amount of a column's resource as a quantity. */
  String amount(int column, long amount) {
    return column == ResourceIndex.CPU
        ? Quantity.parse(amount + "m").canonical()
        : column == ResourceIndex.MEMORY || column == ResourceIndex.EPHEMERAL_STORAGE
            ? Quantity.of(amount, Quantity.Format.BINARY_SI).canonical()
            : Long.toString(amount);
  }

  /** Returns why no node takes pods of a shape, in kube-scheduler's words. */
  String reason(RequestShape shape) {
    return counts(scheduler.schedule(empty, shape.example()).message());
  }

  /** Returns the nodes' reasons in kube-scheduler's message, without what it says of preemption. */
  static String counts(String message) {
    int end = message.indexOf(". ");
    return end < 0 ? message : message.substring(0, end);
  }
}
