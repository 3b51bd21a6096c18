package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.UnschedulablePods;
import dev.plimsoll.model.gap.WorkloadDenial;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.NodeChange;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The cheapest sequence of changes, where no single one suffices without nodes to pay for. Each
 * step is the least disturbing change that gets further: more pods placed, or admitted, or denied
 * by a later rule. Nodes are added only for the pods that nothing else gets a node.
 */
final class RemedyPlan {
  private static final int MOST_STEPS = 6;
  private static final int MOST_RUNS = 16;
  private static final int FIRST_TRIED = 3;

  private final DetectionContext context;
  private final TriedPods pods;
  private int runsLeft = MOST_RUNS;

  private RemedyPlan(DetectionContext context, TriedPods pods) {
    this.context = context;
    this.pods = pods;
  }

  /**
   * A proposal with what became of the pods.
   *
   * @param proposal the proposal
   * @param run what became of the pods
   * @param remedy the remedy
   */
  record Tried(Proposal proposal, SimulationRun run, Remedy remedy) {
    static Tried of(DetectionContext context, Proposal proposal, TriedPods pods) {
      Simulation changed = proposal.change(context.simulation(), pods);
      SimulationRun run = pods.run(changed, proposal.edit().edit());
      return new Tried(proposal, run, proposal.tried(context, pods, run));
    }

    private Remedy.Step step(String action) {
      return new Remedy.Step(action, run.admitted(), run.placed());
    }

    private long bought() {
      return proposal.changes().stream()
          .filter(NodeChange.AddNodes.class::isInstance)
          .mapToLong(c -> ((NodeChange.AddNodes) c).count())
          .sum();
    }

    /** Which rule denies the first pod that is denied: those on the pod itself come first. */
    private int stage() {
      return run.firstDenied()
          .flatMap(Attempt::admission)
          .map(r -> r.exceededQuota().isPresent() ? 1 : 0)
          .orElse(2);
    }

    private boolean getsFurtherThan(Tried other) {
      return FURTHER.compare(this, other) > 0;
    }
  }

  private static final Comparator<Tried> FURTHER =
      Comparator.comparingInt((Tried t) -> t.run().placed())
          .thenComparingInt(t -> t.run().admitted())
          .thenComparingInt(Tried::stage);

  /**
   * Returns the cheapest sufficient sequence, or else the sequence that gets furthest. Returns none
   * if a single change suffices and costs no more.
   */
  static Optional<Remedy> cheapest(DetectionContext context, TriedPods pods, List<Tried> singles) {
    List<Tried> sufficient = singles.stream().filter(t -> t.remedy().helps()).toList();
    long bought = sufficient.stream().mapToLong(Tried::bought).min().orElse(Long.MAX_VALUE);
    if (bought == 0 || singles.isEmpty()) {
      return Optional.empty();
    }
    RemedyPlan plan = new RemedyPlan(context, pods);
    Tried start = plan.tried(Proposal.NONE);
    List<Tried> free = singles.stream().filter(t -> t.bought() == 0).toList();
    boolean someFurther = free.stream().anyMatch(t -> t.getsFurtherThan(start));
    if (!sufficient.isEmpty() && !someFurther) {
      return Optional.empty();
    }
    Optional<Tried> sequence = plan.from(start, singles);
    return sequence
        .filter(t -> t.remedy().helps() || !sufficient.isEmpty())
        .or(() -> plan.buying(singles))
        .or(() -> sequence)
        .filter(t -> sufficient.isEmpty() || (t.remedy().helps() && t.bought() < bought))
        .map(Tried::remedy);
  }

  private Tried tried(Proposal proposal) {
    runsLeft--;
    return Tried.of(context, proposal, pods);
  }

  private Optional<Tried> from(Tried start, List<Tried> singles) {
    List<Remedy.Step> steps = new ArrayList<>();
    Tried reached = start;
    List<Tried> candidates = singles;
    while (steps.size() < MOST_STEPS) {
      Optional<Step> next = next(reached, candidates);
      if (next.isEmpty()) {
        break;
      }
      steps.addAll(next.get().steps());
      reached = next.get().reached();
      if (reached.remedy().helps() || runsLeft < -MOST_STEPS) {
        break;
      }
      candidates = candidates(reached, steps.size() == MOST_STEPS - 1 || runsLeft <= 0);
    }
    if (steps.isEmpty() || (steps.size() == 1 && reached.remedy().helps())) {
      return Optional.empty();
    }
    Proposal all = reached.proposal().withSteps(steps);
    return Optional.of(new Tried(all, reached.run(), all.tried(context, pods, reached.run())));
  }

