package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.workload.Inactivity;
import dev.plimsoll.kubernetes.workload.Workloads;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The answer in one sentence. */
final class ExplanationSummary {
  private ExplanationSummary() {}

  static String of(ObjectReference subject, List<PodState> states, Unread ofOwners) {
    int total = states.stream().mapToInt(PodState::count).sum();
    String label = Workloads.label(subject);
    if (total == 1) {
      PodState only = states.get(0);
      String who = subject.kind().equals("Pod") ? label : "the pod of " + label;
      return who + " " + meaning(only) + node(only) + cause(only) + lacking(ofOwners);
    }
    return label + " has " + counted(states) + lacking(ofOwners);
  }

  private static String counted(List<PodState> states) {
    int total = states.stream().mapToInt(PodState::count).sum();
    Map<String, Integer> counts = new LinkedHashMap<>();
    states.forEach(s -> counts.merge(word(s), s.count(), Integer::sum));
    return counts.entrySet().stream()
        .map(e -> e.getValue() + " " + e.getKey())
        .collect(Collectors.joining(", ", total + (total == 1 ? " pod: " : " pods: "), ""));
  }

  private static String meaning(PodState state) {
    String meaning = state.verdict().meaning();
    if (state.unread().isEmpty()) {
      return meaning;
    }
    String since = ", since " + state.unread().message();
    if (state.verdict() != PodVerdict.Unknown) {
      return meaning + "; whether nodes have capacity isn't known" + since;
    }
    return state.exists()
        ? "has no node, and whether it gets one isn't known" + since
        : meaning + since;
  }

  private static String lacking(Unread ofOwners) {
    return ofOwners.isEmpty()
        ? ""
        : "; whether it lacks pods isn't known, since " + ofOwners.message();
  }

  /** Returns the answer for a workload that makes no pods, and what its next one would find. */
  static String of(ObjectReference subject, Inactivity inactivity, List<PodState> states) {
    String why = Workloads.label(subject) + " " + inactivity.reason();
    PodState next = states.get(0);
    return next.exists()
        ? why + "; it has " + counted(states)
        : why + "; " + inactivity.otherwise() + ", its next pod " + conditional(next);
  }

  private static String conditional(PodState next) {
    return switch (next.verdict()) {
      case Invalid -> "would be invalid";
      case DeniedByLimitRange -> "would be denied by a limit range";
      case DeniedByQuota -> "would be denied by a quota";
      case Denied -> "would be denied";
      case Unschedulable -> "would find no node";
      case OtherScheduler -> "would wait for another scheduler";
      case Held -> "would be held";
      case Gated -> "would wait for a scheduling gate";
      case Preempting -> "would get a node once pods of lower priority are evicted";
      case Placed, Placeable -> "would get a node";
      default -> next.verdict().meaning();
    };
  }

  private static String node(PodState state) {
    return state.verdict() == PodVerdict.Placed ? ", " + state.pod().spec().nodeName() : "";
  }

  private static String cause(PodState state) {
    return state.verdict().isFine() || state.notes().isEmpty() ? "" : ": " + state.notes().get(0);
  }

  private static String word(PodState state) {
    return switch (state.verdict()) {
      case Invalid -> "invalid";
      case DeniedByLimitRange -> "denied by a limit range";
      case DeniedByQuota -> "denied by a quota";
      case Denied -> "denied";
      case Unschedulable -> state.exists() ? "pending" : "that would be pending";
      case Held -> "held";
      case Gated -> "gated";
      case Unknown -> state.exists() ? "pending" : "that may or may not run";
      case Preempting -> "to be placed by preemption";
      case Placeable -> state.exists() ? "waiting for kube-scheduler" : "that would be placed";
      case Placed -> "placed";
      case WaitsForPod -> "waiting for the pod before";
      case RejectedByKubelet -> "that its kubelet would reject";
      case NotRunning -> "placed but not running";
      case NodeLost -> "on a node that doesn't answer";
      case NotReady -> "running but not ready";
      case ResizePending -> "running, with a pending resize";
      case OtherScheduler -> "waiting for another scheduler";
      case Inactive -> "not made now";
      case Terminating -> "being deleted";
      case Failed -> "failed";
      case Finished -> "finished";
    };
  }
}
