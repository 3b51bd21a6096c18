package dev.plimsoll.kube.prometheus;

import java.util.Map;
import java.util.SortedMap;

/**
 * A series that Prometheus has.
 *
 * @param labels its labels
 * @param values its values by time, in seconds since 1970
 */
public record TimeSeries(Map<String, String> labels, SortedMap<Long, Double> values) {
  /**
   * Returns the namespace that it is about. Where the target that was scraped has a label of that
   * name, too, Prometheus keeps the series' own as {@code exported_namespace}, unless told to
   * honour labels.
   */
  public String namespace() {
    String exported = label("exported_namespace");
    return exported.isEmpty() ? label("namespace") : exported;
  }

  /** Returns the pod that it is about, which Prometheus keeps in the same way. */
  public String pod() {
    String exported = label("exported_pod");
    return exported.isEmpty() ? label("pod") : exported;
  }

  /** Returns a label's value; empty where the series doesn't have it. */
  public String label(String name) {
    return labels.getOrDefault(name, "");
  }
}
