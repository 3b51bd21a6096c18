package dev.plimsoll.extender.api;

import dev.plimsoll.extender.accounting.HoldCheck;
import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.extender.accounting.QuotaCheck;
import dev.plimsoll.extender.accounting.ShareCheck;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.extender.scheduler.GangTurn;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.hold.GangHold;
import dev.plimsoll.model.hold.PodHold;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.hold.PolicyHolds;
import dev.plimsoll.model.hold.ReservedNode;
import dev.plimsoll.model.hold.ShareHold;
import dev.plimsoll.model.hold.ShareLack;
import dev.plimsoll.model.tenancy.usage.ShareAmounts;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which pods the extender holds, with what is lacking now; of pods that it wasn't asked about, what
 * it would say by the policies.
 */
public final class ExtenderHolds implements PodHolds {
  private final Decisions decisions;
  private final GangHold gangs;

  /** Makes the holds of an extender as they are now. */
  public ExtenderHolds(Decisions decisions) {
    this.decisions = decisions;
    this.gangs =
        PolicyHolds.gangs(decisions.cluster(), decisions.policies(), DefaultPlugins.scheduler());
  }

  @Override
  public PodHolds on(Cluster changed) {
    return PolicyHolds.of(changed, decisions.policies(), DefaultPlugins.scheduler()).on(changed);
  }

  @Override
  public Optional<PodHold> ofDomain(Pod pod) {
    return gangs.ofDomain(pod);
  }

  @Override
  public Sequence start() {
    Sequence byPolicies =
        PolicyHolds.of(decisions.cluster(), decisions.policies(), DefaultPlugins.scheduler())
            .start();
    return pod -> decisions.holdReason(pod).map(r -> hold(pod, r)).or(() -> byPolicies.next(pod));
  }

  /** Returns a held pod's reason with what is lacking now. */
  PodHold hold(Pod pod, HoldReason reason) {
    return switch (reason.cause()) {
      case GANG, GANG_DOMAIN, GANG_TURN, POD_GROUP, JOB -> ofGang(pod, reason);
      case QUOTA, SHARE ->
          new PodHold(reason.text(), ofAmounts(pod, reason), false, shareOf(pod, reason));
      case RESERVED -> PodHold.ofReserved(reason.text(), reserved(pod));
    };
  }

  /** Names what the gang lacks. If it lacks nothing, says when Plimsoll looks for nodes. */
  private PodHold ofGang(Pod pod, HoldReason reason) {
    return gangs
        .of(pod)
        .map(h -> h.withText(reason.text()))
        .orElseGet(() -> new PodHold(reason.text(), List.of(nothingLacks(pod))))
        .withReserved(reserved(pod));
  }

  private List<ReservedNode> reserved(Pod pod) {
    return decisions.reservations().of(pod, Instant.now());
  }

  private String nothingLacks(Pod pod) {
    Optional<GangTurn> turn = decisions.reservations().turn(pod);
    String until =
        turn.map(t -> Instant.now().plus(t.left()).truncatedTo(ChronoUnit.SECONDS).toString())
            .orElse("");
    return "nothing is lacking now; "
        + turn.map(
                t ->
                    t.isNow()
                        ? "nodes are reserved for all its waiting pods until " + until
                        : "none of its pods was bound in its turn, so that Plimsoll looks for nodes"
                            + " again at "
                            + until)
            .orElse("Plimsoll looks for nodes for the whole gang every second");
  }

  private List<String> ofAmounts(Pod pod, HoldReason reason) {
    List<HoldCheck> checks = decisions.checks(pod);
    if (HoldCheck.firstHold(checks).isEmpty()) {
      return List.of(
          "there is enough again: Plimsoll has kube-scheduler ask about it within seconds");
    }
    return checks.stream()
        .filter(c -> c.holdReasons().contains(reason))
        .flatMap(c -> notes(c, reason))
        .toList();
  }

  private Optional<ShareHold> shareOf(Pod pod, HoldReason reason) {
    return decisions.checks(pod).stream()
        .filter(ShareCheck.class::isInstance)
        .map(ShareCheck.class::cast)
        .flatMap(
            c -> lacking(c, reason).map(amounts -> new ShareHold(c.policy(), c.tenant(), amounts)))
        .findFirst();
  }

  private static Stream<ShareAmounts> lacking(ShareCheck check, HoldReason reason) {
    return check.amounts().stream()
        .filter(a -> a.resource().equals(reason.resource()))
        .filter(a -> !a.suffice());
  }

  private Stream<String> notes(HoldCheck check, HoldReason reason) {
    if (check instanceof ShareCheck share) {
      return decisions.policies().stream()
          .filter(policy -> policy.name().equals(share.policy()))
          .flatMap(
              policy ->
                  lacking(share, reason)
                      .flatMap(a -> ShareLack.notes(policy, share.tenant(), a).stream()));
    }
    return check instanceof QuotaCheck quota
        ? Stream.of(
            "of "
                + quota.hard().getOrZero(reason.resource())
                + " "
                + reason.resource()
                + " in quota "
                + quota.quota()
                + " placed pods use "
                + quota.used().getOrZero(reason.resource())
                + "; the pod requests "
                + quota.requested().getOrZero(reason.resource()))
        : Stream.of();
  }
}
