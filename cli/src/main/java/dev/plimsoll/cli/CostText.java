package dev.plimsoll.cli;

import dev.plimsoll.kubernetes.device.Fraction;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.cost.GapCost;
import dev.plimsoll.model.gap.cost.ResourceCost;
import dev.plimsoll.model.gap.cost.WaitingSince;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** The cost of a gap, in words. */
final class CostText {
  private static final String GPU = "/gpu";

  private CostText() {}

  /** Returns whether the resource is whole GPUs by its name, such as {@code nvidia.com/gpu}. */
  static boolean isGpu(ResourceName resource) {
    return resource.name().endsWith(GPU);
  }

  /** Returns an amount: {@code 8 GPUs}, {@code 2 nvidia.com/mig-1g.5gb}. */
  static String amount(ResourceName resource, Fraction amount) {
    return isGpu(resource)
        ? amount.decimal() + (amount.equals(Fraction.ONE) ? " GPU" : " GPUs")
        : amount.decimal() + " " + resource.name();
  }

  /** Returns how much it keeps from being used: a number of GPUs, or of another resource. */
  static String devices(GapCost cost) {
    return cost.largest()
        .map(c -> isGpu(c.resource()) ? c.amount().decimal() : amount(c.resource(), c.amount()))
        .orElse("");
  }

  /**
   * Returns the device-hours so far and per further day: {@code 12.5+48/d}. {@code ≥} means that
   * some starts are unknown or may be earlier, {@code ?} that all are unknown.
   */
  static String hours(GapCost cost) {
    return cost.largest()
        .map(c -> soFar(cost, c) + "+" + perDay(c.hoursPerDay()) + "/d")
        .orElse("");
  }

  private static String soFar(GapCost cost, ResourceCost resource) {
    if (cost.since().isEmpty()) {
      return "?";
    }
    boolean isLeast = cost.unknownStarts() > 0 || mayBeOlder(cost.since().get());
    return (isLeast ? "≥" : "") + number(resource.hours());
  }

  private static String perDay(double hours) {
    return hours == Math.rint(hours) ? String.valueOf((long) hours) : number(hours);
  }

  private static String number(double hours) {
    if (hours < 0.05) {
      return "0.0";
    }
    return String.format(Locale.ROOT, hours < 99.95 ? "%.1f" : "%.0f", hours);
  }

  /**
   * Returns for how long it waits, as kubectl writes an age; {@code unknown} if nothing says it.
   */
  static String since(GapCost cost, Instant asOf) {
    if (cost.since().isEmpty()) {
      return cost.unknownStarts() > 0 ? "unknown" : "";
    }
    WaitingSince since = cost.since().get();
    String age = age(Duration.between(since.time(), asOf));
    return mayBeOlder(since) ? "≥" + age : age;
  }

  private static boolean mayBeOlder(WaitingSince since) {
    return since.basis() == WaitingSince.Basis.Event || since.basis() == WaitingSince.Basis.Usage;
  }

  /**
   * Returns a duration in its two largest units, or one where the second says little.
   *
   * <p>Source: {@code HumanDuration} in {@code apimachinery/pkg/util/duration}.
   */
  static String age(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    long minutes = seconds / 60;
    long hours = minutes / 60;
    long days = hours / 24;
    if (seconds < 120) {
      return seconds + "s";
    }
    if (minutes < 10) {
      return two(minutes, "m", seconds % 60, "s");
    }
    if (minutes < 180) {
      return minutes + "m";
    }
    if (hours < 8) {
      return two(hours, "h", minutes % 60, "m");
    }
    if (hours < 48) {
      return hours + "h";
    }
    return days < 8 ? two(days, "d", hours % 24, "h") : days + "d";
  }

  private static String two(long large, String unit, long small, String smallUnit) {
    return small == 0 ? large + unit : large + unit + small + smallUnit;
  }
}
