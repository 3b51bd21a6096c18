package dev.plimsoll.kube.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kube.hours.RecordedHours;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.hours.DeviceStates;
import dev.plimsoll.model.hours.StateLine;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** States of devices as JSON; the schema is docs/schema/report.json. */
public final class StateReport {
  private static final int DIGITS = 6;

  private StateReport() {}

  /**
   * Returns the report of now.
   *
   * @param gaps the costliest gaps, with their remedies
   */
  public static JsonObject of(
      DeviceStates states,
      Collection<StateLine> lines,
      List<Gap> gaps,
      String currency,
      Cluster cluster) {
    JsonObjectBuilder report = JsonObjectBuilder.object().put("unit", "devices");
    if (!currency.isEmpty()) {
      report.put("currency", currency);
    }
    return report
        .put("lines", lines(lines, currency))
        .put("gaps", GapsReport.gaps(gaps))
        .put("unread", UnreadReport.of(states.unread().and(states.unreadWants())))
        .put("asOf", cluster.asOf())
        .put("omissions", cluster.omissions())
        .build();
  }

  /**
   * Returns the report of a period.
   *
   * @param before the lines of the period before; empty without records of it
   * @param costliest the states that kept the most device-hours from work
   * @param help returns what would have helped
   * @param notes sentences about the records
   */
  public static JsonObject of(
      RecordedHours recorded,
      Collection<StateLine> lines,
      Collection<StateLine> before,
      Collection<CostlyState> costliest,
      Function<CostlyState, String> help,
      String currency,
      List<String> notes) {
    JsonObjectBuilder report =
        JsonObjectBuilder.object()
            .put("unit", "device-hours")
            .put("from", recorded.from())
            .put("to", recorded.to());
    number(report, "hours", Optional.of(recorded.length()));
    number(report, "observedHours", Optional.of(recorded.observed()));
    if (!currency.isEmpty()) {
      report.put("currency", currency);
    }
    report.put("lines", lines(lines, currency));
    if (!before.isEmpty()) {
      report.put("before", lines(before, currency));
    }
    report.put(
        "costliest",
        JsonObjectBuilder.array(costliest, s -> costly(s, help.apply(s), !currency.isEmpty())));
    report.put("notes", notes);
    return report.build();
  }

  private static JsonArray lines(Collection<StateLine> lines, String currency) {
    return JsonObjectBuilder.array(lines, line -> line(line, !currency.isEmpty()));
  }

  private static JsonObject line(StateLine line, boolean hasPrices) {
    JsonObjectBuilder json = JsonObjectBuilder.object();
    json.put("group", line.group()).put("resource", line.resource()).put("state", line.label());
    line.state().ifPresent(s -> json.put("wanted", s.isWanted()).put("meaning", s.meaning()));
    number(json, "amount", line.amount());
    number(json, "part", line.part());
    number(json, "money", line.money().filter(m -> hasPrices));
    return json.build();
  }

  private static JsonObject costly(CostlyState state, String help, boolean hasPrices) {
    JsonObjectBuilder json =
        JsonObjectBuilder.object()
            .put("tenant", state.row().user().tenant())
            .put("resource", state.row().kind().resource())
            .put("product", state.row().kind().product())
            .put("state", state.row().user().state().label());
    number(json, "hours", Optional.of(state.hours()));
    number(json, "devices", Optional.of(state.devices()));
    number(json, "money", state.money().filter(m -> hasPrices));
    return json.put("help", help).build();
  }

  private static void number(JsonObjectBuilder json, String name, Optional<Double> value) {
    value
        .map(BigDecimal::valueOf)
        .map(v -> v.setScale(DIGITS, RoundingMode.HALF_EVEN).stripTrailingZeros())
        .map(v -> v.scale() < 0 ? v.setScale(0) : v)
        .ifPresent(v -> json.put(name, new JsonPrimitive(v)));
  }
}
