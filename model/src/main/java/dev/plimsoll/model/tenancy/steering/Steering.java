package dev.plimsoll.model.tenancy.steering;

import dev.plimsoll.model.tenancy.division.Apportionment;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Decides quotas from moment to moment, each time from what was seen so far.
 *
 * <p>A quota is worth changing if that spares more waiting than the change is worth. What it is
 * worth isn't fixed, since clusters and weeks differ, but follows from what may be let happen: of
 * all waiting that quotas left alone would have caused and room would have spared, {@link
 * Patience#tolerance} may happen. That is a credit, which grows as waiting is spared and shrinks as
 * waiting is let happen; a change is worth a small portion of what is left of it. So where demand
 * is calm nothing moves for a little waiting, and where it isn't, the credit still holds: at no
 * moment has more needless waiting happened than tolerated.
 *
 * <p>What waits long enough gets what it waits for, those furthest below their fair amount first,
 * from as few others as possible: preferably one that hasn't wanted those units for long. It shares
 * the slack it has left with the receiver, in proportion to how much either demand moves, so that
 * neither has to come back soon. A further donor must be worth it as well. Slack that nobody waits
 * for stays where it is.
 *
 * <p>No quota falls below what is running and the sum never exceeds the capacity. Where capacity is
 * lost, slack goes first; if even what runs no longer fits, quotas shrink with it in proportion:
 * then alone a change may be smaller or larger than {@link Strides} allow.
 *
 * <p>Not for several threads at once.
 */
public final class Steering {
  private final Patience patience;
  private final Credit credit;
  private final Map<String, Swing> swings = new HashMap<>();
  private final Map<String, Double> waited = new HashMap<>();
  private SortedMap<String, Long> quotas;

  /** Starts from the quotas in force, by tenant. A tenant that isn't named has none. */
  public Steering(Patience patience, Map<String, Long> quotas) {
    this.patience = patience;
    this.credit = new Credit(patience);
    this.quotas = Collections.unmodifiableSortedMap(new TreeMap<>(quotas));
  }

  /**
   * Returns the quotas to set now, by tenant: those in force but for the changes that are worth it.
   *
   * @param moment what is seen now, later than at the calls before; a tenant that isn't in it loses
   *     its quota
   */
  public SortedMap<String, Long> decide(Moment moment) {
    long moments = Math.max(1, Math.round(patience.memory().toSeconds() / 3600.0 / moment.hours()));
    moment.loads().forEach(l -> swing(l).remember(l.demand(), moments));
    Book book = new Book(positions(moment), moment.capacity());
    credit.earn((moment.waitingAsEntitled() - moment.excess()) * moment.hours());
    long waiting = book.positions().stream().mapToLong(Position::waiting).sum();
    double needless = waiting == 0 ? 0 : book.needlesslyWaiting() / (double) waiting;
    book.positions().forEach(p -> grow(p, p.waiting() * needless * moment.hours()));
    if (needless > 0) {
      Comparator<Position> order = order(moment);
      double price = credit.price();
      book.positions().stream()
          .filter(p -> p.waiting() > 0)
          .sorted(order)
          .toList()
          .forEach(p -> serve(p, book, price, moment.hours()));
    }
    credit.spend(book.needlesslyWaiting() * moment.hours());
    TreeMap<String, Long> decided = new TreeMap<>();
    book.positions().forEach(p -> decided.put(p.tenant(), p.quota()));
    quotas = Collections.unmodifiableSortedMap(decided);
    return quotas;
  }

  private void serve(Position receiver, Book book, double price, double hours) {
    double perUnit = waited(receiver) / receiver.waiting();
    if (book.unassigned() > 0 && receiver.room() > 0) {
      book.assign(receiver);
    }
    while (receiver.waiting() > 0 && receiver.room() > 0) {
      Position donor = book.donor(receiver).orElse(null);
      if (donor == null) {
        break;
      }
      int changes = (donor.isChanged() ? 0 : 1) + (receiver.isChanged() ? 0 : 1);
      double spared = perUnit * Math.min(receiver.waiting(), donor.spare());
      if (spared <= changes * price && credit.covers(book.needlesslyWaiting() * hours)) {
        break;
      }
      donor.giveTo(receiver);
    }
    waited.put(receiver.tenant(), perUnit * receiver.waiting());
  }

  private Comparator<Position> order(Moment moment) {
    Apportionment fair = moment.fair();
    return Comparator.comparingLong((Position p) -> p.behind(fair.of(p.tenant())))
        .thenComparingDouble(this::waited)
        .reversed()
        .thenComparing(Position::tenant);
  }

  private double waited(Position position) {
    return waited.getOrDefault(position.tenant(), 0.0);
  }

  private void grow(Position position, double unitHours) {
    if (position.waiting() == 0) {
      waited.remove(position.tenant());
    } else {
      waited.merge(position.tenant(), unitHours, Double::sum);
    }
  }

  private Swing swing(Load load) {
    return swings.computeIfAbsent(load.tenant(), t -> new Swing());
  }

  private List<Position> positions(Moment moment) {
    return moment.loads().stream()
        .sorted(Comparator.comparing(Load::tenant))
        .map(l -> new Position(l, swing(l), moment.strides(), quotas.getOrDefault(l.tenant(), 0L)))
        .toList();
  }
}
