package dev.plimsoll.model.packing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What pods ask for these days.
 *
 * @param kinds the kinds of asks for devices, those that weigh most first
 */
public record Mix(List<Kind> kinds) {

  /** What is known before any pod has asked. */
  public static final Mix EMPTY = new Mix(List.of());

  /** So many are kept apart: more would cost time on every node and change no choice. */
  private static final int MAX_KINDS = 64;

  private static final Comparator<Kind> HEAVIEST_FIRST =
      Comparator.comparingDouble(Kind::devices)
          .reversed()
          .thenComparing(
              Kind::ask,
              Comparator.comparingLong(Ask::devices)
                  .thenComparingLong(Ask::milliCpu)
                  .thenComparingLong(Ask::memory));

  /** Makes the list unmodifiable. */
  public Mix {
    kinds = List.copyOf(kinds);
  }

  /**
   * Pods that ask for the same.
   *
   * @param ask what each of them asks for
   * @param pods how many they are
   */
  public record Kind(Ask ask, long pods) {

    /** How many devices they ask for together. */
    double devices() {
      return (double) ask.devices() * pods;
    }
  }

  /**
   * Counts pods. Those that ask for no device are left out; beyond 64 kinds the lightest are
   * averaged over those that ask for as many devices.
   *
   * @param pods how many pods ask for what
   */
  public static Mix of(Map<Ask, Long> pods) {
    List<Kind> all = new ArrayList<>();
    pods.forEach(
        (ask, count) -> {
          if (ask.devices() > 0 && count > 0) {
            all.add(new Kind(ask, count));
          }
        });
    all.sort(HEAVIEST_FIRST);
    if (all.size() <= MAX_KINDS) {
      return new Mix(all);
    }
    List<Kind> kinds = new ArrayList<>(all.subList(0, MAX_KINDS));
    Map<Long, List<Kind>> light = new TreeMap<>();
    for (Kind kind : all.subList(MAX_KINDS, all.size())) {
      light.computeIfAbsent(kind.ask().devices(), devices -> new ArrayList<>()).add(kind);
    }
    light.forEach((devices, some) -> kinds.add(average(devices, some)));
    return new Mix(kinds);
  }

  private static Kind average(long devices, List<Kind> kinds) {
    long pods = 0;
    double milliCpu = 0;
    double memory = 0;
    for (Kind kind : kinds) {
      pods += kind.pods();
      milliCpu += (double) kind.ask().milliCpu() * kind.pods();
      memory += (double) kind.ask().memory() * kind.pods();
    }
    return new Kind(new Ask(devices, (long) (milliCpu / pods), (long) (memory / pods)), pods);
  }

  /** Each kind's weight is the number of its pods. */
  Stranding byPods() {
    Map<Ask, Double> weights = new LinkedHashMap<>();
    for (Kind kind : kinds) {
      weights.merge(kind.ask(), (double) kind.pods(), Double::sum);
    }
    return Stranding.of(weights);
  }

  /**
   * Each kind's weight is the number of devices its pods ask for.
   *
   * @param large an ask for many devices
   * @param least the share of all weights, below 1, that asks for so many devices have at least;
   *     what they lack is given to {@code large} itself
   */
  Stranding byDevices(Ask large, double least) {
    Map<Ask, Double> weights = new LinkedHashMap<>();
    double small = 0;
    double seen = 0;
    for (Kind kind : kinds) {
      weights.merge(kind.ask(), kind.devices(), Double::sum);
      if (kind.ask().devices() < large.devices()) {
        small += kind.devices();
      } else {
        seen += kind.devices();
      }
    }
    double wanted = small == 0 ? 1 : small * least / (1 - least);
    if (seen < wanted) {
      weights.merge(large, wanted - seen, Double::sum);
    }
    return Stranding.of(weights);
  }
}
