package dev.plimsoll.model.ledger;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaAccount;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.kubernetes.quota.QuotaOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The charge of a gang's new pod to one quota. The first pod needs quota for all missing pods. Each
 * other pod draws on what the gang holds, up to what the first pod requested.
 *
 * @param after what the gang holds once the pod is admitted
 * @param shortage what the quota lacks for the missing pods, if the pod needs quota for them
 */
record GangCharge(GangQuota after, Optional<GangShortage> shortage) {

  /** Returns the charge; empty if the pod counts alone, because enough pods of the gang exist. */
  static Optional<GangCharge> of(
      GangRequest request, Optional<GangQuota> before, QuotaAccount account) {
    if (account.requested().isEmpty()) {
      return Optional.empty();
    }
    return before.isEmpty() || before.get().isFirst(request)
        ? first(request, account)
        : next(request, before.get(), account);
  }

  private static Optional<GangCharge> first(GangRequest request, QuotaAccount account) {
    Resources each = account.requested();
    int missing = request.missing();
    return missing == 0
        ? Optional.empty()
        : Optional.of(
            new GangCharge(
                GangQuota.first(request, each),
                GangShortage.of(
                    account,
                    GangQuota.times(each, missing),
                    GangQuota.times(each, request.size()),
                    missing)));
  }

  private static Optional<GangCharge> next(
      GangRequest request, GangQuota before, QuotaAccount account) {
    GangQuota after = before.with(request);
    boolean hasGrown = request.size() > before.size();
    boolean isRepeated = before.reserved().contains(request.uid());
    if (before.missing() == 0 && !hasGrown && !isRepeated) {
      return Optional.empty();
    }
    Resources requested = account.requested();
    boolean isLarger = requested.names().stream().anyMatch(k -> isLarger(requested, before, k));
    return Optional.of(
        new GangCharge(
            after,
            hasGrown || isLarger
                ? GangShortage.of(
                    account,
                    requested.add(after.held()),
                    requested.add(GangQuota.times(before.each(), request.size() - 1)),
                    after.missing() + 1)
                : Optional.empty()));
  }

  private static boolean isLarger(Resources requested, GangQuota before, ResourceName key) {
    return requested.getOrZero(key).compareTo(before.each().getOrZero(key)) > 0;
  }

  /** Returns the denial by quotas that don't know what the gang holds. */
  static LedgerDecision.Denied denied(QuotaOutcome.Denied outcome, GangRequest request) {
    if (!(outcome.denial() instanceof QuotaDenial.Exceeded)) {
      return new LedgerDecision.Denied(outcome.possible());
    }
    List<GangShortage> shortages = new ArrayList<>();
    List<QuotaDenial> denials = new ArrayList<>();
    for (QuotaAccount account : outcome.accounts()) {
      Optional<GangShortage> shortage =
          of(request, Optional.empty(), account).flatMap(GangCharge::shortage);
      shortage.ifPresent(shortages::add);
      shortage.<QuotaDenial>map(GangShortage::denial).or(account::denial).ifPresent(denials::add);
    }
    return denied(request, denials, shortages);
  }

  /** Returns the denial; with a sentence about the gang if a quota lacks something for it. */
  static LedgerDecision.Denied denied(
      GangRequest request, List<QuotaDenial> denials, List<GangShortage> shortages) {
    return shortages.isEmpty()
        ? new LedgerDecision.Denied(denials)
        : new LedgerDecision.Denied(denials, Optional.of(GangShortage.text(request, shortages)));
  }
}
