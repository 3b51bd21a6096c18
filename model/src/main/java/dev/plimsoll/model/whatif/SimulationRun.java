package dev.plimsoll.model.whatif;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.recorded.ClusterRecord;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * Pods that were created or placed one after the other in a simulation.
 *
 * <p>Each is admitted by the admission chain and placed by the filters of kube-scheduler; of
 * several nodes that would do, the one with the best default resource scores is taken. Pods that
 * also wait are left alone: the run's pods go first.
 *
 * @param before the simulation it started from
 * @param after the simulation with the pods in it
 * @param attempts what became of each pod
 */
public record SimulationRun(Simulation before, Simulation after, List<Attempt> attempts) {
  private static final int NODES_NAMED = 4;

  public SimulationRun {
    attempts = List.copyOf(attempts);
  }

  /** Submits pods that don't exist. After a denial, equal pods are taken to be denied too. */
  public static SimulationRun create(Simulation simulation, List<Pod> pods) {
    return submit(simulation, pods, Simulation::create, a -> true);
  }

  /** Submits pods that don't exist, and leaves admitted pods to the scheduler. */
  public static SimulationRun admit(Simulation simulation, List<Pod> pods) {
    return submit(simulation, pods, Simulation::admit, a -> true);
  }

  /** Returns whether any of pods that don't exist gets a node, submitted one after the other. */
  public static boolean anyPlaced(Simulation simulation, List<Pod> pods) {
    return submit(simulation, pods, Simulation::create, a -> !a.isPlaced()).placed() > 0;
  }

  private static SimulationRun submit(
      Simulation simulation,
      List<Pod> pods,
      BiFunction<Simulation, Pod, Simulation.Step> how,
      Predicate<Attempt> goesOnAfter) {
    Simulation current = simulation;
    List<Attempt> attempts = new ArrayList<>();
    Attempt denied = null;
    for (Pod pod : pods) {
      if (denied != null && denied.pod().spec().equals(pod.spec())) {
        attempts.add(new Attempt(pod, denied.admission(), Optional.empty(), ""));
        continue;
      }
      Simulation.Step step = next(attempts, current, pod, how);
      attempts.add(step.attempt());
      current = step.after();
      if (!goesOnAfter.test(step.attempt())) {
        break;
      }
      denied = step.attempt().isAdmitted() ? null : step.attempt();
    }
    return new SimulationRun(simulation, current, inTurn(attempts));
  }

  /**
   * Returns the attempts with what was unread for admitted pods before them, because quotas may
   * have charged those pods.
   */
  private static List<Attempt> inTurn(List<Attempt> attempts) {
    List<Attempt> inTurn = new ArrayList<>();
    Unread before = Unread.NOTHING;
    for (Attempt attempt : attempts) {
      boolean isCharged =
          attempt.isAdmitted()
              || attempt.admission().flatMap(AdmissionReport::quotaDenial).isPresent();
      inTurn.add(isCharged ? attempt.alsoUnread(before) : attempt);
      if (attempt.isAdmitted()) {
        before =
            before.and(attempt.admission().map(AdmissionReport::unread).orElse(Unread.NOTHING));
      }
    }
    return inTurn;
  }

  private static Simulation.Step next(
      List<Attempt> before,
      Simulation current,
      Pod pod,
      BiFunction<Simulation, Pod, Simulation.Step> how) {
    try {
      return how.apply(current, pod);
    } catch (UndecidedException e) {
      throw e.after(before);
    }
  }

  /**
   * Submits the pods that an owner lacks, as its controller would. An ordered owner submits none
   * while it waits for an existing pod, and none after a pod without a node. A denial needs no
   * unread resources if the cluster has recorded it in the same words.
   */
  public static SimulationRun create(Simulation simulation, PodTemplateOwner owner) {
    SimulationRun run = createAll(simulation, owner);
    return simulation.isAsRead() && !run.unread().isEmpty()
        ? new SimulationRun(
            run.before,
            run.after,
            run.attempts.stream().map(a -> confirmed(simulation, owner, a)).toList())
        : run;
  }

  private static Attempt confirmed(Simulation simulation, PodTemplateOwner owner, Attempt attempt) {
    return new Attempt(
        attempt.pod(),
        attempt
            .admission()
            .map(
                report ->
                    ClusterRecord.confirms(simulation.cluster(), owner.workload(), report)
                        ? report.withUnread(Unread.NOTHING)
                        : report),
        attempt.scheduleResult(),
        attempt.node());
  }

