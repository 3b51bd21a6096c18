package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import java.util.List;

/** Which remedies suit which kind of gap. */
public final class RemedyCatalog {
  private static final List<RemedyProposer> OF_UNSCHEDULABLE_PODS =
      List.of(
          new TolerationProposer(),
          new NodeSelectorProposer(),
          new UncordonProposer(),
          new MovePodsProposer(),
          new SmallerRequestProposer(),
          new AddNodesProposer());

  private RemedyCatalog() {}

  /** Returns what could close a gap, tried, from the smallest change to the largest. */
  public static List<Remedy> of(DetectionContext context, GapKind kind, GapCause cause) {
    return proposers(kind).stream().flatMap(p -> p.propose(context, cause).stream()).toList();
  }

  static List<RemedyProposer> proposers(GapKind kind) {
    return switch (kind) {
      case QuotaExhaustedCapacityFree, QuotaExhausted ->
          List.of(new RaiseQuotaProposer(), new ReleaseQuotaProposer());
      case RequestRequired -> List.of(new RequestProposer());
      case LimitRangeRefuses -> List.of(new LimitRangeRemovalProposer());
      case NoEligibleNode, Fragmented, CapacityExhausted -> OF_UNSCHEDULABLE_PODS;
      case PendingHoldsQuota -> List.of(new ReleaseQuotaProposer());
      case LimitRangeInjects -> List.of(new ZeroRequestProposer(), new DefaultRemovalProposer());
      case DeadQuotaKey -> List.of(new QuotaKeyRenameProposer());
      case QuotaBelowUsage -> List.of(QuotaLimitProposer.RAISE_TO_USAGE);
      case NoQuota -> List.of(new NewQuotaProposer());
      case QuotasOvercommitted, CapacityUnassigned -> List.of(new ProportionalQuotaProposer());
      case CapacityWithheld -> List.of(new UncordonProposer());
      case QuotaUnreachable -> List.of(QuotaLimitProposer.LOWER_TO_CAPACITY);
      case TighterQuotaBinds -> List.of(QuotaLimitProposer.RAISE_TO_LOOSER);
      case SchedulingGated -> List.of(new GateRemovalProposer());
      case PodInvalid, ScopeUncovered, StaleUsage -> List.of();
    };
  }
}
