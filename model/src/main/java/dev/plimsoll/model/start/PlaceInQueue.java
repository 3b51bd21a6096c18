package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.object.Pod;
import java.util.ArrayList;
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
  private final List<QueueUnit> order;

  PlaceInQueue(QueueState state) {
    this.state = state;
    this.devices = state.units().stream().mapToLong(QueueUnit::devices).toArray();
    this.meeting = new byte[state.lines().size()][state.lines().size()];
    List<QueueUnit> all = new ArrayList<>();
    state.units().stream().filter(u -> !u.isGated()).forEach(all::add);
    all.addAll(turns(state));
    this.order = all;
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
  @SuppressWarnings("ReferenceEquality") // The queue has each unit once.
  QueuePlace of(QueueUnit unit) {
    int pods = 0;
    long of = 0;
    for (QueueUnit other : order) {
      if (other == unit) {
        break;
      }
      if (competes(other, unit)) {
        pods += other.pods().size();
        of += devices[state.numberOf(other)];
      }
    }
    return new QueuePlace(
        pods, of, unit.isGated() ? QueuePlace.Order.Turns : QueuePlace.Order.PriorityAndAge);
  }

  /** Returns the earlier units that could use the same nodes. */
  List<QueueUnit> before(QueueUnit unit) {
    return order.subList(0, order.indexOf(unit)).stream().filter(o -> meets(o, unit)).toList();
  }

  /** Returns whether both want devices, or both none, of nodes that they share. */
  private boolean competes(QueueUnit one, QueueUnit other) {
    return (devices[state.numberOf(one)] > 0) == (devices[state.numberOf(other)] > 0)
        && meets(one, other);
  }

  private boolean meets(QueueUnit one, QueueUnit other) {
    int first = state.lineOf(one);
    int second = state.lineOf(other);
    if (meeting[first][second] == UNKNOWN) {
      meeting[first][second] = share(one, other) ? YES : NO;
    }
    return meeting[first][second] == YES;
  }

  private static boolean share(QueueUnit one, QueueUnit other) {
    return one.shapes().stream()
        .anyMatch(
            s -> other.shapes().stream().anyMatch(o -> s.eligible().intersects(o.eligible())));
  }
}
