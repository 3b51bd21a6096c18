package dev.plimsoll.advisor.history;

import java.util.Map;
import java.util.SortedMap;

/**
 * A series that Prometheus has.
 *
 * @param labels its labels
 * @param values its values by time, in seconds since 1970
 */
record TimeSeries(Map<String, String> labels, SortedMap<Long, Double> values) {
  String label(String name) {
    return labels.getOrDefault(name, "");
  }
}
