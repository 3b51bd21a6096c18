package dev.plimsoll.model.tenancy.division;

import dev.plimsoll.model.tenancy.division.FlowElement.Line;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Weighted max-min fairness over what tenants demand, in whole units, where each tenant reaches
 * only some pools. No tenant can get more without a loss for a tenant that has less per weight. In
 * one pool the method is progressive filling (Bertsekas and Gallager, Data Networks, 1992, section
 * 6.5.2). Over several pools {@link Decomposition} does the same.
 *
 * <p>The units are given in four stages: guarantees as far as they are demanded, guarantees that
 * are idle, demands beyond guarantees by weight, and the rest by weight up to the ceilings. Each
 * stage keeps what earlier stages gave. The reserve is taken from the pool that needs it least.
 *
 * <p>An example: one pool has 11 units. The tenants a, b and c have the weights 1, 1 and 2, and
 * demand 2, 6 and 9. The units rise for all by weight until they are 2, 2 and 4. Then a has its
 * demand, and the other 3 units rise for b and c, 1 to 2. So a gets 2, b gets 3 and c gets 6.
 *
 * <p>What never breaks: no tenant's amount falls if a pool grows, and the units given are at most
 * the units in the pools. Ranks and ties are those of {@link ProportionalDivision}.
 *
 * <p>Cost: one network flow for each exhausted pool and stage. A linear program would be shorter,
 * but its answers are not whole units.
 */
public final class MaxMinFairness {
  /** Sorts before all names of tenants. */
  private static final String RESERVE = "";

  /** Sets a tenant's units that it doesn't ask for apart from those it does, next to each other. */
  private static final String UNDEMANDED = "\u0000";

  private static final int SETTLED_ID = -1;

  private final List<Claimant> claimants;
  private final List<String> poolNames;
  private final Map<String, Integer> poolNumbers = new HashMap<>();
  private final long[] capacity;
  private final long all;
  private final long reserve;
  private final long[] served;
  private final long[] undemanded;

  private MaxMinFairness(
      SortedMap<String, Long> pools, long reserve, Collection<Claimant> claimants) {
    this.claimants = List.copyOf(claimants);
    this.poolNames = List.copyOf(pools.keySet());
    poolNames.forEach(p -> poolNumbers.put(p, poolNumbers.size()));
    this.capacity = pools.values().stream().mapToLong(Long::longValue).toArray();
    this.all = LongStream.of(capacity).reduce(0, Math::addExact);
    this.reserve = reserve;
    this.served = new long[claimants.size()];
    this.undemanded = new long[claimants.size()];
  }

  /**
   * Divides the units in the pools.
   *
   * @param pools how many units each has, less than 2^53 together
   * @param reserve how many of them are kept in reserve, at most as many as there are
   * @param claimants the tenants, in any order; pools they name that aren't there give nothing
   */
  public static Apportionment divide(
      Map<String, Long> pools, long reserve, Collection<Claimant> claimants) {
    MaxMinFairness division = new MaxMinFairness(new TreeMap<>(pools), reserve, claimants);
    if (claimants.stream().anyMatch(a -> a.claim().floor() > 0)) {
      division.demandedGuarantees();
      division.idleGuarantees();
    }
    division.demands();
    division.rest();
    return division.apportionment();
  }

  private void demandedGuarantees() {
    List<FlowElement> flowElements = settled(this::undemanded);
    for (int i = 0; i < claimants.size(); i++) {
      Claim bounds = claimants.get(i).claim();
      long most = Math.min(bounds.floor(), claimants.get(i).demanded());
      flowElements.add(demanding(i, new Claim(bounds.tenant(), bounds.floor(), 0, most)));
    }
    divide(flowElements, served);
  }

  private void idleGuarantees() {
    List<FlowElement> flowElements = settled(this::served);
    for (int i = 0; i < claimants.size(); i++) {
      Claim bounds = claimants.get(i).claim();
      String name = bounds.tenant() + UNDEMANDED;
      flowElements.add(notDemanding(i, new Claim(name, bounds.floor(), served[i], bounds.floor())));
    }
    divide(flowElements, undemanded);
  }

  private void demands() {
    List<FlowElement> flowElements = settled(this::undemanded);
    for (int i = 0; i < claimants.size(); i++) {
      Claim bounds = claimants.get(i).claim();
      long most = Math.min(bounds.ceiling() - undemanded[i], claimants.get(i).demanded());
      flowElements.add(demanding(i, new Claim(bounds.tenant(), bounds.weight(), served[i], most)));
    }
    divide(flowElements, served);
  }

  private void rest() {
    List<FlowElement> flowElements = settled(this::served);
    for (int i = 0; i < claimants.size(); i++) {
      Claim bounds = claimants.get(i).claim();
      String name = bounds.tenant() + UNDEMANDED;
      flowElements.add(
          notDemanding(
              i, new Claim(name, bounds.weight(), served[i] + undemanded[i], bounds.ceiling())));
    }
    divide(flowElements, undemanded);
  }

  /** Returns the elements whose amounts are settled: the reserve and some part of each tenant's. */
  private List<FlowElement> settled(IntFunction<FlowElement> settled) {
    List<FlowElement> flowElements = new ArrayList<>();
    flowElements.add(
        FlowElement.fixed(
            SETTLED_ID, RESERVE, reserve, List.of(line(reserve, Set.copyOf(poolNames)))));
    IntStream.range(0, claimants.size())
        .mapToObj(settled)
        .filter(e -> e.most() > 0)
        .forEach(flowElements::add);
    return flowElements;
  }

  private FlowElement served(int i) {
    return FlowElement.fixed(SETTLED_ID, claimants.get(i).tenant(), served[i], demandLines(i));
  }

  private FlowElement undemanded(int i) {
    return FlowElement.fixed(
        SETTLED_ID, claimants.get(i).tenant() + UNDEMANDED, undemanded[i], reachLines(i));
  }

  private FlowElement demanding(int i, Claim claim) {
    return new FlowElement(i, claim, 0, demandLines(i), 0);
  }

  private FlowElement notDemanding(int i, Claim claim) {
    return new FlowElement(i, claim, served[i], reachLines(i), 0);
  }

  private List<Line> demandLines(int i) {
    return claimants.get(i).demands().stream()
        .map(a -> line(a.units(), a.pools()))
        .filter(l -> l.units() > 0 && !l.pools().isEmpty())
        .toList();
  }

  private List<Line> reachLines(int i) {
    Line line = line(all, claimants.get(i).reach());
    return line.pools().isEmpty() ? List.of() : List.of(line);
  }

  private Line line(long units, Set<String> pools) {
    BitSet reached = new BitSet();
    pools.stream().map(poolNumbers::get).filter(Objects::nonNull).forEach(reached::set);
    return new Line(units, reached);
  }

  private void divide(List<FlowElement> flowElements, long[] amounts) {
    if (flowElements.stream().mapToLong(FlowElement::least).sum() == all) {
      return;
    }
    Map<Integer, Long> divided = Decomposition.divide(flowElements, capacity);
    for (int i = 0; i < amounts.length; i++) {
      amounts[i] = divided.getOrDefault(i, 0L);
    }
  }

  private Apportionment apportionment() {
    SortedMap<String, Long> shares = new TreeMap<>();
    for (int i = 0; i < served.length; i++) {
      shares.put(claimants.get(i).tenant(), served[i] + undemanded[i]);
    }
    return new Apportionment(all - reserve, shares);
  }
}
