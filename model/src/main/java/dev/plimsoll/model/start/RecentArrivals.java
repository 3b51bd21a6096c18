package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.model.gate.GatedTenants;
import dev.plimsoll.model.gate.ShareGate;
import dev.plimsoll.model.lifetime.OwnerKey;
import dev.plimsoll.model.lifetime.PodRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Finds which pods arrived lately, from which simulations draw those to come. */
final class RecentArrivals {
  private static final Duration MOST_RECENT = Duration.ofDays(7);
  private static final Duration LEAST_RECENT = Duration.ofMinutes(10);
  private static final int MOST_BATCHES = 1500;

  private final StartQuestion question;
  private final PodTimes times;
  private final QueueUnits units;
  private final GatedTenants gated;

  RecentArrivals(StartQuestion question, PodTimes times, QueueUnits units, GatedTenants gated) {
    this.question = question;
    this.times = times;
    this.units = units;
    this.gated = gated;
  }

  private record Arrival(OwnerKey owner, Instant created, Optional<Pod> pod) {}

  Arrivals arrivals(List<Pod> waiting) {
    Instant from = question.now().minus(MOST_RECENT);
    List<Arrival> all = new ArrayList<>();
    Instant first = question.now();
    for (PodRun run : question.history().runs()) {
      first = run.created().isBefore(first) ? run.created() : first;
      if (question.history().examples().containsKey(run.owner())
          && !run.owner().isService()
          && isIn(from, run.created())) {
        all.add(new Arrival(run.owner(), run.created(), Optional.empty()));
      }
    }
    for (Pod pod : waiting) {
      OwnerKey owner = times.owner(pod);
      if (!owner.isService() && isIn(from, times.created(pod)) && times.isStored(pod)) {
        all.add(new Arrival(owner, times.created(pod), Optional.of(pod)));
      }
    }
    if (all.isEmpty()) {
      return Arrivals.NONE;
    }
    Map<OwnerKey, Pod> fresh = new HashMap<>();
    all.sort(
        Comparator.comparing(Arrival::created)
            .reversed()
            .thenComparingLong(a -> -PodRun.devices(pod(a, fresh)))
            .thenComparing(this::uid));
    Map<Object, List<Pod>> batches = new LinkedHashMap<>();
    Map<Object, Instant> created = new LinkedHashMap<>();
    Instant oldest = question.now();
    for (Arrival arrival : all) {
      Object key = List.of(arrival.owner(), arrival.created().getEpochSecond());
      if (batches.size() == MOST_BATCHES && !batches.containsKey(key)) {
        break;
      }
      oldest = arrival.created();
      created.putIfAbsent(key, arrival.created());
      batches.computeIfAbsent(key, k -> new ArrayList<>()).add(pod(arrival, fresh));
    }
    Instant since = batches.size() == MOST_BATCHES ? oldest : first.isAfter(from) ? first : from;
    double seconds = Math.max((double) LEAST_RECENT.toSeconds(), -times.seconds(since));
    List<Arrivals.Batch> drawn = new ArrayList<>();
    created.forEach(
        (key, at) ->
            drawn.add(
                new Arrivals.Batch(
                    Math.max(0, seconds + times.seconds(at)),
                    units.batch(Objects.requireNonNull(batches.get(key))))));
    return new Arrivals(drawn, seconds);
  }

  /** Returns the uid of the pod that arrived, or of its owner's newest. */
  private String uid(Arrival arrival) {
    return arrival
        .pod()
        .orElseGet(() -> Objects.requireNonNull(question.history().examples().get(arrival.owner())))
        .metadata()
        .uid();
  }

  private Pod pod(Arrival arrival, Map<OwnerKey, Pod> fresh) {
    return arrival
        .pod()
        .orElseGet(
            () ->
                fresh.computeIfAbsent(
                    arrival.owner(),
                    o -> asNew(Objects.requireNonNull(question.history().examples().get(o)))));
  }

  private boolean isIn(Instant from, Instant created) {
    return created.isAfter(from) && !created.isAfter(question.now());
  }

  /** Returns a pod as it was when it was created. */
  private Pod asNew(Pod example) {
    Pod fresh =
        example
            .withSpec(example.spec().withNodeName(""))
            .withMetadata(
                example.metadata().withName("").withUid("").withDeletionTimestamp(Optional.empty()))
            .withStatus(PodStatus.PENDING);
    return gated.gate(fresh)
        ? fresh.withSpec(fresh.spec().withSchedulingGates(List.of(ShareGate.NAME)))
        : fresh;
  }
}
