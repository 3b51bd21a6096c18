package dev.plimsoll.cli;

import dev.plimsoll.cli.output.ControlCharacters;
import dev.plimsoll.cli.output.Table;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.model.topology.DomainCapacities;
import dev.plimsoll.model.topology.DomainCapacity;
import dev.plimsoll.model.topology.LevelCapacity;
import dev.plimsoll.model.topology.TopologyLevel;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The devices of a cluster by domain, as a table. */
final class DomainTable {
  private final OutputOptions output;
  private final boolean isPlacedKnown;

  DomainTable(OutputOptions output, boolean isPlacedKnown) {
    this.output = output;
    this.isPlacedKnown = isPlacedKnown;
  }

  void print(TerminalPrinter out, DomainCapacities domains) {
    if (domains.levels().isEmpty()) {
      out.println("No node has devices.");
      return;
    }
    Table table =
        new Table(
            "resource",
            "level",
            "domains",
            "no label",
            "usable",
            "largest block",
            "in",
            "whole nodes",
            "jobs 16/32/64");
    domains.levels().forEach(l -> row(table, l));
    output.print(out, table);
    String labels =
        domains.levels().stream()
            .flatMap(l -> l.level().stream())
            .distinct()
            .map(DomainTable::text)
            .collect(Collectors.joining(", "));
    out.wrapped(
        labels.isEmpty()
            ? "No node has the label of a known level; a CapacityPolicy can name levels in"
                + " spec.topology.levels."
            : (domains.isConfigured()
                    ? "Levels of the CapacityPolicy: "
                    : "Levels recognised by well-known labels: ")
                + ControlCharacters.escaped(labels)
                + ".");
    domains.notes().forEach(n -> out.wrapped(ControlCharacters.escaped(n)));
  }

  private void row(Table table, LevelCapacity level) {
    table.row(
        level.resource(),
        level.level().map(TopologyLevel::name).orElse("(cluster)"),
        level.domains().size(),
        level.unlabelled(),
        known(level.usable()),
        known(level.largest().map(DomainCapacity::usable).orElse(0L)),
        isPlacedKnown ? level.largest().map(DomainCapacity::name).orElse("") : UnreadText.MARK,
        known(level.wholeNodes()),
        isPlacedKnown ? jobs(level.fitting()) : UnreadText.MARK);
    if (output.wide()) {
      level.domains().stream().filter(d -> level.level().isPresent()).forEach(d -> row(table, d));
    }
  }

  private void row(Table table, DomainCapacity domain) {
    table.row(
        "",
        "",
        "",
        "",
        known(domain.usable()),
        known(domain.usable()),
        domain.name(),
        known(domain.wholeNodes()),
        isPlacedKnown ? jobs(domain.fitting()) : UnreadText.MARK);
  }

  private Object known(Object amount) {
    return isPlacedKnown ? amount : UnreadText.MARK;
  }

  private static String jobs(Map<Integer, Long> fitting) {
    return new TreeMap<>(fitting)
        .values().stream().map(String::valueOf).collect(Collectors.joining("/"));
  }

  private static String text(TopologyLevel level) {
    return level.name().equals(level.nodeLabel())
        ? level.name()
        : level.name() + " (" + level.nodeLabel() + ")";
  }
}
