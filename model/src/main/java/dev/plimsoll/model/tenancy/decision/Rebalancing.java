package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.ProportionalDivision;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * Moves units between the ceilings in force to where pods are denied, where that is worth it.
 *
 * <p>A ceiling changes if that spares more waiting than the change's price. The price isn't fixed,
 * since clusters and weeks differ; it follows from a budget of tolerated waiting. Ceilings by
 * weight alone would have caused some waiting that free units could have spared; the budget is
 * {@link WaitingTolerance#tolerance} of that. It grows with spared waiting and shrinks with waiting
 * that happens, and the price is a small part of the rest. So with calm demand, a little waiting
 * moves nothing. With other demand, the budget still holds: needless waiting never exceeds the
 * tolerance.
 *
 * <p>Ceilings whose pods wait long enough get their units, the ceiling furthest below its fair
 * amount first. As few donors as possible give, first a ceiling of the same tenant, preferably one
 * long without demand for those units. A donor shares its remaining slack with the receiver in
 * proportion to the movement of either demand, so that both keep enough for a while. A further
 * donor must be worth its price as well. Slack that nobody waits for stays where it is.
 *
 * <p>Units for demand that comes back every hour are given last. For a short burst that comes back
 * itself, a donor doesn't give them at all: they would arrive after the burst, and be missing at
 * the donor's next one. Waiting in such a burst is not charged to the budget.
 */
final class Rebalancing implements DecisionPass {
  @Override
  public void run(ResourceDecision decision) {
    if (decision.policy().division() instanceof Division.Demand) {
      new Run(decision).rebalance();
    }
  }

  /** The rebalancing of one resource. */
  private static final class Run {
    /** Less waiting is not shown, in hours. */
    private static final double SHOWN = 0.1;

    /** How long recurring demand waits at most before it counts as lasting, in hours. */
    private static final double BURST = 0.25;

    private static final Comparator<Ceiling> BY_NAMESPACE =
        Comparator.comparing(Ceiling::namespace);

    private final ResourceDecision decision;
    private final Apportionment entitled;

    Run(ResourceDecision decision) {
      this.decision = decision;
      this.entitled =
          ProportionalDivision.divide(
              decision.divided(),
              decision.tenants().values().stream().map(TenantCeilings::claim).toList());
    }

    void rebalance() {
      decision.budget().earn((waitingAsEntitled() - excess()) * decision.hours());
      long waiting = decision.ceilings().stream().mapToLong(Ceiling::waiting).sum();
      double needless = waiting == 0 ? 0 : avoidableWaiting() / (double) waiting;
      decision.ceilings().forEach(c -> remember(c, c.waiting() * needless * decision.hours()));
      if (needless > 0) {
        Comparator<Ceiling> order = order();
        double price = decision.budget().changeCost();
        decision.ceilings().stream()
            .filter(c -> c.waiting() > 0)
            .sorted(order)
            .toList()
            .forEach(c -> serve(c, price));
      }
      long lasting =
          decision.ceilings().stream()
              .filter(c -> c.waiting() > 0 && lasts(c, decision.waited(c) / c.waiting()))
              .mapToLong(Ceiling::waiting)
              .sum();
      decision.budget().spend(Math.min(lasting, avoidableWaiting()) * decision.hours());
    }

    private void remember(Ceiling ceiling, double unitHours) {
      decision.setWaited(
          ceiling, ceiling.waiting() == 0 ? 0 : decision.waited(ceiling) + unitHours);
    }

    /** Returns the demand beyond the capacity, which must wait under any ceilings. */
    private long excess() {
      return Math.max(
          0,
          decision.tenants().values().stream().mapToLong(TenantCeilings::demand).sum()
              - decision.divided());
    }

    /** Returns the units that would wait if each tenant had its entitlement by weight alone. */
    private long waitingAsEntitled() {
      return decision.tenants().values().stream()
          .mapToLong(t -> Math.max(0, t.demand() - entitled.of(t.name())))
          .sum();
    }

    /** Returns the units that wait although free units could serve them. */
    private long avoidableWaiting() {
      long waiting = decision.ceilings().stream().mapToLong(Ceiling::waiting).sum();
      return Math.min(waiting, decision.slack() + Math.max(0, decision.unassigned()));
    }

    /**
     * Returns whether waiting is more than a recurring burst.
     *
     * @param perUnit how long a unit has waited on average, in hours
     */
    private static boolean lasts(Ceiling ceiling, double perUnit) {
      return ceiling.demand() > ceiling.recurringDemand().level() || perUnit >= BURST;
    }

    private Comparator<Ceiling> order() {
      Apportionment fair =
          ProportionalDivision.divide(
              decision.divided(),
              decision.tenants().values().stream()
                  .map(
                      t ->
                          new Claim(
                              t.name(),
                              decision.accounts().weight(t.name(), entitled.of(t.name())),
                              0,
                              t.demand()))
                  .toList());
      return Comparator.comparingLong(
              (Ceiling c) -> Math.max(0, fair.of(c.tenant().name()) - c.tenant().total()))
          .thenComparingDouble(decision::waited)
          .reversed()
          .thenComparing(BY_NAMESPACE);
    }

    private void serve(Ceiling receiver, double price) {
      if (receiver.waiting() == 0) {
        return;
      }
      double perUnit = decision.waited(receiver) / receiver.waiting();
      if (decision.unassigned() > 0 && receiver.maxIncrease() > 0) {
        assign(receiver);
      }
      while (receiver.waiting() > 0) {
        Donor donor = donor(receiver, lasts(receiver, perUnit)).orElse(null);
        if (donor == null) {
          break;
        }
        int changes = (donor.ceiling().isChanged() ? 0 : 1) + (receiver.isChanged() ? 0 : 1);
        double spared = perUnit * Math.min(receiver.waiting(), donor.maxTransfer());
        if (spared <= changes * price
            && decision.budget().covers(avoidableWaiting() * decision.hours())) {
          break;
        }
        give(donor, receiver, perUnit);
      }
      decision.setWaited(receiver, perUnit * receiver.waiting());
    }

    private void assign(Ceiling receiver) {
      long units = Math.min(receiver.need(), receiver.maxIncrease());
      if (decision.unassigned() >= Math.min(units, receiver.hysteresis())) {
        long given = Math.min(units, decision.unassigned());
        decision.move(
            receiver,
            receiver.value() + given,
            "rebalancing",
            decision.quantity(receiver.waiting())
                + " wait for the quota; it gets "
                + decision.quantity(given)
                + " that are in no quota");
      }
    }

    /**
     * Returns the donor. It gives units for its recurring demand only to lasting demand that no
     * other units can serve. Donors that can give all units are compared: the same tenant goes
     * first, then a ceiling that changes anyway. Next comes the donor longest without demand for
     * the units, in doublings, since recent demand predicts the coming demand best. Then comes the
     * donor with the most slack for its demand's movement. If no donor can give all, the donor that
     * can give most is returned.
     */
    private Optional<Donor> donor(Ceiling receiver, boolean lasts) {
      Optional<Donor> sparing = donor(receiver, Ceiling::steadySlack);
      return lasts && sparing.filter(Donor::givesAll).isEmpty()
          ? donor(receiver, Ceiling::slack)
          : sparing;
    }

    private Optional<Donor> donor(Ceiling receiver, ToLongFunction<Ceiling> slack) {
      List<Donor> some = new ArrayList<>();
      for (Ceiling each : decision.ceilings()) {
        Donor donor = Donor.of(each, receiver, slack.applyAsLong(each));
        if (donor.maxTransfer() > 0) {
          some.add(donor);
        }
      }
      List<Donor> able = some.stream().filter(Donor::givesAll).toList();
      return able.isEmpty()
          ? some.stream()
              .min(Comparator.comparingLong(Donor::most).reversed().thenComparing(Donor::namespace))
          : best(able);
    }

    private Optional<Donor> best(List<Donor> able) {
      int rank = able.stream().mapToInt(Donor::rank).max().orElse(0);
      List<Donor> first = able.stream().filter(d -> d.rank() == rank).toList();
      int[] unused = first.stream().mapToInt(d -> d.doublingsUnused(decision)).toArray();
      int longest = IntStream.of(unused).max().orElse(0);
      return IntStream.range(0, unused.length)
          .filter(i -> unused[i] == longest)
          .mapToObj(first::get)
          .max(
              Comparator.comparingDouble(Donor::left)
                  .thenComparing(Donor::namespace, Comparator.reverseOrder()));
    }

    private String waiting(Ceiling receiver, double hours) {
      String units = decision.quantity(receiver.waiting()) + " wait for the quota";
      return hours < SHOWN
          ? units
          : units + String.format(Locale.ROOT, ", %.1f h on average", hours);
    }

    /**
     * Moves the units that the receiver waits for, as far as allowed, and a part of the remaining
     * slack.
     */
    private void give(Donor from, Ceiling receiver, double perUnit) {
      Ceiling donor = from.ceiling();
      long need = Math.min(from.need(), from.most());
      long rest = from.maxTransfer() - need;
      double part =
          receiver.demandRange() / ((double) receiver.demandRange() + donor.demandRange());
      long units = need + Math.min(rest, (long) (rest * part));
      String waiting = waiting(receiver, perUnit);
      decision.move(
          donor,
          donor.value() - units,
          "rebalancing",
          "%s are moved to %s, as they are unused here"
              .formatted(decision.quantity(units), receiver.namespace()));
      decision.move(
          receiver,
          receiver.value() + units,
          "rebalancing",
          "%s; it gets %s from %s".formatted(waiting, decision.quantity(units), donor.namespace()));
    }
  }
}
