package dev.plimsoll.advisor.metrics;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gauges in Prometheus' text format. */
final class Exposition {
  private record GaugeFamily(String help, List<String> samples) {}

  private final Map<String, GaugeFamily> gaugeFamilys = new LinkedHashMap<>();

  /** Declares a gauge, so that it is there even without samples. */
  Exposition gauge(String name, String help) {
    gaugeFamilys.put(name, new GaugeFamily(help, new ArrayList<>()));
    return this;
  }

  /**
   * Adds a sample to a gauge that was declared.
   *
   * @param labels names and values by turns
   */
  void sample(String name, double value, String... labels) {
    StringBuilder line = new StringBuilder(name);
    for (int i = 0; i < labels.length; i += 2) {
      line.append(i == 0 ? '{' : ',').append(labels[i]).append("=\"");
      line.append(escaped(labels[i + 1])).append('"');
    }
    if (labels.length > 0) {
      line.append('}');
    }
    GaugeFamily gaugeFamily = gaugeFamilys.get(name);
    if (gaugeFamily == null) {
      throw new IllegalArgumentException("no gauge " + name + " was declared");
    }
    gaugeFamily.samples().add(line.append(' ').append(number(value)).toString());
  }

  String text() {
    StringBuilder text = new StringBuilder();
    gaugeFamilys.forEach(
        (name, gaugeFamily) -> {
          text.append("# HELP ").append(name).append(' ').append(gaugeFamily.help()).append('\n');
          text.append("# TYPE ").append(name).append(" gauge\n");
          gaugeFamily.samples().forEach(s -> text.append(s).append('\n'));
        });
    return text.toString();
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  private static String number(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
