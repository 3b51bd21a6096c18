package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.object.Pod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The order of what waits, by the rules in force, without regard to what fits. */
final class PlaceInQueue {
  private static final byte UNKNOWN = 0;
  private static final byte YES = 1;
  private static final byte NO = 2;

  private final QueueState state;
  private final long[] devices;
  private final byte[][] meeting;
  private final int[] lines;
  private final int[] order;

  PlaceInQueue(QueueState state) {
    this.state = state;
    this.devices = state.units().stream().mapToLong(QueueUnit::devices).toArray();
    this.meeting = new byte[state.lines().size()][state.lines().size()];
    List<QueueUnit> all = new ArrayList<>();
    state.units().stream().filter(u -> !u.isGated()).forEach(all::add);
    all.addAll(turns(state));
    this.order = all.stream().mapToInt(state::numberOf).toArray();
    this.lines = state.units().stream().mapToInt(state::lineOf).toArray();
  }

  /** Returns gated units by turns: who has used the least of its share goes next. */
  private static List<QueueUnit> turns(QueueState state) {
    PolicyUsage shares = state.shares();
    Map<String, List<QueueUnit>> byTurn = new LinkedHashMap<>();
    for (QueueUnit unit : state.units()) {
      if (unit.isGated()) {
        byTurn.computeIfAbsent(shares.turn(unit.first()), t -> new ArrayList<>()).add(unit);
      }
    }
    List<QueueUnit> turns = new ArrayList<>();
    List<List<QueueUnit>> round = new ArrayList<>(byTurn.values());
    while (!round.isEmpty()) {
      round.sort(Comparator.comparingDouble(units -> shares.used(units.get(0).first())));
      for (List<QueueUnit> units : round) {
        QueueUnit next = units.remove(0);
        turns.add(next);
        for (int i = 0; i < next.pods().size(); i++) {
          int node = next.shapes().get(i).eligible().nextSetBit(0);
          if (node >= 0) {
            shares.placed(bound(next.pods().get(i), state.nodes().snapshot().nodeName(node)), true);
          }
        }
      }
      round.removeIf(List::isEmpty);
    }
    return turns;
  }

  private static Pod bound(Pod pod, String node) {
    return pod.withSpec(pod.spec().withNodeName(node));
  }

  /** Returns the place of a unit among the units of the same nodes. */
  QueuePlace of(QueueUnit unit) {
    int asked = state.numberOf(unit);
    int pods = 0;
    long of = 0;
    for (int other : order) {
      if (other == asked) {
        break;
      }
      if ((devices[other] > 0) == (devices[asked] > 0) && meets(other, asked)) {
        pods += state.units().get(other).pods().size();
        of += devices[other];
      }
    }
    return new QueuePlace(
        pods, of, unit.isGated() ? QueuePlace.Order.Turns : QueuePlace.Order.PriorityAndAge);
  }

  /** Returns how many pods of earlier units could use the same nodes. */
  int podsBefore(QueueUnit unit) {
    int asked = state.numberOf(unit);
    return Arrays.stream(order)
        .takeWhile(other -> other != asked)
        .filter(other -> meets(other, asked))
        .map(other -> state.units().get(other).pods().size())
        .sum();
  }

  private synchronized boolean meets(int one, int other) {
    byte[] known = meeting[lines[one]];
    if (known[lines[other]] == UNKNOWN) {
      known[lines[other]] = share(state.units().get(one), state.units().get(other)) ? YES : NO;
    }
    return known[lines[other]] == YES;
  }

  private static boolean share(QueueUnit one, QueueUnit other) {
    return one.shapes().stream()
        .anyMatch(
            s -> other.shapes().stream().anyMatch(o -> s.eligible().intersects(o.eligible())));
  }
}
