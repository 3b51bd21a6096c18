package dev.plimsoll.bench.speed;

import dev.plimsoll.advisor.state.StateJson;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.tenancy.decision.CeilingPlan;
import dev.plimsoll.model.tenancy.decision.ClusterObservation;
import dev.plimsoll.model.tenancy.decision.DecidedCeiling;
import dev.plimsoll.model.tenancy.decision.Decider;
import dev.plimsoll.model.tenancy.decision.NamespaceObservation;
import dev.plimsoll.model.tenancy.decision.Observation;
import dev.plimsoll.model.tenancy.decision.ResourceCeilings;
import dev.plimsoll.model.tenancy.decision.ResourceObservation;
import dev.plimsoll.model.tenancy.decision.State;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Plays a day: the demand of all tenants moves, and it is decided every five minutes. */
final class DecisionDay {
  private static final int DECISIONS = 288;

  private final Observation first;
  private final Random random = new Random(1);
  private final Map<String, Double> factors = new HashMap<>();

  DecisionDay(Observation first) {
    this.first = first;
  }

  /** Prints how large the state is after a day, in KiB. */
  public static void main(String[] args) throws IOException {
    BusyCluster busy = new BusyCluster();
    Observation observation =
        ClusterObservation.of(busy.simulation(), busy.policy(), UsageHistory.NONE, false);
    State state = new DecisionDay(observation).play(DECISIONS);
    System.out.println((StateJson.write(state).toString().length() + 1023) / 1024);
  }

  /** Returns what that many decisions leave, the last of them before the first observation. */
  State play(int decisions) {
    State state = State.NONE;
    Map<String, Long> quotas = new HashMap<>();
    for (int i = 0; i < decisions; i++) {
      CeilingPlan plan = Decider.decide(observation(decisions - i, quotas), state);
      state = plan.state();
      for (ResourceCeilings resource : plan.resources()) {
        for (DecidedCeiling ceiling : resource.ceilings()) {
          quotas.put(
              key(resource.capacity().resource().name().name(), ceiling.seen()), ceiling.units());
        }
      }
    }
    return state;
  }

  private static String key(String resource, NamespaceObservation namespace) {
    return resource + " " + namespace.namespace();
  }

  private Observation observation(int before, Map<String, Long> quotas) {
    List<ResourceObservation> resources = new ArrayList<>();
    for (ResourceObservation resource : first.resources()) {
      List<NamespaceObservation> namespaces = new ArrayList<>();
      for (NamespaceObservation each : resource.namespaces()) {
        String key = key(resource.resource().name().name(), each);
        namespaces.add(moved(each, key, quotas.getOrDefault(key, each.quota())));
      }
      resources.add(
          new ResourceObservation(
              resource.resource(),
              resource.pools(),
              resource.claimants(),
              resource.peaks(),
              namespaces));
    }
    return new Observation(
        first.policy(),
        first.time().minus(first.interval().multipliedBy(before)),
        first.interval(),
        false,
        resources);
  }

  /** Each demand wanders between a fifth and twice what is seen. */
  private NamespaceObservation moved(NamespaceObservation seen, String key, long quota) {
    double factor =
        factors.merge(
            key, 1.0, (f, one) -> Math.max(0.2, Math.min(2, f + random.nextGaussian() * 0.1)));
    long demand = Math.round((seen.charged() + seen.denied()) * factor);
    long running = Math.min(demand, quota);
    return NamespaceObservation.of(
        seen.tenant(), seen.namespace(), quota, running, demand - running);
  }
}