  /** Returns the first change with which new nodes suffice. */
  private Optional<Tried> buying(List<Tried> singles) {
    for (Tried first : singles.stream().limit(FIRST_TRIED).toList()) {
      for (Tried both : first.bought() == 0 ? candidates(first, true) : List.<Tried>of()) {
        if (both.remedy().helps()) {
          Proposal all =
              both.proposal()
                  .withSteps(
                      List.of(first.step(first.proposal().action()), both.step(last(both, first))));
          return Optional.of(new Tried(all, both.run(), all.tried(context, pods, both.run())));
        }
      }
    }
    return Optional.empty();
  }

  /** The next step: one change, or two changes that get further only together. */
  private record Step(List<Remedy.Step> steps, Tried reached) {}

  private Optional<Step> next(Tried reached, List<Tried> candidates) {
    Optional<Step> single =
        candidates.stream()
            .filter(t -> t.getsFurtherThan(reached))
            .min(Comparator.comparing((Tried t) -> t.bought() > reached.bought()))
            .map(t -> new Step(List.of(t.step(last(t, reached))), t));
    if (single.filter(s -> s.reached().bought() == reached.bought()).isPresent()) {
      return single;
    }
    for (Tried first : candidates.stream().limit(FIRST_TRIED).toList()) {
      if (first.bought() == reached.bought() && runsLeft > 0) {
        for (Tried second : candidates(first, false)) {
          if (second.bought() == reached.bought() && second.getsFurtherThan(reached)) {
            return Optional.of(
                new Step(
                    List.of(first.step(last(first, reached)), second.step(last(second, first))),
                    second));
          }
        }
      }
    }
    return single;
  }

  /** Returns the words that a proposal has beyond those of the one before it. */
  private static String last(Tried longer, Tried shorter) {
    String before = shorter.proposal().action();
    return before.isEmpty()
        ? longer.proposal().action()
        : longer.proposal().action().substring((before + ", and ").length());
  }

  /**
   * Tries what is proposed against what still keeps pods from running, on top of a proposal, up to
   * the first that gets further for nothing.
   */
  private List<Tried> candidates(Tried reached, boolean last) {
    boolean onlyBuys = last && reached.run().firstDenied().isEmpty();
    List<Tried> tried = new ArrayList<>();
    Optional<GapCause> obstacle = obstacle(reached);
    if (obstacle.isEmpty()) {
      return tried;
    }
    DetectionContext changed = context.on(reached.run().before());
    List<RemedyProposer> proposers =
        obstacle.get() instanceof GapCause.Denied
            ? RemedyCatalog.OF_DENIED_PODS
            : RemedyCatalog.OF_UNSCHEDULABLE_PODS;
    for (RemedyProposer proposer : proposers) {
      if (onlyBuys && !(proposer instanceof AddNodesProposer)) {
        continue;
      }
      for (Proposal next : proposer.propose(changed, obstacle.get())) {
        Tried both = tried(reached.proposal().and(next));
        tried.add(both);
        if (both.remedy().helps()
            || (both.getsFurtherThan(reached) && both.bought() == reached.bought())) {
          return tried;
        }
      }
    }
    return tried;
  }

  /** Returns why pods are denied, or find no node if none is denied. */
  private Optional<GapCause> obstacle(Tried reached) {
    Optional<Attempt> denied = reached.run().firstDenied();
    if (denied.isPresent()) {
      return pods.owner()
          .filter(o -> denied.get().admission().filter(AdmissionReport::isKnown).isPresent())
          .map(
              owner ->
                  new GapCause.Denied(
                      new WorkloadDenial(
                          pods.workload(),
                          edited(owner, reached.proposal().edit()),
                          denied.get(),
                          pods.pods().size(),
                          pods.pods().size() - reached.run().admitted(),
                          edited(reached.proposal().edit()))));
    }
    List<Pod> waiting =
        reached.run().attempts().stream()
            .filter(a -> a.isAdmitted() && !a.isPlaced())
            .map(Attempt::pod)
            .toList();
    return reached
        .run()
        .firstUnplaced()
        .flatMap(Attempt::scheduleResult)
        .filter(ScheduleResult.Unschedulable.class::isInstance)
        .map(ScheduleResult.Unschedulable.class::cast)
        .map(
            why ->
                new GapCause.Unschedulable(
                    new UnschedulablePods(pods.workload(), waiting, false, why),
                    scarcest(waiting.get(0))));
  }

  private List<Pod> edited(PodEdit edit) {
    return pods.pods().stream().map(p -> p.withSpec(edit.edit().apply(p.spec()))).toList();
  }

  private static PodTemplateOwner edited(PodTemplateOwner owner, PodEdit edit) {
    Workload.PodTemplate old = owner.template();
    return owner.withTemplate(
        new Workload.PodTemplate(
            old.path(), old.metadata(), edit.edit().apply(old.spec()), old.replicas()));
  }

  private static ResourceName scarcest(Pod pod) {
    return DetectionContext.requests(pod).removeZeros().names().stream()
        .max(Comparator.comparing(ResourceName::isExtended).thenComparing(ResourceName::name))
        .orElse(ResourceName.PODS);
  }
}
