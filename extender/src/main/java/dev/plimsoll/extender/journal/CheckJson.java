package dev.plimsoll.extender.journal;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.extender.accounting.GangCheck;
import dev.plimsoll.extender.accounting.HoldCheck;
import dev.plimsoll.extender.accounting.QuotaCheck;
import dev.plimsoll.extender.accounting.ReservationCheck;
import dev.plimsoll.extender.accounting.ShareCheck;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.usage.ShareAmounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Writes the checks of gangs, quotas, shares and reservations as JSON. Of a quota, only the keys
 * that count the pod are written.
 */
final class CheckJson {
  private CheckJson() {}

  static JsonObject write(HoldCheck check) {
    JsonObject json = new JsonObject();
    if (check instanceof QuotaCheck quota) {
      json.addProperty("quota", quota.quota());
      json.add("requested", write(quota.requested()));
      json.add("used", write(quota.used().mask(quota.requested()::contains)));
      json.add("hard", write(quota.hard().mask(quota.requested()::contains)));
    } else if (check instanceof ShareCheck share) {
      json.addProperty("tenant", share.tenant());
      json.addProperty("policy", share.policy());
      json.addProperty("placement", share.placement().name().toLowerCase(Locale.ROOT));
      JsonArray resources = new JsonArray();
      share.amounts().forEach(a -> resources.add(write(a)));
      json.add("resources", resources);
      json.addProperty("everywhere", share.isEverywhere());
    } else if (check instanceof GangCheck gang) {
      json.addProperty("gang", gang.gang());
      json.addProperty("letPass", gang.isLetPass());
      json.addProperty("awaitsPodGroup", gang.awaitsPodGroup());
      if (gang.awaitsJob()) {
        json.addProperty("awaitsJob", true);
      }
      json.addProperty("hadItsTurn", gang.hadItsTurn());
      json.addProperty("inDomain", gang.isInDomain());
    } else if (check instanceof ReservationCheck reservation) {
      json.addProperty("nodes", reservation.nodes());
      json.addProperty("reserved", reservation.reserved());
    }
    return json;
  }

  static JsonObject write(Resources resources) {
    JsonObject json = new JsonObject();
    resources.forEach((name, quantity) -> json.addProperty(name.toString(), quantity.toString()));
    return json;
  }

  private static JsonObject write(ShareAmounts amounts) {
    JsonObject json = new JsonObject();
    json.addProperty("resource", amounts.resource().toString());
    json.addProperty("requested", amounts.requested().toString());
    json.addProperty("used", amounts.used().toString());
    json.addProperty("share", amounts.share().toString());
    json.addProperty("ceiling", amounts.ceiling().toString());
    json.addProperty("borrowable", amounts.borrowable().toString());
    return json;
  }

  /** Reads what {@link #write} wrote; throws some runtime exception if it is something else. */
  static HoldCheck read(JsonObject json) {
    if (json.has("quota")) {
      return new QuotaCheck(
          json.get("quota").getAsString(),
          resources(json.getAsJsonObject("requested")),
          resources(json.getAsJsonObject("used")),
          resources(json.getAsJsonObject("hard")));
    }
    if (json.has("gang")) {
      return new GangCheck(
          json.get("gang").getAsString(),
          json.get("letPass").getAsBoolean(),
          isSet(json, "awaitsPodGroup"),
          isSet(json, "awaitsJob"),
          isSet(json, "hadItsTurn"),
          isSet(json, "inDomain"));
    }
    if (json.has("reserved")) {
      return new ReservationCheck(json.get("nodes").getAsInt(), json.get("reserved").getAsInt());
    }
    List<ShareAmounts> amounts = new ArrayList<>();
    for (JsonElement each : json.getAsJsonArray("resources")) {
      JsonObject resource = each.getAsJsonObject();
      amounts.add(
          new ShareAmounts(
              ResourceName.of(resource.get("resource").getAsString()),
              quantity(resource.get("requested")),
              quantity(resource.get("used")),
              quantity(resource.get("share")),
              quantity(resource.get("ceiling")),
              quantity(resource.get("borrowable"))));
    }
    return new ShareCheck(
        json.get("policy").getAsString(),
        json.get("tenant").getAsString(),
        PlacementMode.valueOf(json.get("placement").getAsString().toUpperCase(Locale.ROOT)),
        amounts,
        !json.has("everywhere") || isSet(json, "everywhere"));
  }

  private static boolean isSet(JsonObject json, String name) {
    return json.has(name) && json.get(name).getAsBoolean();
  }

  static Resources resources(JsonObject json) {
    Resources.Builder resources = Resources.builder();
    json.entrySet()
        .forEach(e -> resources.put(ResourceName.of(e.getKey()), quantity(e.getValue())));
    return resources.build();
  }

  private static Quantity quantity(JsonElement json) {
    return Quantity.parse(json.getAsString());
  }
}
