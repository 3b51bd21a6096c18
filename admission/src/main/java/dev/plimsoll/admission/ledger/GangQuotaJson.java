package dev.plimsoll.admission.ledger;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.Fields;
import dev.plimsoll.kubernetes.pod.GangKey;
import dev.plimsoll.model.ledger.GangQuota;
import dev.plimsoll.model.ledger.GangQuotas;
import java.util.List;
import java.util.TreeSet;

/**
 * The JSON of the quota that gangs hold, with an entry for each gang. {@code held} is for people
 * and follows from the rest.
 */
final class GangQuotaJson {
  private GangQuotaJson() {}

  static JsonArray write(GangQuotas gangs) {
    JsonArray json = new JsonArray();
    gangs.byKey().values().forEach(g -> json.add(write(g)));
    return json;
  }

  private static JsonObject write(GangQuota gang) {
    JsonObject json = new JsonObject();
    json.addProperty("namespace", gang.key().namespace());
    json.addProperty("name", gang.key().name());
    json.addProperty("owner", gang.owner());
    json.addProperty("size", gang.size());
    json.addProperty("members", gang.members());
    json.add("each", QuotaLedgerJson.json(gang.each()));
    json.add("held", QuotaLedgerJson.json(gang.held()));
    json.addProperty("reserved", UidColumn.write(List.copyOf(gang.reserved())));
    json.addProperty("due", gang.due());
    json.addProperty("drawn", gang.drawn());
    json.addProperty("expires", gang.expirationTime().toString());
    return json;
  }

  static GangQuota read(Fields gang) {
    return new GangQuota(
        new GangKey(gang.string("namespace"), gang.string("name")),
        gang.string("owner"),
        QuotaLedgerJson.amounts(gang, "each"),
        number(gang, "size"),
        number(gang, "members"),
        new TreeSet<>(UidColumn.read(gang, "reserved")),
        number(gang, "due"),
        number(gang, "drawn"),
        gang.time("expires").orElseThrow(() -> gang.error("expires", "is missing")));
  }

  private static int number(Fields gang, String name) {
    int number = gang.integer(name).orElse(-1);
    if (number < 0) {
      throw gang.error(name, "is not a whole number from 0");
    }
    return number;
  }
}
