package dev.plimsoll.model.tenancy.division;

import dev.plimsoll.model.tenancy.division.FlowElement.Line;
import dev.plimsoll.model.tenancy.division.PoolNetwork.Bottleneck;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Divides the units of pools among elements that reach only some of them: by weight, as far as the
 * pools allow.
 *
 * <p>The sums that elements can get through the network are submodular. So the decomposition of
 * Fujishige and Groenevelt finds the fair division exactly and in whole units. First the network is
 * left aside and everything {@linkplain ProportionalDivision divided by weight}. If that doesn't go
 * through, a least cut tells which elements get too much, and what they can have at most; they and
 * the others are then divided apart. The result is what one would get by handing out units one by
 * one to the highest rank that can still be reached.
 *
 * <p>Each cut exhausts a pool, so there are at most as many as pools.
 */
final class Decomposition {
  /** The id of what passes from elements divided apart, whose amount is known already. */
  private static final int PASSING = -1;

  private static final String PASSED = "\u0001";

  private final long[] capacity;
  private final Map<Integer, Long> amounts = new HashMap<>();

  private Decomposition(long[] capacity) {
    this.capacity = capacity;
  }

  /** Returns how much each element gets through its lines, by its id. */
  static Map<Integer, Long> divide(List<FlowElement> flowElements, long[] capacity) {
    Decomposition decomposition = new Decomposition(capacity);
    if (capacity.length == 1 && flowElements.stream().allMatch(e -> passes(e, capacity[0]))) {
      long most =
          flowElements.stream().mapToLong(FlowElement::most).reduce(0, Decomposition::saturated);
      decomposition.divideOnePool(flowElements, Math.min(capacity[0], most));
      return decomposition.amounts;
    }
    BitSet pools = new BitSet();
    pools.set(0, capacity.length);
    PoolNetwork network = new PoolNetwork(flowElements, capacity, pools);
    decomposition.divide(flowElements, pools, network, network.arriving(FlowElement::most));
    return decomposition.amounts;
  }

  /** Returns whether the element's lines can carry all units that it may get of a pool. */
  private static boolean passes(FlowElement flowElement, long units) {
    return flowElement.direct() == 0
        && flowElement.lines().stream().mapToLong(Line::units).reduce(0, Decomposition::saturated)
            >= Math.min(units, flowElement.most());
  }

  /** Nothing but the pool itself is narrow, so that what is divided by weight goes through. */
  private void divideOnePool(List<FlowElement> flowElements, long total) {
    long elsewhere = flowElements.stream().mapToLong(FlowElement::elsewhere).sum();
    Apportionment free =
        ProportionalDivision.divide(
            total + elsewhere, flowElements.stream().map(FlowElement::claim).toList());
    flowElements.forEach(e -> amounts.put(e.id(), free.of(e.claim().tenant()) - e.elsewhere()));
  }

  private void divide(
      List<FlowElement> flowElements, BitSet pools, PoolNetwork network, long total) {
    if (flowElements.stream().mapToLong(FlowElement::most).reduce(0, Decomposition::saturated)
        == total) {
      flowElements.forEach(e -> amounts.put(e.id(), e.most()));
      return;
    }
    long elsewhere = flowElements.stream().mapToLong(FlowElement::elsewhere).sum();
    Apportionment free =
        ProportionalDivision.divide(
            total + elsewhere, flowElements.stream().map(FlowElement::claim).toList());
    ToLongFunction<FlowElement> wanted = e -> free.of(e.claim().tenant()) - e.elsewhere();
    Optional<Bottleneck> found = network.bottleneck(wanted, total);
    if (found.isEmpty()) {
      flowElements.forEach(e -> amounts.put(e.id(), wanted.applyAsLong(e)));
      return;
    }
    split(flowElements, pools, found.get(), total);
  }

  private void split(
      List<FlowElement> flowElements, BitSet pools, Bottleneck bottleneck, long total) {
    BitSet exhausted = bottleneck.pools();
    List<FlowElement> narrow = new ArrayList<>();
    List<FlowElement> wide = new ArrayList<>();
    long most = exhausted.stream().mapToLong(p -> capacity[p]).sum();
    long across = 0;
    for (int i = 0; i < flowElements.size(); i++) {
      FlowElement flowElement = flowElements.get(i);
      if (!bottleneck.elements().get(i)) {
        wide.add(flowElement.with(open(flowElement.lines(), exhausted), flowElement.direct()));
        continue;
      }
      long direct = flowElement.direct();
      List<Line> inside = new ArrayList<>();
      for (Line line : flowElement.lines()) {
        if (line.isInside(exhausted)) {
          inside.add(line);
        } else {
          direct += line.units();
          across += line.units();
          wide.add(
              FlowElement.fixed(
                  PASSING,
                  flowElement.claim().tenant() + PASSED + wide.size(),
                  line.units(),
                  List.of(line.without(exhausted))));
        }
      }
      most += direct;
      narrow.add(flowElement.with(inside, direct));
    }
    BitSet rest = (BitSet) pools.clone();
    rest.andNot(exhausted);
    divide(narrow, exhausted, new PoolNetwork(narrow, capacity, exhausted), most);
    divide(wide, rest, new PoolNetwork(wide, capacity, rest), total - most + across);
  }

  private static List<Line> open(List<Line> lines, BitSet exhausted) {
    return lines.stream().map(l -> l.without(exhausted)).filter(l -> !l.pools().isEmpty()).toList();
  }

  private static long saturated(long sum, long more) {
    return Math.min(Claim.MAX_UNITS, sum + more);
  }
}
