package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which remedies suit which kind of gap. */
public final class RemedyCatalog {
  static final List<RemedyProposer> OF_UNSCHEDULABLE_PODS =
      List.of(
          new StorageProposer(),
          new ClaimTemplateProposer(),
          new RecreateProposer(),
          new OtherDeviceProposer(),
          TolerationProposer.OF_RESOURCE,
          new NodeSelectorProposer(),
          new AntiAffinityProposer(),
          new PodAffinityProposer(),
          new SpreadProposer(),
          new RolloutProposer(),
          new UncordonProposer(),
          new MovePodsProposer(),
          new SmallerRequestProposer(),
          SmallerComputeRequestProposer.OF_COMPUTE,
          TolerationProposer.OF_SOMEBODY,
          new AddNodesProposer());

  static final List<RemedyProposer> OF_STRANDED_DEVICES =
      Stream.concat(
              Stream.of(
                  new ClearNodesProposer(), SmallerComputeRequestProposer.OF_STRANDED_DEVICES),
              OF_UNSCHEDULABLE_PODS.stream())
          .toList();

  /** Proposers that help denied pods, for any cause of the denial. */
  static final List<RemedyProposer> OF_DENIED_PODS =
      List.of(
          new RequestProposer(),
          new LimitRangeBoundProposer(),
          new MissingObjectProposer(),
          new ResyncProposer(),
          new RaiseQuotaProposer());

  private RemedyCatalog() {}

  /**
   * Returns the tried remedies of a gap, from the smallest change to the largest. Where none helps
   * alone without buying nodes, the first is the cheapest sequence of changes, if there is one.
   */
  public static List<Remedy> of(DetectionContext context, GapKind kind, GapCause cause) {
    Optional<TriedPods> pods = TriedPods.of(cause);
    List<RemedyPlan.Tried> tried = new ArrayList<>();
    List<Remedy> remedies = new ArrayList<>();
    boolean othersSuffice = false;
    for (RemedyProposer proposer : proposers(kind)) {
      for (Proposal proposal : proposer.propose(context, cause)) {
        if (proposal.outcome().isPresent()) {
          remedies.add(proposal.known(context, pods));
        } else if (pods.isPresent()) {
          RemedyPlan.Tried run = RemedyPlan.Tried.of(context, proposal, pods.get());
          tried.add(run);
          TriedPods all = proposer.triedOn(cause, pods.get());
          boolean areOthers = !all.equals(pods.get());
          Remedy remedy = areOthers ? proposal.tried(context, all) : run.remedy();
          othersSuffice |= areOthers && remedy.helps();
          remedies.add(remedy);
        }
      }
    }
    if (pods.isPresent() && !othersSuffice) {
      RemedyPlan.cheapest(context, pods.get(), tried)
          .ifPresent(
              plan -> {
                remedies.removeIf(r -> r.changes().equals(plan.changes()));
                remedies.add(0, plan);
              });
    }
    return remedies;
  }

  static List<RemedyProposer> proposers(GapKind kind) {
    return switch (kind) {
      case QuotaExhaustedCapacityFree, QuotaExhausted, QuotaExhaustedCapacityUnknown ->
          List.of(new ResyncProposer(), new RaiseQuotaProposer(), new ReleaseQuotaProposer());
      case RolloutBlocked -> List.of(new ResyncProposer(), new SurgeProposer());
      case RequestRequired -> List.of(new RequestProposer());
      case LimitRangeRefuses -> List.of(new LimitRangeBoundProposer());
      case GpusStranded -> OF_STRANDED_DEVICES;
      case NoEligibleNode, Fragmented, CapacityExhausted -> OF_UNSCHEDULABLE_PODS;
      case FragmentedDomain -> List.of(new ClearDomainProposer());
      case PendingHoldsQuota -> List.of(new ReleaseQuotaProposer());
      case LimitRangeInjects -> List.of(new ZeroRequestProposer(), new DefaultRemovalProposer());
      case DeadQuotaKey -> List.of(new QuotaKeyRenameProposer());
      case QuotaBelowUsage -> List.of(QuotaLimitProposer.RAISE_TO_USAGE);
      case NoQuota -> List.of(new NewQuotaProposer());
      case QuotasOvercommitted, CapacityUnassigned -> List.of(new ProportionalQuotaProposer());
      case CapacityWithheld -> List.of(new UncordonProposer());
      case DeletionOverdue -> List.of(new OutOfServiceProposer());
      case IdleAllocated, NotStarted -> List.of(new EndIdleProposer());
      case CapacityStranded -> List.of(new StrandedNodeProposer());
      case QuotaUnreachable -> List.of(QuotaLimitProposer.LOWER_TO_CAPACITY);
      case TighterQuotaBinds -> List.of(QuotaLimitProposer.RAISE_TO_LOOSER);
      case RetryPending -> List.of(new RetryProposer());
      case PodsHeld -> List.of(new HeldPodsProposer());
      case OtherSchedulerSilent -> List.of(new SchedulerNameProposer());
      case SchedulingGated -> List.of(new GateRemovalProposer());
      case ExceedsMaxQuota, NoMatchingFlavor -> List.of(new QueueProposer());
      case AdmissionRefused ->
          List.of(new MissingObjectProposer(), QuotaLimitProposer.RAISE_FOR_OBJECTS);
      case PodInvalid -> List.of(new MissingObjectProposer());
      case SchedulerDisagrees,
          ControllerSilent,
          RejectedByKubelet,
          QueueExhaustedCapacityFree,
          QueueInactive,
          QueueMisconfigured,
          ScopeUncovered,
          DevicesUnavailable,
          AllocatableShrunk,
          NodeOvercommitted,
          ResizePending,
          StaleUsage,
          PlacementUnknown ->
          List.of();
    };
  }
}
