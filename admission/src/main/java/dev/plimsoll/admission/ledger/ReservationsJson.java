package dev.plimsoll.admission.ledger;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.Fields;
import dev.plimsoll.kube.json.LedgerColumns;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.ledger.Reservation;
import dev.plimsoll.model.ledger.ReservedBy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Reservations as JSON, small enough for thousands in one object. Those with kind, namespace and
 * amounts in common make a group, whose columns have one entry each: {@code names}, in which {@code
 * 8/b7ssa} stands for the first 8 characters of the name before and what follows; {@code uids};
 * {@code since}, where some are updates; {@code calls}, where more than one relies on some; and
 * {@code expiresAfter}, in seconds after the group's {@code expires}.
 */
final class ReservationsJson {

  private record Group(String apiVersion, String kind, String namespace, Resources reserved) {}

  private ReservationsJson() {}

  static JsonArray write(Collection<Reservation> reservations) {
    Map<Group, List<Reservation>> groups = new LinkedHashMap<>();
    for (Reservation reservation : reservations) {
      ReservedBy object = reservation.reservedBy();
      Group group =
          new Group(object.apiVersion(), object.kind(), object.namespace(), reservation.reserved());
      groups.computeIfAbsent(group, g -> new ArrayList<>()).add(reservation);
    }
    JsonArray json = new JsonArray();
    groups.forEach((group, members) -> json.add(group(group, members)));
    return json;
  }

  private static JsonObject group(Group group, List<Reservation> unsorted) {
    List<Reservation> members =
        unsorted.stream().sorted(Comparator.comparing(r -> r.reservedBy().name())).toList();
    Instant expires =
        members.stream()
            .map(Reservation::expirationTime)
            .min(Comparator.naturalOrder())
            .orElseThrow();
    JsonObject json = new JsonObject();
    json.addProperty("apiVersion", group.apiVersion());
    json.addProperty("kind", group.kind());
    json.addProperty("namespace", group.namespace());
    json.add("reserved", QuotaLedgerJson.json(group.reserved()));
    json.addProperty("expires", expires.toString());
    json.addProperty(
        "expiresAfter",
        numbers(members, r -> r.expirationTime().getEpochSecond() - expires.getEpochSecond()));
    json.addProperty(
        "uids", UidColumn.write(members.stream().map(r -> r.reservedBy().uid()).toList()));
    json.add("names", names(members));
    if (members.stream().anyMatch(r -> !r.since().isEmpty())) {
      JsonArray since = new JsonArray(members.size());
      members.forEach(r -> since.add(r.since()));
      json.add("since", since);
    }
    if (members.stream().anyMatch(r -> r.calls() > 1)) {
      json.addProperty("calls", numbers(members, Reservation::calls));
    }
    return json;
  }

  private static String numbers(List<Reservation> members, ToLongFunction<Reservation> number) {
    return members.stream()
        .map(r -> Long.toString(number.applyAsLong(r)))
        .collect(Collectors.joining(","));
  }

  private static JsonArray names(List<Reservation> members) {
    JsonArray names = new JsonArray(members.size());
    String before = "";
    for (Reservation member : members) {
      String name = member.reservedBy().name();
      int common = commonPrefix(before, name);
      names.add(common + "/" + name.substring(common));
      before = name;
    }
    return names;
  }

  private static int commonPrefix(String one, String other) {
    int length = Math.min(one.length(), other.length());
    for (int i = 0; i < length; i++) {
      if (one.charAt(i) != other.charAt(i)) {
        return i;
      }
    }
    return length;
  }

  /** Reads the field {@code reservations} of a status. */
  static List<Reservation> read(Fields status) {
    List<Reservation> reservations = new ArrayList<>();
    status.list("reservations", ReservationsJson::members).forEach(reservations::addAll);
    return reservations;
  }

  private static List<Reservation> members(Fields group) {
    Resources reserved = QuotaLedgerJson.amounts(group, "reserved");
    Instant expires = group.time("expires").orElseThrow(() -> group.error("expires", "is missing"));
    List<String> names = LedgerColumns.names(group);
    List<String> uids = UidColumn.read(group, "uids");
    List<Integer> after = LedgerColumns.numbers(group, "expiresAfter");
    List<Integer> calls =
        group.has("calls")
            ? LedgerColumns.numbers(group, "calls")
            : Collections.nCopies(names.size(), 1);
    List<String> since =
        group.has("since") ? group.strings("since") : Collections.nCopies(names.size(), "");
    if (uids.size() != names.size()
        || after.size() != names.size()
        || calls.size() != names.size()
        || since.size() != names.size()) {
      throw group.error("names", "has another number of entries than the other columns");
    }
    List<Reservation> members = new ArrayList<>(names.size());
    for (int i = 0; i < names.size(); i++) {
      ReservedBy object =
          new ReservedBy(
              group.string("apiVersion"),
              group.string("kind"),
              group.string("namespace"),
              names.get(i),
              uids.get(i));
      members.add(
          new Reservation(
              object, since.get(i), reserved, expires.plusSeconds(after.get(i)), calls.get(i)));
    }
    return members;
  }
}
