package dev.plimsoll.model.hours;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Adds amounts of device states up to the lines of a report. A group that devices belong to has a
 * line for its capacity and one for each state, in the order of the waterfall. A group of users has
 * lines for the states that it has.
 *
 * <p>An amount that is not known in full has no number instead of 0.
 */
public final class StateLines {
  private static final Set<DeviceState> ONLY_IF_THERE =
      Set.of(DeviceState.BUSY, DeviceState.IDLE, DeviceState.UNKNOWN);

  private final SortedMap<DeviceRow, Double> amounts;
  private final Predicate<DeviceState> isKnown;
  private final Function<DeviceKind, Optional<Double>> price;

  private record Group(ResourceName resource, String name) {}

  /** An amount and its money, while both are added up; the money is missing if a price is. */
  private record Sum(double amount, Optional<Double> money) {
    static final Sum NONE = new Sum(0, Optional.of(0.0));

    Sum plus(Sum other) {
      return new Sum(amount + other.amount, money.flatMap(m -> other.money.map(more -> m + more)));
    }
  }

  /**
   * Prepares lines.
   *
   * @param amounts devices or device-hours, by row
   * @param isKnown whether all of a state is known; if not, an amount of 0 means unknown
   * @param price the price of a device for an hour
   */
  public StateLines(
      SortedMap<DeviceRow, Double> amounts,
      Predicate<DeviceState> isKnown,
      Function<DeviceKind, Optional<Double>> price) {
    this.amounts = amounts;
    this.isKnown = isKnown;
    this.price = price;
  }

  /** Returns the lines, by resource and group. */
  public List<StateLine> by(StateGrouping grouping) {
    SortedMap<String, Double> capacities = new TreeMap<>();
    Map<String, SortedMap<DeviceState, Sum>> sums = new TreeMap<>();
    Map<String, Group> groups = new TreeMap<>();
    amounts.forEach(
        (row, amount) -> {
          Group group = new Group(row.kind().resource(), grouping.of(row));
          String key = group.resource().name() + '\0' + group.name();
          groups.put(key, group);
          capacities.merge(group.resource().name(), amount, Double::sum);
          Sum sum = new Sum(amount, price.apply(row.kind()).map(p -> p * amount));
          sums.computeIfAbsent(key, k -> new TreeMap<>()).merge(row.user().state(), sum, Sum::plus);
        });
    List<StateLine> lines = new ArrayList<>();
    groups.forEach(
        (key, group) -> {
          double all = capacities.getOrDefault(group.resource().name(), 0.0);
          add(lines, grouping, group, sums.getOrDefault(key, new TreeMap<>()), all);
        });
    return lines;
  }

  private void add(
      List<StateLine> lines,
      StateGrouping grouping,
      Group group,
      SortedMap<DeviceState, Sum> sums,
      double all) {
    if (grouping.isOfDevices()) {
      Sum capacity = sums.values().stream().reduce(Sum.NONE, Sum::plus);
      lines.add(line(group, Optional.empty(), capacity, all));
    }
    for (DeviceState state : DeviceState.values()) {
      Sum sum = sums.get(state);
      if (sum != null) {
        lines.add(line(group, Optional.of(state), sum, all));
      } else if (grouping.isOfDevices() && isExpected(state, sums)) {
        if (isKnown.test(state)) {
          if (grouping == StateGrouping.NONE) {
            lines.add(line(group, Optional.of(state), Sum.NONE, all));
          }
          continue;
        }
        lines.add(
            new StateLine(
                group.name(),
                group.resource(),
                Optional.of(state),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
      }
    }
  }

  private static boolean isExpected(DeviceState state, SortedMap<DeviceState, Sum> sums) {
    boolean isMeasured = sums.containsKey(DeviceState.BUSY) || sums.containsKey(DeviceState.IDLE);
    return !ONLY_IF_THERE.contains(state) && !(state == DeviceState.ALLOCATED && isMeasured);
  }

  private static StateLine line(Group group, Optional<DeviceState> state, Sum sum, double all) {
    return new StateLine(
        group.name(),
        group.resource(),
        state,
        Optional.of(sum.amount()),
        all > 0 ? Optional.of(sum.amount() / all) : Optional.empty(),
        sum.money());
  }
}
