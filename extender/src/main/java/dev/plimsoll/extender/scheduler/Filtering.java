package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.HoldCheck;
import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.extender.accounting.ReservationCheck;
import dev.plimsoll.extender.protocol.ExtenderFilterResult;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.Gang;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * How the filter is answered for one pod.
 *
 * @param decision the answer
 * @param after the state after the answer
 */
record Filtering(FilterDecision decision, SchedulerState after) {

  /**
   * Decides to which of the nodes the pod may go.
   *
   * @param candidates how many nodes there are
   * @param names their names, which are not always needed
   */
  static Filtering of(SchedulerState state, Pod pod, int candidates, Supplier<List<String>> names) {
    List<HoldCheck> checks = new PodChecks(state, pod).all();
    Passing passing = Passing.of(state, pod, checks, candidates, names);
    SchedulerState then = state;
    if (!passing.result().anyPasses(candidates)) {
      GangTurns gangs = new GangTurns(state);
      List<Gang> yielding = gangs.yieldingTo(pod, checks, passing.reserved());
      then = gangs.endTurns(yielding);
      passing = yielding.isEmpty() ? passing : Passing.of(then, pod, checks, candidates, names);
    }
    Set<String> reserved = passing.reserved();
    int count = passing.result().passing(candidates);
    if (!reserved.isEmpty()) {
      checks.add(new ReservationCheck(count + reserved.size(), reserved.size()));
    }
    Optional<PodEntry> before = state.pods().get(pod);
    boolean isNew = count > 0 && !before.filter(PodEntry::isAssumed).isPresent();
    List<HoldReason> why = new ArrayList<>(passing.holds());
    if (count == 0 && !reserved.isEmpty()) {
      why.add(HoldReason.RESERVED);
    }
    FilterDecision decision =
        new FilterDecision(
            passing.result(),
            isNew,
            count > 0 ? passed(checks) : rejected(why),
            checks,
            before.flatMap(PodEntry::hold).map(h -> Duration.ofNanos(state.now() - h.since())));
    return new Filtering(
        decision,
        count > 0
            ? then.changeAny(pod, (life, entry) -> life.passed(entry, pod))
            : then.change(pod, (life, entry) -> life.rejected(entry, why, reserved)));
  }

  private static String passed(List<HoldCheck> checks) {
    return HoldCheck.isBeyondShare(checks) ? "beyond_share" : "passed";
  }

  private static String rejected(List<HoldReason> why) {
    return why.isEmpty() ? "resources" : why.get(0).cause().word();
  }

  /** Which nodes pass, what holds the pod on others, and which are reserved for others. */
  private record Passing(
      ExtenderFilterResult result, List<HoldReason> holds, Set<String> reserved) {
    static Passing of(
        SchedulerState state,
        Pod pod,
        List<HoldCheck> checks,
        int candidates,
        Supplier<List<String>> names) {
      List<HoldReason> holds = HoldCheck.holds(checks);
      boolean isHeld = state.usage().concernAll(holds);
      Map<String, String> keptOff = isHeld ? Map.of() : state.nodes().keepingOff(state, pod);
      ExtenderFilterResult result =
          new PodChecks(state, pod).filtered(holds, keptOff, candidates, names);
      boolean noneReserved = isHeld || (keptOff.isEmpty() && new Gangs(state).isEmpty());
      return new Passing(
          result, holds, noneReserved ? Set.of() : ReservedNodes.in(result, names.get()));
    }
  }
}
