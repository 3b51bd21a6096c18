package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads what QuotaLedgers tell people. */
final class LedgerReader {
  private LedgerReader() {}

  static LedgerSummary summary(Fields object) {
    Fields spec = object.object("spec");
    Fields status = object.object("status");
    List<LedgerSummary.Reserved> reservations = new ArrayList<>();
    status.list("reservations", LedgerReader::group).forEach(reservations::addAll);
    reservations.addAll(status.list("gangs", LedgerReader::gang));
    return new LedgerSummary(
        ObjectMetaReader.ofAccount(object),
        spec.string("origin"),
        spec.string("quota"),
        QuotaReader.spec(spec),
        status.resources("used"),
        status.resources("reserved"),
        usedByNamespace(status),
        status.map("versions"),
        reservations);
  }

  private static SortedMap<String, Resources> usedByNamespace(Fields status) {
    SortedMap<String, Resources> used = new TreeMap<>();
    for (Fields namespace : status.list("namespaces", n -> n)) {
      used.put(namespace.string("namespace"), namespace.resources("used"));
    }
    return used;
  }

  private static LedgerSummary.Reserved gang(Fields gang) {
    return new LedgerSummary.Reserved(
        LedgerSummary.Reserved.GANG,
        gang.string("namespace"),
        gang.string("name"),
        gang.resources("held"),
        gang.time("expires").orElseThrow(() -> gang.error("expires", "is missing")));
  }

  private static List<LedgerSummary.Reserved> group(Fields group) {
    Resources amounts = group.resources("reserved");
    Instant expires = group.time("expires").orElseThrow(() -> group.error("expires", "is missing"));
    List<String> names = LedgerColumns.names(group);
    List<Integer> after = LedgerColumns.numbers(group, "expiresAfter");
    if (after.size() != names.size()) {
      throw group.error("names", "has another number of entries than expiresAfter");
    }
    List<LedgerSummary.Reserved> reserved = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      reserved.add(
          new LedgerSummary.Reserved(
              group.string("kind"),
              group.string("namespace"),
              names.get(i),
              amounts,
              expires.plusSeconds(after.get(i))));
    }
    return reserved;
  }
}
