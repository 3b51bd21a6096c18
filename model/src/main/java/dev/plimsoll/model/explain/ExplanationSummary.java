package dev.plimsoll.model.explain;

import dev.plimsoll.model.object.ObjectReference;
import dev.plimsoll.model.workload.Workloads;
import java.util.List;

/** The answer in one sentence. */
final class ExplanationSummary {
  private ExplanationSummary() {}

  static String of(ObjectReference subject, List<PodState> states, int missing) {
    int total = states.stream().mapToInt(PodState::count).sum();
    String label = Workloads.label(subject);
    if (total == 1) {
      PodState only = states.get(0);
      String who = subject.kind().equals("Pod") ? label : "the pod of " + label;
      return who + " " + only.verdict().meaning() + node(only) + cause(only);
    }
    StringBuilder text = new StringBuilder(label).append(" has ");
    text.append(total).append(" pods: ");
    for (int i = 0; i < states.size(); i++) {
      PodState state = states.get(i);
      text.append(i == 0 ? "" : ", ");
      text.append(state.count()).append(' ').append(word(state));
    }
    return text.toString();
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
      case Unschedulable -> state.exists() ? "pending" : "that would be pending";
      case Gated -> "gated";
      case Preempting -> "to be placed by preemption";
      case Placeable -> state.exists() ? "about to be placed" : "that would be placed";
      case Placed -> "placed";
      case NotRunning -> "placed but not running";
      case NodeLost -> "on a node that doesn't answer";
      case NotReady -> "running but not ready";
      case OtherScheduler -> "waiting for another scheduler";
      case Terminating -> "being deleted";
      case Failed -> "failed";
      case Finished -> "finished";
    };
  }
}