  private static SimulationRun createAll(Simulation simulation, PodTemplateOwner owner) {
    if (!owner.isOrdered()) {
      return create(simulation, owner.missingPods());
    }
    Simulation current = simulation;
    List<Attempt> attempts = new ArrayList<>();
    boolean goesOn = owner.awaitedPod().isEmpty();
    for (Pod pod : goesOn ? owner.missingPods() : List.<Pod>of()) {
      Simulation.Step step = next(attempts, current, pod, Simulation::create);
      attempts.add(step.attempt());
      current = step.after();
      if (!step.attempt().isPlaced()) {
        break;
      }
    }
    return new SimulationRun(simulation, current, inTurn(attempts));
  }

  /** Schedules pods that exist and have no node. */
  public static SimulationRun place(Simulation simulation, List<Pod> pods) {
    Simulation current = simulation;
    List<Attempt> attempts = new ArrayList<>();
    for (Pod pod : pods) {
      Simulation.Step step = next(attempts, current, pod, Simulation::schedule);
      attempts.add(step.attempt());
      current = step.after();
    }
    return new SimulationRun(simulation, current, attempts);
  }

  /** Returns how many pods were admitted. */
  public int admitted() {
    return (int) attempts.stream().filter(Attempt::isAdmitted).count();
  }

  /** Returns how many pods got a node. */
  public int placed() {
    return (int) attempts.stream().filter(Attempt::isPlaced).count();
  }

  /** Returns whether all pods got a node. */
  public boolean allPlaced() {
    return placed() == attempts.size();
  }

  /** Returns whether nothing that is known keeps a pod from running; a node may be in doubt. */
  public boolean noneFails() {
    return attempts.stream()
        .allMatch(a -> a.isAdmitted() && (a.isPlaced() || !a.unread().isEmpty()));
  }

  /** Returns the resources that answers to the pods need and the snapshot lacks. */
  public Unread unread() {
    return attempts.stream().map(Attempt::unread).reduce(Unread.NOTHING, Unread::and);
  }

  /** Returns the first pod that was denied. */
  public Optional<Attempt> firstDenied() {
    return attempts.stream().filter(a -> !a.isAdmitted()).findFirst();
  }

  /** Returns the first pod that was admitted and got no node. */
  public Optional<Attempt> firstUnplaced() {
    return attempts.stream().filter(a -> a.isAdmitted() && !a.isPlaced()).findFirst();
  }

  /**
   * Returns a sentence about the run, such as "2 of 2 pods of job/sweep admitted and placed on
   * a100-0".
   *
   * @param whose what the pods belong to
   */
  public String summary(String whose) {
    int total = attempts.size();
    String pods = (total == 1 ? " pod of " : " pods of ") + whose + " ";
    StringBuilder text = new StringBuilder();
    if (allPlaced()) {
      text.append(placed()).append(" of ").append(total).append(pods).append("admitted and placed");
    } else {
      text.append(admitted()).append(" of ").append(total).append(pods).append("admitted");
      text.append(unread().isEmpty() || placed() > 0 ? ", " + placed() + " placed" : "");
    }
    if (placed() > 0) {
      text.append(" on ").append(nodes());
    }
    firstDenied()
        .flatMap(Attempt::admission)
        .ifPresent(a -> text.append("; denied: ").append(a.message()));
    firstUnplaced()
        .flatMap(Attempt::scheduleResult)
        .filter(p -> !(p instanceof ScheduleResult.Unknown))
        .ifPresent(p -> text.append("; pending: ").append(p.message()));
    if (!unread().isEmpty()) {
      text.append("; more isn't known, since ").append(unread().message());
    }
    return text.toString();
  }

  private String nodes() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    attempts.stream()
        .filter(Attempt::isPlaced)
        .forEach(a -> counts.merge(a.node(), 1, Integer::sum));
    List<String> names =
        counts.entrySet().stream()
            .map(e -> e.getValue() == 1 ? e.getKey() : e.getKey() + " (" + e.getValue() + ")")
            .toList();
    return names.size() <= NODES_NAMED
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, NODES_NAMED))
            + " and "
            + Counted.of(names.size() - NODES_NAMED, "more node");
  }
}
