package dev.plimsoll.cli;

import dev.plimsoll.cli.output.Table;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quota.QuotaKeyUsage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The usage of quotas as a table; what is reserved has a column where a ledger was read. */
final class QuotaTable {
  private static final String RESERVED = "reserved";

  private static final Map<String, Function<QuotaKeyUsage, Object>> CELLS =
      Map.of(
          "namespace",
          QuotaKeyUsage::namespace,
          "quota",
          QuotaKeyUsage::quota,
          "key",
          QuotaKeyUsage::key,
          "hard",
          QuotaKeyUsage::hard,
          "used",
          usage -> usage.used().map(Quantity::toString).orElse(""),
          RESERVED,
          usage -> usage.reserved().map(Quantity::toString).orElse(""),
          "placed",
          usage -> usage.placed().map(Quantity::toString).orElse(UnreadText.MARK),
          "pending",
          usage -> usage.pending().map(Quantity::toString).orElse(UnreadText.MARK),
          "nodes give",
          usage -> usage.available().map(Quantity::toString).orElse(""),
          "binds",
          usage -> usage.binds() ? "*" : "");

  private QuotaTable() {}

  /** Returns the usage of any quotas. */
  static Table of(List<QuotaKeyUsage> usages) {
    return table(
        usages,
        columns("namespace", "quota", "key", "hard", "used", RESERVED),
        columns("placed", "pending", "nodes give", "binds"));
  }

  /** Returns the usage of one quota, in the order of kubectl. */
  static Table describe(List<QuotaKeyUsage> usages) {
    Map<String, Function<QuotaKeyUsage, Object>> first = new LinkedHashMap<>();
    first.put("resource", QuotaKeyUsage::key);
    first.put("used", usage -> usage.used().map(Quantity::toString).orElse("0"));
    first.putAll(columns(RESERVED));
    return table(usages, first, columns("hard", "placed", "pending", "nodes give", "binds"));
  }

  private static Map<String, Function<QuotaKeyUsage, Object>> columns(String... titles) {
    Map<String, Function<QuotaKeyUsage, Object>> columns = new LinkedHashMap<>();
    for (String title : titles) {
      columns.put(title, CELLS.getOrDefault(title, usage -> ""));
    }
    return columns;
  }

  private static Table table(
      List<QuotaKeyUsage> usages,
      Map<String, Function<QuotaKeyUsage, Object>> first,
      Map<String, Function<QuotaKeyUsage, Object>> others) {
    Map<String, Function<QuotaKeyUsage, Object>> columns = new LinkedHashMap<>(first);
    columns.putAll(others);
    if (usages.stream().allMatch(u -> u.reserved().isEmpty())) {
      Function<QuotaKeyUsage, Object> unused = columns.remove(RESERVED);
    }
    Table table = new Table(columns.keySet().toArray(String[]::new));
    for (QuotaKeyUsage usage : usages) {
      List<Object> cells = new ArrayList<>();
      columns.values().forEach(c -> cells.add(c.apply(usage)));
      table.row(cells.toArray());
    }
    return table;
  }
}
