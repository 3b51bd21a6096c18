package dev.plimsoll.cli;

import dev.plimsoll.kube.report.CostlyState;
import dev.plimsoll.model.hours.DeviceRow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The states that kept the most device-hours of a period from work, and what would have helped.
 *
 * @param states the states of each tenant and product, the most hours first
 * @param currency the currency of the prices; empty without prices
 * @param help returns what would have helped
 */
record CostlyHours(List<CostlyState> states, String currency, Function<CostlyState, String> help) {

  CostlyHours {
    states = List.copyOf(states);
  }

  /** Returns the states as a table of the report. */
  ReportSection section() {
    List<String> headers = new ArrayList<>(List.of("hours", "devices"));
    if (!currency.isEmpty()) {
      headers.add(currency);
    }
    headers.addAll(List.of("tenant", "resource", "product", "state", "what would have helped"));
    return new ReportSection(
        "The costliest states",
        ", in device-hours and in devices at a time",
        new ReportTable(headers, states.stream().map(this::row).toList()));
  }

  private List<String> row(CostlyState state) {
    List<String> cells =
        new ArrayList<>(
            List.of(ReportTable.number(state.hours()), ReportTable.number(state.devices())));
    if (!currency.isEmpty()) {
      cells.add(state.money().map(ReportTable::number).orElse(UnreadText.MARK));
    }
    DeviceRow row = state.row();
    cells.addAll(
        List.of(
            row.user().tenant(),
            row.kind().resource().name(),
            row.kind().product(),
            row.user().state().label(),
            help.apply(state)));
    return cells;
  }
}
