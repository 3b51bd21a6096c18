package dev.plimsoll.kube.prometheus;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.usage.DeviceUsage;
import dev.plimsoll.kubernetes.usage.IdleRule;
import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import dev.plimsoll.kubernetes.usage.MeasuredUsage.PodName;
import dev.plimsoll.kubernetes.usage.UsageSamples;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Reads from Prometheus how busy the devices of pods were. At each minute, a series counts with its
 * maximum since the minute before, or with its last sample if it is current. A series that isn't
 * current has a hole.
 *
 * @param client where to ask
 * @param matchers selects the cluster's series: matchers of PromQL, each after a comma
 * @param metrics the metrics of the exporters; of two for one device, the first counts
 */
public record PrometheusUsage(PrometheusClient client, String matchers, List<UsageMetric> metrics) {
  /** Quiet stretches are followed back to here. */
  private static final Duration LEAST_RANGE = Duration.ofHours(24);

  private static final int MOST_PODS = 20_000;
  private static final String OF_POD = "namespace, pod, exported_namespace, exported_pod";

  /** How exporters name a device, or the part of it that a pod has. */
  private static final String OF_DEVICE = OF_POD + ", UUID, GPU_I_ID, gpu, gpu_uuid, gpu_id";

  private static final String MEASURE = "usage_measure";
  private static final String BUSY = "busy";
  private static final String DEVICES = "devices";

  public PrometheusUsage {
    metrics = List.copyOf(metrics);
  }

  /** The usage of the busiest device of a pod, in percent, and how many devices have a sample. */
  private static final class Sample {
    private double busy = Double.NaN;
    private int devices;

    void add(String measure, double value) {
      if (measure.equals(BUSY)) {
        busy = Double.isNaN(busy) ? value : Math.max(busy, value);
      } else {
        devices = Math.max(devices, (int) value);
      }
    }
  }

  /**
   * Reads the usage of all pods.
   *
   * @throws InputException if what is there isn't Prometheus, rejects the query, has too many
   *     series, or has none
   * @throws dev.plimsoll.kube.live.UnreachableException if it doesn't answer
   */
  public MeasuredUsage read(IdleRule rule, Instant end) {
    Duration range = range(rule);
    Map<PodName, UsageSamples> pods = new HashMap<>();
    add(pods, rule, end.minus(range), end);
    if (pods.isEmpty()) {
      throw new InputException(
          "Prometheus at "
              + client.url()
              + " has no series of "
              + names()
              + " in the last "
              + range.toHours()
              + " hours: whether devices are idle isn't known; check the exporter, or leave"
              + " --prometheus out.");
    }
    return usage(pods, rule);
  }

  /** Returns for how long quiet stretches are followed back. */
  static Duration range(IdleRule rule) {
    Duration window = rule.window().plusHours(1);
    return window.compareTo(LEAST_RANGE) > 0 ? window : LEAST_RANGE;
  }

  /** Adds the samples from one time to another, both included, to the sums of the pods. */
  void add(Map<PodName, UsageSamples> pods, IdleRule rule, Instant from, Instant end) {
    client.parts(
        expression(),
        from,
        end,
        IdleRule.STEP,
        part -> samples(part).forEach((pod, samples) -> add(pods, rule, pod, samples)));
  }

  static MeasuredUsage usage(Map<PodName, UsageSamples> pods, IdleRule rule) {
    Map<PodName, DeviceUsage> usage = new HashMap<>();
    pods.forEach((pod, samples) -> samples.usage().ifPresent(u -> usage.put(pod, u)));
    return new MeasuredUsage(rule, usage);
  }

  /** Returns the names of the series for a sentence. */
  String names() {
    return metrics.stream().map(UsageMetric::name).collect(Collectors.joining(" or "))
        + " with a pod"
        + (matchers.isEmpty() ? "" : " and {" + matchers.substring(1) + "}");
  }

  private static void add(
      Map<PodName, UsageSamples> pods,
      IdleRule rule,
      PodName pod,
      SortedMap<Long, Sample> samples) {
    UsageSamples sum = pods.computeIfAbsent(pod, p -> rule.samples());
    samples.forEach(
        (time, sample) -> {
          if (!Double.isNaN(sample.busy)) {
            sum.add(Instant.ofEpochSecond(time), sample.busy, sample.devices);
          }
        });
  }

  private Map<PodName, SortedMap<Long, Sample>> samples(List<TimeSeries> part) {
    Map<PodName, SortedMap<Long, Sample>> pods = new HashMap<>();
    for (TimeSeries series : part) {
      SortedMap<Long, Sample> samples =
          pods.computeIfAbsent(new PodName(series.namespace(), series.pod()), p -> new TreeMap<>());
      String measure = series.label(MEASURE);
      series
          .values()
          .forEach((t, v) -> samples.computeIfAbsent(t, any -> new Sample()).add(measure, v));
    }
    if (pods.size() > MOST_PODS) {
      throw new InputException(
          "Prometheus at "
              + client.url()
              + " has usage of more than "
              + MOST_PODS
              + " pods: select this cluster's with --prometheus-label NAME=VALUE.");
    }
    return pods;
  }

  private String expression() {
    String busy =
        metrics.stream()
            .map(m -> "(%s or %s) * %s".formatted(highest(m), series(m), 100 / m.full()))
            .collect(Collectors.joining(" or "));
    String current = metrics.stream().map(this::series).collect(Collectors.joining(" or "));
    return measure(BUSY, "max by (%s) (%s)".formatted(OF_POD, busy))
        + " or "
        + measure(
            DEVICES, "count by (%s) (max by (%s) (%s))".formatted(OF_POD, OF_DEVICE, current));
  }

  private static String measure(String name, String expression) {
    return "label_replace(%s, \"%s\", \"%s\", \"\", \"\")".formatted(expression, MEASURE, name);
  }

  private String highest(UsageMetric metric) {
    return "max_over_time(" + series(metric) + "[" + IdleRule.STEP.toMinutes() + "m])";
  }

  private String series(UsageMetric metric) {
    return metric.name() + "{pod!=\"\"" + matchers + "}";
  }
}
