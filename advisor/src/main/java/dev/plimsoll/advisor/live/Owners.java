package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import dev.plimsoll.model.quantity.ResourceName;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Who owns which ceilings of a quota by server-side apply, as its managed fields tell. */
final class Owners {
  private static final String KEY = "f:";

  private Owners() {}

  /** Returns the ceilings that were applied before: whoever leaves them out drops them. */
  static Set<ResourceName> own(JsonObject quota) {
    Set<ResourceName> own = new TreeSet<>();
    for (JsonObject entry : Tree.objects(quota, "metadata", "managedFields")) {
      if (applies(entry) && Tree.text(entry, "manager").equals(ApiWriter.MANAGER)) {
        own.addAll(keys(entry));
      }
    }
    return own;
  }

  /** Returns who else applies one of these ceilings, and so would take it back. */
  static Set<String> others(JsonObject quota, Set<ResourceName> keys) {
    Set<String> others = new TreeSet<>();
    for (JsonObject entry : Tree.objects(quota, "metadata", "managedFields")) {
      String manager = Tree.text(entry, "manager");
      if (applies(entry)
          && !manager.equals(ApiWriter.MANAGER)
          && keys(entry).stream().anyMatch(keys::contains)) {
        others.add(manager);
      }
    }
    return others;
  }

  private static boolean applies(JsonObject entry) {
    return Tree.text(entry, "operation").equals("Apply")
        && Tree.text(entry, "subresource").isEmpty();
  }

  private static Set<ResourceName> keys(JsonObject entry) {
    return Tree.object(entry, "fieldsV1", "f:spec", "f:hard").keySet().stream()
        .filter(k -> k.startsWith(KEY))
        .map(k -> ResourceName.of(k.substring(KEY.length())))
        .collect(Collectors.toSet());
  }
}
