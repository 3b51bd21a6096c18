package dev.plimsoll.model.lifetime;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Survival curves of a history at an instant. The curve of a pod mixes those of its groups: its
 * owner, its tenant with its size, its size, and the cluster. A group with few ends weighs little.
 * As a pod grows older, the groups whose pods grew that old weigh more, since the mixture is
 * conditional on the age. Services are in no curve.
 */
public final class Lifetimes {
  /** With three ends, a group weighs as much as all wider groups together. */
  private static final double ENDS_OF_HALF_WEIGHT = 3;

  /** The most ends of a group that count, the latest first: laws change. */
  private static final int MOST_ENDS = 300;

  private static final int STEPS_OF_WIDE_GROUPS = 64;

  /** Long enough for some ends, and short enough for a law that has changed. */
  private static final Duration RECENT = Duration.ofHours(12);

  private final Instant now;
  private final Map<Object, List<PodRun>> groups = new HashMap<>();
  private final Map<Object, SurvivalCurve> curves = new HashMap<>();
  private final Map<Kind, Optional<SurvivalCurve>> mixtures = new HashMap<>();

  private record TenantSize(String tenant, long devices) {}

  /**
   * The kind of a pod by which its lifetime is estimated.
   *
   * @param owner the owner
   * @param tenant the tenant or the namespace
   * @param devices how many devices the pod requests
   */
  public record Kind(OwnerKey owner, String tenant, long devices) {
    private static Kind of(PodRun run) {
      return new Kind(run.owner(), run.tenant(), run.devices());
    }

    private List<Object> groups() {
      return List.of(owner, new TenantSize(tenant, devices), devices, "cluster");
    }
  }

  private Lifetimes(LifetimeHistory history, Instant now) {
    this.now = now;
    for (PodRun run : history.runs()) {
      if (!run.owner().isService() && !run.started().isAfter(now)) {
        Kind.of(run)
            .groups()
            .forEach(g -> groups.computeIfAbsent(g, k -> new ArrayList<>()).add(run));
      }
    }
  }

  /** Returns the curves of a history. Runs that start later are ignored. */
  public static Lifetimes at(LifetimeHistory history, Instant now) {
    return new Lifetimes(history, now);
  }

  /** Returns the curve of new pods of a kind; empty for a service, and if no end was seen. */
  public synchronized Optional<SurvivalCurve> of(Kind kind) {
    return mixtures.computeIfAbsent(kind, this::mixed);
  }

  /** Returns how many ends of an owner's pods are known. */
  public int ends(OwnerKey owner) {
    return (int) groups.getOrDefault(owner, List.of()).stream().filter(this::isEnd).count();
  }

  /**
   * The known lifetimes of an owner's pods.
   *
   * @param owner the owner
   * @param ends how many ends were seen
   * @param running how many pods still run, whose lifetimes are censored
   * @param curve the curve of the owner's own pods
   */
  public record Known(OwnerKey owner, int ends, int running, SurvivalCurve curve) {}

  /** Returns the known lifetimes of each owner, by namespace, kind and name. */
  public List<Known> known() {
    List<Known> known = new ArrayList<>();
    for (Map.Entry<Object, List<PodRun>> group : groups.entrySet()) {
      if (group.getKey() instanceof OwnerKey owner) {
        int ends = ends(owner);
        int running = (int) group.getValue().stream().filter(r -> r.ended().isEmpty()).count();
        known.add(new Known(owner, ends, running, curve(owner)));
      }
    }
    known.sort(Comparator.comparing(Known::owner));
    return known;
  }

  /** Returns whether any end was seen. */
  public boolean hasEnds() {
    return groups.getOrDefault("cluster", List.of()).stream().anyMatch(this::isEnd);
  }

  /** Returns how many pods of the cluster ended in the last twelve hours, and should have. */
  public RecentEnds recent() {
    return recent(RECENT);
  }

  RecentEnds recent(Duration window) {
    Instant from = now.minus(window);
    int ended = 0;
    double expected = 0;
    for (PodRun run : groups.getOrDefault("cluster", List.of())) {
      Instant until = run.ended().filter(e -> !e.isAfter(now)).orElse(now);
      Optional<SurvivalCurve> curve = until.isAfter(from) ? of(Kind.of(run)) : Optional.empty();
      if (curve.isPresent()) {
        double entry = run.started().isAfter(from) ? 0 : seconds(run.started(), from);
        double exit = seconds(run.started(), until);
        expected += curve.get().hazard(exit) - curve.get().hazard(entry);
        ended += isEnd(run) ? 1 : 0;
      }
    }
    return new RecentEnds(ended, expected);
  }

  private Optional<SurvivalCurve> mixed(Kind kind) {
    if (kind.owner().isService()) {
      return Optional.empty();
    }
    List<SurvivalCurve> known = new ArrayList<>();
    for (Object group : kind.groups()) {
      SurvivalCurve curve = curve(group);
      if (curve.ends() > 0) {
        known.add(curve);
      }
    }
    if (known.isEmpty()) {
      return Optional.empty();
    }
    double[] weights = new double[known.size()];
    double rest = 1;
    for (int i = 0; i < weights.length; i++) {
      double ends = known.get(i).ends();
      weights[i] = i == weights.length - 1 ? rest : rest * ends / (ends + ENDS_OF_HALF_WEIGHT);
      rest -= weights[i];
    }
    return Optional.of(SurvivalCurve.mixture(known, weights, curve(kind.owner()).ends()));
  }

  private SurvivalCurve curve(Object group) {
    SurvivalCurve known = curves.get(group);
    if (known == null) {
      SurvivalCurve made = SurvivalCurve.kaplanMeier(spells(groups.getOrDefault(group, List.of())));
      known = group instanceof OwnerKey ? made : made.thinned(STEPS_OF_WIDE_GROUPS);
      curves.put(group, known);
    }
    return known;
  }

  private boolean isEnd(PodRun run) {
    return !run.isCensored() && run.ended().filter(e -> !e.isAfter(now)).isPresent();
  }

  /** Returns the spells since the first of the latest ends. */
  private List<Spell> spells(List<PodRun> runs) {
    List<Instant> latest =
        runs.stream()
            .filter(this::isEnd)
            .map(r -> r.ended().orElseThrow())
            .sorted(Comparator.reverseOrder())
            .limit(MOST_ENDS)
            .toList();
    Instant from =
        latest.size() < MOST_ENDS ? Instant.MIN : latest.get(MOST_ENDS - 1).minusMillis(1);
    List<Spell> spells = new ArrayList<>();
    for (PodRun run : runs) {
      Instant until = run.ended().filter(e -> !e.isAfter(now)).orElse(now);
      if (until.isAfter(from)) {
        double entry = run.started().isAfter(from) ? -1 : seconds(run.started(), from);
        spells.add(new Spell(entry, seconds(run.started(), until), isEnd(run)));
      }
    }
    return spells;
  }

  private static double seconds(Instant from, Instant to) {
    return (to.toEpochMilli() - from.toEpochMilli()) / 1000.0;
  }
}
