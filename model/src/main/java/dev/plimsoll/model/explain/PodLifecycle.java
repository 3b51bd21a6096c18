package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.recorded.ClusterRecord;
import dev.plimsoll.kubernetes.recorded.ContainerReport;
import dev.plimsoll.model.gap.ResizeOnNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The state of a pod that kube-scheduler has finished with: it has a node, has ended or is being
 * deleted. The state is the record of its kubelet and of the controllers.
 *
 * <p>Sources: {@code pkg/kubelet/status/generate.go} (conditions), {@code pkg/util/node/node.go} (a
 * node that doesn't answer), {@code skipSchedulingPod} in {@code pkg/scheduler/schedule_one.go}.
 */
final class PodLifecycle {
  private static final String NOT_OURS =
      "not a matter of quota or capacity: it was admitted and has got a node";
  private static final String NOT_QUOTA = "not a matter of quota: it was admitted";

  /**
   * Why a kubelet ends or rejects a pod for lack of capacity on its node, or by its own rules.
   * Sources: {@code pkg/kubelet/lifecycle/predicate.go}, {@code eviction}, {@code nodeshutdown} and
   * {@code cm/topologymanager} in {@code pkg/kubelet}.
   */
  private static final Set<String> BY_NODE =
      Set.of(
          "Evicted",
          "Preempting",
          "NodeAffinity",
          "NodeName",
          "NodePorts",
          "TaintToleration",
          "UnexpectedAdmissionError",
          "TopologyAffinityError",
          "NodeShutdown",
          "Terminated");

  private PodLifecycle() {}

  /** Returns the judgement on the pod; empty if it waits for a scheduler. */
  static Optional<Judgement> of(Cluster cluster, Pod pod) {
    boolean isKept = pod.isTerminating() && !pod.metadata().finalizers().isEmpty();
    if (pod.isTerminal() && !isKept) {
      return Optional.of(ended(pod));
    }
    if (pod.isTerminating()) {
      List<String> notes =
          new ArrayList<>(
              pod.isTerminal() ? ended(pod).notes() : Disruptions.of(pod).stream().toList());
      notes.addAll(PendingDeletion.notes(cluster, pod));
      return Optional.of(new Judgement(PodVerdict.Terminating, notes));
    }
    return pod.isBound() ? Optional.of(bound(cluster, pod)) : Optional.empty();
  }

  private static Judgement ended(Pod pod) {
    ContainerReport containers = ContainerReport.of(pod);
    List<String> notes = new ArrayList<>(Disruptions.of(pod).stream().toList());
    if (pod.status().phase().equals("Succeeded")) {
      return new Judgement(PodVerdict.Finished, notes);
    }
    String reason = pod.status().reason();
    text(reason, pod.status().message()).ifPresent(notes::add);
    notes.addAll(containers.troubles());
    boolean byNode = BY_NODE.contains(reason) || reason.startsWith("OutOf");
    notes.add(byNode || !pod.isBound() ? NOT_QUOTA : NOT_OURS);
    return new Judgement(PodVerdict.Failed, notes);
  }

  private static Judgement bound(Cluster cluster, Pod pod) {
    ContainerReport containers = ContainerReport.of(pod);
    List<String> notes = new ArrayList<>();
    Optional<String> lost = lostNode(cluster, pod);
    Optional<Condition> notReady =
        pod.status().condition("Ready").filter(c -> !c.status().equals("True"));
    Optional<ResizeOnNode> resize = ResizeOnNode.of(cluster, pod);
    boolean runs = pod.status().phase().equals("Running");
    PodVerdict verdict =
        lost.isPresent()
            ? PodVerdict.NodeLost
            : !containers.troubles().isEmpty()
                ? PodVerdict.NotRunning
                : runs && notReady.isPresent()
                    ? PodVerdict.NotReady
                    : resize.isPresent() ? PodVerdict.ResizePending : PodVerdict.Placed;
    lost.ifPresent(notes::add);
    notes.addAll(containers.troubles());
    if (runs) {
      notReady.flatMap(c -> text(c.reason(), c.message())).ifPresent(notes::add);
    }
    resize.ifPresent(r -> notes.addAll(notes(r)));
    notes.addAll(containers.remarks());
    if (!runs && lost.isEmpty()) {
      newestWarning(cluster, pod).ifPresent(notes::add);
    }
    if (verdict == PodVerdict.NotRunning || verdict == PodVerdict.NotReady) {
      notes.add(NOT_OURS);
    }
    return new Judgement(verdict, notes);
  }

  private static List<String> notes(ResizeOnNode pending) {
    List<String> notes = new ArrayList<>();
    Condition condition = pending.resize().condition();
    text(condition.reason(), condition.message()).ifPresent(notes::add);
    if (!pending.lacking().isEmpty()) {
      notes.add(pending.cause());
    }
    notes.add(pending.retry());
    return notes;
  }

  /** Returns why the pod's state isn't known, if its node doesn't answer. */
  private static Optional<String> lostNode(Cluster cluster, Pod pod) {
    String name = pod.spec().nodeName();
    boolean said =
        pod.status().phase().equals("Unknown") || pod.status().reason().equals("NodeLost");
    Optional<Node> node = cluster.find(Node.class, "", name);
    if (node.isEmpty() && cluster.covers(Node.RESOURCE)) {
      return Optional.of(
          "node %s doesn't exist%s"
              .formatted(
                  name,
                  pod.status().condition("PodScheduled").isEmpty()
                      ? ", and kube-scheduler didn't choose it: the pod was created with this nodeName"
                      : ""));
    }
    return said
        ? text(pod.status().reason(), pod.status().message())
            .or(() -> Optional.of("node " + name + " doesn't report on it"))
        : node.flatMap(
                n -> n.conditions().stream().filter(c -> c.type().equals("Ready")).findFirst())
            .filter(c -> c.status().equals("Unknown"))
            .map(
                c ->
                    "node "
                        + name
                        + " doesn't report: "
                        + text(c.reason(), c.message()).orElse("its condition Ready is Unknown"));
  }

  /** Returns a reason with its text, the text quoted since it is the cluster's; nothing if none. */
  static Optional<String> text(String reason, String message) {
    String quoted = message.isEmpty() ? "" : "\"" + message.strip() + "\"";
    String text = reason.isEmpty() || quoted.isEmpty() ? reason + quoted : reason + ": " + quoted;
    return Optional.of(text).filter(t -> !t.isEmpty());
  }

  private static Optional<String> newestWarning(Cluster cluster, Pod pod) {
    return ClusterRecord.eventsAbout(cluster, pod)
        .filter(e -> e.eventType().equals("Warning") && !e.reason().equals("FailedScheduling"))
        .max(Comparator.comparing((Event e) -> e.lastSeen().orElse(Instant.EPOCH)))
        .flatMap(e -> text(e.reason(), e.note()));
  }
}
