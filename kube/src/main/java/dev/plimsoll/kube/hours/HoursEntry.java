package dev.plimsoll.kube.hours;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.hours.DeviceSeries;
import dev.plimsoll.model.hours.DeviceState;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The device-seconds from one time to another. A file of hours has a line of JSON for each entry.
 *
 * @param begin the begin
 * @param end the end, after the begin
 * @param observed for how many seconds of this time devices were counted
 * @param devices the device-seconds
 */
public record HoursEntry(
    Instant begin, Instant end, double observed, SortedMap<DeviceSeries, Double> devices) {
  private static final int DIGITS = 3;

  /** Creates an entry. */
  public HoursEntry {
    devices = Collections.unmodifiableSortedMap(new TreeMap<>(devices));
  }

  /** Creates an entry of sums in any order. */
  public static HoursEntry of(
      Instant begin, Instant end, double observed, Map<DeviceSeries, Double> devices) {
    return new HoursEntry(begin, end, observed, new TreeMap<>(devices));
  }

  /** Returns the line without its end. */
  public String toLine() {
    JsonObject json = new JsonObject();
    json.addProperty("begin", begin.toString());
    json.addProperty("end", end.toString());
    json.add("observedSeconds", number(observed));
    JsonArray rows = new JsonArray();
    devices.forEach(
        (series, seconds) -> {
          JsonObject row = new JsonObject();
          row.addProperty("resource", series.resource().name());
          row.addProperty("product", series.product());
          row.addProperty("state", series.state().label());
          row.addProperty("tenant", series.tenant());
          row.add("seconds", number(seconds));
          rows.add(row);
        });
    json.add("devices", rows);
    return json.toString();
  }

  private static JsonPrimitive number(double value) {
    BigDecimal exact = BigDecimal.valueOf(value).setScale(DIGITS, RoundingMode.HALF_EVEN);
    return new JsonPrimitive(new BigDecimal(exact.stripTrailingZeros().toPlainString()));
  }

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException with half a sentence about the mistake
   */
  static HoursEntry ofLine(String line) {
    JsonObject json;
    try {
      json = object(JsonParser.parseString(line));
    } catch (JsonParseException e) {
      throw new IllegalArgumentException("is not JSON", e);
    }
    Instant begin = time(json, "begin");
    Instant end = time(json, "end");
    double observed = seconds(json, "observedSeconds");
    if (!begin.isBefore(end)) {
      throw new IllegalArgumentException("has an end that is not after its begin");
    }
    if (observed > Duration.between(begin, end).toMillis() / 1e3 + 1) {
      throw new IllegalArgumentException("has more observedSeconds than its time is long");
    }
    if (!(json.get("devices") instanceof JsonArray rows)) {
      throw new IllegalArgumentException("has no list devices");
    }
    SortedMap<DeviceSeries, Double> devices = new TreeMap<>();
    rows.forEach(
        row -> {
          JsonObject values = object(row);
          devices.merge(series(values), seconds(values, "seconds"), Double::sum);
        });
    return new HoursEntry(begin, end, observed, devices);
  }

  private static DeviceSeries series(JsonObject row) {
    String state = text(row, "state");
    return new DeviceSeries(
        ResourceName.of(text(row, "resource")),
        text(row, "product"),
        DeviceState.ofLabel(state)
            .orElseThrow(() -> new IllegalArgumentException("has the unknown state " + state)),
        text(row, "tenant"));
  }

  private static JsonObject object(JsonElement json) {
    if (json instanceof JsonObject object) {
      return object;
    }
    throw new IllegalArgumentException("is not a JSON object");
  }

  private static String text(JsonObject json, String key) {
    if (json.get(key) instanceof JsonPrimitive value && value.isString()) {
      return value.getAsString();
    }
    throw new IllegalArgumentException("has no text " + key);
  }

  private static Instant time(JsonObject json, String key) {
    try {
      return Instant.parse(text(json, key));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "has a " + key + " that is not a time such as 2026-11-01T00:00:00Z", e);
    }
  }

  private static double seconds(JsonObject json, String key) {
    if (json.get(key) instanceof JsonPrimitive value && value.isNumber()) {
      double seconds = value.getAsDouble();
      if (seconds >= 0 && Double.isFinite(seconds)) {
        return seconds;
      }
    }
    throw new IllegalArgumentException("has no number " + key + " of 0 or more");
  }
}
