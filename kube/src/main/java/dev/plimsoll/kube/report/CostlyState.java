package dev.plimsoll.kube.report;

import dev.plimsoll.kube.hours.RecordedHours;
import dev.plimsoll.kube.price.PriceList;
import dev.plimsoll.model.hours.DeviceRow;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How long a state kept a tenant's devices of a product from work.
 *
 * @param row the devices, their state and their tenant
 * @param hours the device-hours
 * @param devices the devices at a time, as the mean of the observed hours
 * @param money the cost of the hours; empty without a price
 */
public record CostlyState(DeviceRow row, double hours, double devices, Optional<Double> money) {
  private static final Comparator<Map.Entry<DeviceRow, Double>> MOST_HOURS_FIRST =
      Map.Entry.<DeviceRow, Double>comparingByValue(Comparator.reverseOrder())
          .thenComparing(Map.Entry.comparingByKey());

  /** Returns the states that kept devices from work in a period, the most hours first. */
  public static List<CostlyState> of(RecordedHours recorded, PriceList prices) {
    return recorded.hours().entrySet().stream()
        .filter(e -> e.getKey().user().state().isLost() && e.getValue() > 0)
        .sorted(MOST_HOURS_FIRST)
        .map(e -> of(e.getKey(), e.getValue(), recorded.observed(), prices))
        .toList();
  }

  private static CostlyState of(DeviceRow row, double hours, double observed, PriceList prices) {
    return new CostlyState(
        row, hours, hours / observed, prices.of(row.kind()).map(price -> price * hours));
  }

  /** Returns an action that would have helped. The report did not try the action on the model. */
  public String help() {
    return switch (row.user().state()) {
      case BROKEN -> "repair the devices, or replace their nodes";
      case WITHHELD -> "uncordon, repair or untaint the nodes, unless in maintenance";
      case RESERVED -> "lower the reserve, unless large pods or gangs waited for it";
      case IDLE -> "scale down or end pods that don't use their devices";
      case QUOTA -> "raise the tenant's quota: these devices were free";
      case SHARE -> "raise the tenant's share: these devices were free";
      case FRAGMENTED -> "free whole nodes: plimsoll defrag names the pods to move";
      case CONSTRAINTS -> "change selectors, affinities or tolerations of the pods that waited";
      case GATED -> "remove scheduling gates or resume suspended workloads sooner";
      case OTHER -> "ask plimsoll explain while such a pod waits";
      case BUSY, ALLOCATED, FREE, UNKNOWN ->
          throw new IllegalArgumentException(row.user().state() + " keeps no device from work");
    };
  }

  /** Returns an action of the tenant itself that would have helped; empty if there is none. */
  public String ownHelp() {
    return switch (row.user().state()) {
      case IDLE, CONSTRAINTS, GATED, OTHER -> help();
      case FRAGMENTED -> "request fewer devices, less CPU or less memory a pod";
      case BROKEN, WITHHELD, RESERVED, BUSY, ALLOCATED, QUOTA, SHARE, FREE, UNKNOWN -> "";
    };
  }
}
