package dev.plimsoll.model.tenancy.division;

import dev.plimsoll.model.tenancy.division.Element.Line;
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
 * Weighted max-min fairness over what tenants ask for, in whole units, where each tenant reaches
 * only some pools.
 *
 * <p>First come guarantees, as far as they are asked for and then as far as they are idle; then
 * what is asked for beyond them, fair by weight; then the rest by weight, up to the ceilings. Each
 * stage keeps what the stages before gave. What is held back is taken from whatever pool is missed
 * least.
 *
 * <p>Nobody's amount falls if a pool grows. Ranks and ties are those of {@link Proportional}.
 */
public final class MaxMin {
  /** Sorts before all names of tenants. */
  private static final String RESERVE = "";

  /** Sets a tenant's units that it doesn't ask for apart from those it does, next to each other. */
  private static final String UNASKED = "\u0000";

  private static final int SETTLED_ID = -1;

  private final List<Asker> askers;
  private final List<String> poolNames;
  private final Map<String, Integer> poolNumbers = new HashMap<>();
  private final long[] capacity;
  private final long all;
  private final long reserve;
  private final long[] served;
  private final long[] unasked;

  private MaxMin(SortedMap<String, Long> pools, long reserve, Collection<Asker> askers) {
    this.askers = List.copyOf(askers);
    this.poolNames = List.copyOf(pools.keySet());
    poolNames.forEach(p -> poolNumbers.put(p, poolNumbers.size()));
    this.capacity = pools.values().stream().mapToLong(Long::longValue).toArray();
    this.all = LongStream.of(capacity).reduce(0, Math::addExact);
    this.reserve = reserve;
    this.served = new long[askers.size()];
    this.unasked = new long[askers.size()];
  }

  /**
   * Divides the units in the pools.
   *
   * @param pools how many units each has, less than 2^53 together
   * @param reserve how many of them are held back, at most as many as there are
   * @param askers the tenants, in any order; pools they name that aren't there give nothing
   */
  public static Allotment divide(Map<String, Long> pools, long reserve, Collection<Asker> askers) {
    MaxMin division = new MaxMin(new TreeMap<>(pools), reserve, askers);
    if (askers.stream().anyMatch(a -> a.bounds().floor() > 0)) {
      division.guaranteesAskedFor();
      division.idleGuarantees();
    }
    Apportionment idle = division.apportionment(division.unasked.clone());
    division.asks();
    division.rest();
    long[] total = new long[division.served.length];
    for (int i = 0; i < total.length; i++) {
      total[i] = division.served[i] + division.unasked[i];
    }
    return new Allotment(
        division.apportionment(division.served), idle, division.apportionment(total));
  }

  private void guaranteesAskedFor() {
    List<Element> elements = settled(this::unasked);
    for (int i = 0; i < askers.size(); i++) {
      Claim bounds = askers.get(i).bounds();
      long most = Math.min(bounds.floor(), askers.get(i).asked());
      elements.add(asking(i, new Claim(bounds.tenant(), bounds.floor(), 0, most)));
    }
    divide(elements, served);
  }

  private void idleGuarantees() {
    List<Element> elements = settled(this::served);
    for (int i = 0; i < askers.size(); i++) {
      Claim bounds = askers.get(i).bounds();
      String name = bounds.tenant() + UNASKED;
      elements.add(notAsking(i, new Claim(name, bounds.floor(), served[i], bounds.floor())));
    }
    divide(elements, unasked);
  }

  private void asks() {
    List<Element> elements = settled(this::unasked);
    for (int i = 0; i < askers.size(); i++) {
      Claim bounds = askers.get(i).bounds();
      long most = Math.min(bounds.ceiling() - unasked[i], askers.get(i).asked());
      elements.add(asking(i, new Claim(bounds.tenant(), bounds.weight(), served[i], most)));
    }
    divide(elements, served);
  }

  private void rest() {
    List<Element> elements = settled(this::served);
    for (int i = 0; i < askers.size(); i++) {
      Claim bounds = askers.get(i).bounds();
      String name = bounds.tenant() + UNASKED;
      elements.add(
          notAsking(i, new Claim(name, bounds.weight(), served[i] + unasked[i], bounds.ceiling())));
    }
    divide(elements, unasked);
  }

  /** Returns the elements whose amounts are settled: the reserve and some part of each tenant's. */
  private List<Element> settled(IntFunction<Element> settled) {
    List<Element> elements = new ArrayList<>();
    elements.add(
        Element.fixed(SETTLED_ID, RESERVE, reserve, List.of(line(reserve, Set.copyOf(poolNames)))));
    IntStream.range(0, askers.size())
        .mapToObj(settled)
        .filter(e -> e.most() > 0)
        .forEach(elements::add);
    return elements;
  }

  private Element served(int i) {
    return Element.fixed(SETTLED_ID, askers.get(i).tenant(), served[i], askLines(i));
  }

  private Element unasked(int i) {
    return Element.fixed(SETTLED_ID, askers.get(i).tenant() + UNASKED, unasked[i], reachLines(i));
  }

  private Element asking(int i, Claim claim) {
    return new Element(i, claim, 0, askLines(i), 0);
  }

  private Element notAsking(int i, Claim claim) {
    return new Element(i, claim, served[i], reachLines(i), 0);
  }

  private List<Line> askLines(int i) {
    return askers.get(i).asks().stream()
        .map(a -> line(a.units(), a.pools()))
        .filter(l -> l.units() > 0 && !l.pools().isEmpty())
        .toList();
  }

  private List<Line> reachLines(int i) {
    Line line = line(all, askers.get(i).reach());
    return line.pools().isEmpty() ? List.of() : List.of(line);
  }

  private Line line(long units, Set<String> pools) {
    BitSet reached = new BitSet();
    pools.stream().map(poolNumbers::get).filter(Objects::nonNull).forEach(reached::set);
    return new Line(units, reached);
  }

  private void divide(List<Element> elements, long[] amounts) {
    if (elements.stream().mapToLong(Element::least).sum() == all) {
      return;
    }
    Map<Integer, Long> divided = Decomposition.divide(elements, capacity);
    for (int i = 0; i < amounts.length; i++) {
      amounts[i] = divided.getOrDefault(i, 0L);
    }
  }

  private Apportionment apportionment(long[] amounts) {
    SortedMap<String, Long> shares = new TreeMap<>();
    for (int i = 0; i < amounts.length; i++) {
      shares.put(askers.get(i).tenant(), amounts[i]);
    }
    return new Apportionment(all - reserve, shares);
  }
}
