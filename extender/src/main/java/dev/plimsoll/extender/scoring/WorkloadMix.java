package dev.plimsoll.extender.scoring;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The mix of recent pod requests.
 *
 * @param classes the kinds of requests for devices, those that weigh most first
 */
public record WorkloadMix(List<PodClass> classes) {

  /** What is known before any pod has asked. */
  public static final WorkloadMix EMPTY = new WorkloadMix(List.of());

  /** So many are kept apart: more would cost time on every node and change no choice. */
  private static final int MAX_CLASSES = 64;

  private static final Comparator<PodClass> HEAVIEST_FIRST =
      Comparator.comparingDouble(PodClass::devices)
          .reversed()
          .thenComparing(
              PodClass::request,
              Comparator.comparingLong(PodRequest::devices)
                  .thenComparingLong(PodRequest::milliCpu)
                  .thenComparingLong(PodRequest::memory));

  /** Makes the list unmodifiable. */
  public WorkloadMix {
    classes = List.copyOf(classes);
  }

  /**
   * Pods that ask for the same.
   *
   * @param request what each of them asks for
   * @param pods how many they are
   */
  public record PodClass(PodRequest request, long pods) {

    /** How many devices they ask for together. */
    double devices() {
      return (double) request.devices() * pods;
    }
  }

  /**
   * Counts pods. Those that ask for no device are left out; beyond 64 kinds the lightest are
   * averaged over those that ask for as many devices.
   *
   * @param pods how many pods ask for what
   */
  public static WorkloadMix of(Map<PodRequest, Long> pods) {
    List<PodClass> all = new ArrayList<>();
    pods.forEach(
        (podRequest, count) -> {
          if (podRequest.devices() > 0 && count > 0) {
            all.add(new PodClass(podRequest, count));
          }
        });
    all.sort(HEAVIEST_FIRST);
    if (all.size() <= MAX_CLASSES) {
      return new WorkloadMix(all);
    }
    List<PodClass> podClasses = new ArrayList<>(all.subList(0, MAX_CLASSES));
    Map<Long, List<PodClass>> light = new TreeMap<>();
    for (PodClass podClass : all.subList(MAX_CLASSES, all.size())) {
      light
          .computeIfAbsent(podClass.request().devices(), devices -> new ArrayList<>())
          .add(podClass);
    }
    light.forEach((devices, some) -> podClasses.add(average(devices, some)));
    return new WorkloadMix(podClasses);
  }

  private static PodClass average(long devices, List<PodClass> podClasses) {
    long pods = 0;
    double milliCpu = 0;
    double memory = 0;
    for (PodClass podClass : podClasses) {
      pods += podClass.pods();
      milliCpu += (double) podClass.request().milliCpu() * podClass.pods();
      memory += (double) podClass.request().memory() * podClass.pods();
    }
    return new PodClass(
        new PodRequest(devices, (long) (milliCpu / pods), (long) (memory / pods)), pods);
  }

  /** Each kind's weight is the number of its pods. */
  Fragmentation byPods() {
    Map<PodRequest, Double> weights = new LinkedHashMap<>();
    for (PodClass podClass : classes) {
      weights.merge(podClass.request(), (double) podClass.pods(), Double::sum);
    }
    return Fragmentation.of(weights);
  }

  /**
   * Each kind's weight is the number of devices its pods ask for.
   *
   * @param large a request for many devices
   * @param least the share of all weights, below 1, that requests for so many devices have at
   *     least; what they lack is given to {@code large} itself
   */
  Fragmentation byDevices(PodRequest large, double least) {
    Map<PodRequest, Double> weights = new LinkedHashMap<>();
    double small = 0;
    double seen = 0;
    for (PodClass podClass : classes) {
      weights.merge(podClass.request(), podClass.devices(), Double::sum);
      if (podClass.request().devices() < large.devices()) {
        small += podClass.devices();
      } else {
        seen += podClass.devices();
      }
    }
    double wanted = small == 0 ? 1 : small * least / (1 - least);
    if (seen < wanted) {
      weights.merge(large, wanted - seen, Double::sum);
    }
    return Fragmentation.of(weights);
  }
}
