package dev.plimsoll.kubernetes.placement.framework;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.snapshot.IndexedNodeNames;
import java.util.List;
import java.util.Optional;

/** The result of scheduling a pod. */
public sealed interface ScheduleResult {

  /** Returns the message of the condition PodScheduled; empty for a pod that gets a node. */
  default String message() {
    return "";
  }

  /** Returns the assumptions made where the snapshot lacks facts, a sentence each. */
  default List<String> assumptions() {
    return List.of();
  }

  /**
   * The pod isn't looked at.
   *
   * @param plugin what gates it, under Kubernetes' name
   * @param gates the names of its scheduling gates
   * @param message the text; for gates, that of the condition PodScheduled
   */
  record Gated(String plugin, List<String> gates, String message) implements ScheduleResult {

    public Gated {
      gates = List.copyOf(gates);
    }
  }

  /**
   * kube-scheduler doesn't look at the pod, because it names another scheduler.
   *
   * @param name the other scheduler's name
   */
  record OtherScheduler(String name) implements ScheduleResult {}

  /**
   * The scheduler's result is unknown.
   *
   * @param unread what it rests on and the snapshot doesn't have; never empty
   */
  record Unknown(Unread unread) implements ScheduleResult {}

  /** There are no nodes at all. */
  record NoNodes() implements ScheduleResult {
    /** The message of the condition PodScheduled. */
    public static final String MESSAGE = "no nodes available to schedule pods";

    @Override
    public String message() {
      return MESSAGE;
    }
  }

  /**
   * The pod can be placed. Which of the nodes gets it is said by {@link Scheduler#selectHost}.
   *
   * @param nodes the names of the nodes that pass all filters
   * @param assumptions what is assumed
   */
  record Feasible(List<String> nodes, List<String> assumptions) implements ScheduleResult {

    public Feasible {
      nodes = nodes instanceof IndexedNodeNames ? nodes : List.copyOf(nodes);
      assumptions = List.copyOf(assumptions);
    }
  }

  /**
   * The pod can be placed once others are removed, which kube-scheduler does.
   *
   * @param node the name of the node
   * @param victims the pods that are removed, the most important first
   * @param message what the condition PodScheduled says meanwhile
   * @param nodes why no node fits now
   * @param assumptions what is assumed
   */
  record Preempting(
      String node,
      List<Pod> victims,
      String message,
      List<NodeDiagnosis> nodes,
      List<String> assumptions)
      implements ScheduleResult {

    /** Copies the lists, except the diagnoses, which are computed when read. */
    public Preempting {
      victims = List.copyOf(victims);
      assumptions = List.copyOf(assumptions);
    }
  }

  /**
   * The pod can't be placed.
   *
   * @param message what the condition PodScheduled says
   * @param nodes why no node fits
   * @param preFilter why the pod was rejected before any node was looked at
   * @param assumptions what is assumed
   */
  record Unschedulable(
      String message,
      List<NodeDiagnosis> nodes,
      Optional<Rejection> preFilter,
      List<String> assumptions)
      implements ScheduleResult {

    /** Makes the assumptions unmodifiable; the diagnoses are, and are made when read. */
    public Unschedulable {
      assumptions = List.copyOf(assumptions);
    }
  }
}
