package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import dev.plimsoll.model.quantity.ResourceName;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Who owns which ceilings of a quota by server-side apply, as its managed fields tell. */
final class FieldOwners {
  private static final String KEY = "f:";

  private FieldOwners() {}

  /** Returns the ceilings that were applied before: whoever leaves them out drops them. */
  static Set<ResourceName> own(JsonObject quota) {
    Set<ResourceName> own = new TreeSet<>();
    for (JsonObject entry : JsonFields.objects(quota, "metadata", "managedFields")) {
      if (applies(entry) && JsonFields.text(entry, "manager").equals(ApiWriter.FIELD_MANAGER)) {
        own.addAll(keys(entry));
      }
    }
    return own;
  }

  /** Returns who else applies one of these ceilings, and so would take it back. */
  static Set<String> others(JsonObject quota, Set<ResourceName> keys) {
    Set<String> others = new TreeSet<>();
    for (JsonObject entry : JsonFields.objects(quota, "metadata", "managedFields")) {
      String manager = JsonFields.text(entry, "manager");
      if (applies(entry)
          && !manager.equals(ApiWriter.FIELD_MANAGER)
          && keys(entry).stream().anyMatch(keys::contains)) {
        others.add(manager);
      }
    }
    return others;
  }

  private static boolean applies(JsonObject entry) {
    return JsonFields.text(entry, "operation").equals("Apply")
        && JsonFields.text(entry, "subresource").isEmpty();
  }

  private static Set<ResourceName> keys(JsonObject entry) {
    return JsonFields.object(entry, "fieldsV1", "f:spec", "f:hard").keySet().stream()
        .filter(k -> k.startsWith(KEY))
        .map(k -> ResourceName.of(k.substring(KEY.length())))
        .collect(Collectors.toSet());
  }
}
