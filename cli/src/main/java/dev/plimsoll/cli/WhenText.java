package dev.plimsoll.cli;

import dev.plimsoll.cli.output.Table;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.model.lifetime.PodRun;
import dev.plimsoll.model.start.LikelyStart;
import dev.plimsoll.model.start.Needs;
import dev.plimsoll.model.start.SoonerIf;
import dev.plimsoll.model.start.StartEstimate;
import dev.plimsoll.model.start.StartText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Prints start estimates. */
final class WhenText {
  private static final StartText TEXT = new StartText(namespace -> true, true);
  private static final String BEYOND = "not within 30 days";

  private final TerminalPrinter out;

  WhenText(TerminalPrinter out) {
    this.out = out;
  }

  void print(StartEstimate estimate) {
    String pod = "Pod " + estimate.pod().key();
    if (estimate.state() != StartEstimate.State.Waiting) {
      String since = estimate.since().map(s -> " since " + s).orElse("");
      out.wrapped(
          estimate.state() == StartEstimate.State.Running
              ? pod + " has a node" + since + "."
              : pod + " has ended or is being deleted" + since + ".");
      return;
    }
    out.wrapped(pod + " " + heading(estimate) + ".");
    out.println();
    print("Needs", TEXT.needs(estimate));
    if (!(estimate.needs() instanceof Needs.Never)) {
      print("Place", List.of(StartText.place(estimate.place())));
    }
    estimate
        .likely()
        .ifPresent(
            l ->
                print(
                    "Likely",
                    List.of(
                        "with 50 %: " + between(l, l.half()),
                        "with 80 %: " + between(l, l.eighty()))));
    estimate
        .latest()
        .ifPresent(
            l -> print("At the latest", List.of(l.at() + ": " + String.join("; ", l.because()))));
    print("Sooner if", estimate.soonerIf().stream().map(WhenText::sooner).toList());
    print("Limits", estimate.limits());
  }

  private static String heading(StartEstimate estimate) {
    return estimate
        .likely()
        .map(
            l ->
                (l.eighty().from().isPresent() ? "likely starts " : "likely doesn't start: ")
                    + between(l, l.eighty()))
        .orElse("waits; no time can be estimated");
  }

  private void print(String title, List<String> texts) {
    texts.stream().limit(1).forEach(t -> out.wrapped(title + ": " + t));
    texts.stream().skip(1).forEach(t -> out.wrapped("  " + t));
  }

  private static String sooner(SoonerIf sooner) {
    String when =
        sooner.startsNow()
            ? "it starts at once"
            : sooner.likely().map(l -> between(l, l.eighty())).orElse("no time can be estimated");
    return sooner.action() + ": " + when;
  }

  static String between(LikelyStart likely, LikelyStart.Interval interval) {
    String late =
        "in %d of %d runs %s".formatted(likely.beyond(), likely.starts().length, beyond(likely));
    if (interval.from().isEmpty()) {
      return late;
    }
    String from = time(interval.from().get());
    if (interval.to().isEmpty()) {
      return "after " + from + "; " + late;
    }
    String to = time(interval.to().get());
    return from.equals(to) ? "at " + from : "between " + from + " and " + to;
  }

  private static String beyond(LikelyStart likely) {
    return likely.until().map(u -> "not until " + time(u)).orElse(BEYOND);
  }

  private static String time(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  void printAll(List<StartEstimate> estimates) {
    List<StartEstimate> waiting =
        estimates.stream().filter(e -> e.state() == StartEstimate.State.Waiting).toList();
    if (waiting.isEmpty()) {
      long running =
          estimates.stream().filter(e -> e.state() == StartEstimate.State.Running).count();
      out.wrapped(StartText.noneWaits(running, estimates.size() - running));
      return;
    }
    Table table = new Table("PLACE", "POD", "DEVICES", "LIKELY FROM", "TO (80 %)", "NEEDS");
    waiting.stream()
        .sorted(
            Comparator.comparingInt((StartEstimate e) -> e.place().podsBefore())
                .thenComparing(e -> e.pod().key()))
        .forEach(
            e ->
                table.row(
                    e.place().isKnown() ? "" + (e.place().podsBefore() + 1) : "?",
                    e.pod().key(),
                    PodRun.devices(e.pod()),
                    time(e, LikelyStart.Interval::from),
                    time(e, LikelyStart.Interval::to),
                    TEXT.needs(e).get(0)));
    table.print(out, true);
  }

  private static String time(
      StartEstimate estimate,
      java.util.function.Function<LikelyStart.Interval, Optional<Instant>> end) {
    return estimate
        .likely()
        .map(l -> end.apply(l.eighty()).map(WhenText::time).orElseGet(() -> beyond(l)))
        .orElse("?");
  }
}
