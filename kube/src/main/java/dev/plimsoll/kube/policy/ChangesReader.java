package dev.plimsoll.kube.policy;

import dev.plimsoll.kube.yaml.Section;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.ChangeLimits;
import dev.plimsoll.model.tenancy.ChangePolicy;
import dev.plimsoll.model.tenancy.LostCapacity;
import dev.plimsoll.model.tenancy.Reclaim;
import dev.plimsoll.model.tenancy.UndividedKey;
import java.math.BigDecimal;

/** Reads how a policy changes quotas. */
final class ChangesReader {
  private static final BigDecimal WHOLE = BigDecimal.valueOf(100);

  private ChangesReader() {}

  static ChangePolicy read(Section changes) {
    ChangePolicy absent = ChangePolicy.PROPOSED;
    return new ChangePolicy(
        changes.choice("apply", PolicyKeys.APPLY, absent.apply()),
        changes
            .parsed("step", t -> positive(t, "with a step of 0 nothing could ever change"))
            .orElse(absent.step()),
        changes.parsed("hysteresis", Amount::parse).orElse(absent.hysteresis()),
        limits(changes.section("limits", PolicyKeys.LIMITS)),
        lostCapacity(changes.section("lostCapacity", PolicyKeys.LOST_CAPACITY)),
        reclaim(changes, absent.reclaim()),
        changes.sections("undivided", PolicyKeys.UNDIVIDED, PolicyKeys.MAX_RESOURCES).stream()
            .map(ChangesReader::undivided)
            .toList());
  }

  private static Reclaim reclaim(Section changes, Reclaim absent) {
    if (changes.has("reclaim") && changes.text("reclaim").filter("Preempt"::equals).isPresent()) {
      changes.addError(
          "reclaim",
          "must be Never or WhenPodsEnd, got Preempt: lowering a quota ends no pod; use WhenPodsEnd,"
              + " which lets pods end by themselves, and spec.enforcement.borrowing: Reclaim where"
              + " owners shall preempt borrowers at placement");
      return absent;
    }
    return changes.choice("reclaim", PolicyKeys.RECLAIM, absent);
  }

  private static ChangeLimits limits(Section limits) {
    ChangeLimits absent = ChangeLimits.DEFAULT;
    return new ChangeLimits(
        Math.toIntExact(limits.number("quotas", absent.quotas(), 1, ChangeLimits.MAX_QUOTAS)),
        limits
            .parsed("units", t -> positive(t, "with a limit of 0 nothing could ever change"))
            .orElse(absent.units()),
        limits.choice("confidence", PolicyKeys.CONFIDENCE, absent.confidence()));
  }

  private static LostCapacity lostCapacity(Section lost) {
    LostCapacity absent = LostCapacity.DEFAULT;
    return new LostCapacity(
        lost.parsed("grace", t -> PolicyDurations.parse(t, "0s", "24h")).orElse(absent.grace()),
        lost.parsed("threshold", ChangesReader::part).orElse(absent.threshold()),
        lost.choice("beyond", PolicyKeys.BEYOND, absent.beyond()),
        lost.parsed("period", t -> PolicyDurations.parse(t, "0s", "30d")).orElse(absent.period()));
  }

  private static UndividedKey undivided(Section undivided) {
    if (!undivided.has("upTo")) {
      undivided.addError("upTo", "is required");
    }
    return new UndividedKey(
        ResourceName.of(undivided.required("key")),
        undivided.parsed("upTo", ChangesReader::bound).orElse(Quantity.ZERO));
  }

  private static Amount positive(String text, String otherwise) {
    Amount amount = Amount.parse(text);
    if (amount.isZero()) {
      throw new IllegalArgumentException(otherwise);
    }
    return amount;
  }

  static Amount.Percent part(String text) {
    if (Amount.parse(text) instanceof Amount.Percent percent
        && percent.percent().compareTo(WHOLE) <= 0) {
      return percent;
    }
    throw new IllegalArgumentException("must be a percentage from 0% to 100%");
  }

  private static Quantity bound(String text) {
    Quantity bound = Quantity.parse(text);
    if (bound.isNegative()) {
      throw new IllegalArgumentException("must not be negative");
    }
    return bound;
  }
}
