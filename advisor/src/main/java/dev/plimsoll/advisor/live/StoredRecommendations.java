package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.live.StatusException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The recommendations that a cluster has, by their paths; each can be taken once. */
final class StoredRecommendations {
  private final Map<String, JsonObject> byPath = new HashMap<>();

  private StoredRecommendations(Collection<JsonObject> objects) {
    objects.forEach(o -> byPath.put(path(o), o));
  }

  /**
   * Lists them, those of the advisor only.
   *
   * @throws StatusException if they can't be listed
   */
  static StoredRecommendations list(ApiWriter writer) throws StatusException {
    return new StoredRecommendations(
        writer.list(
            ApiPaths.recommendations(),
            Map.of("labelSelector", "app.kubernetes.io/managed-by=plimsoll")));
  }

  static String path(JsonObject object) {
    return ApiPaths.recommendation(
        JsonFields.text(object, "metadata", "namespace"),
        JsonFields.text(object, "metadata", "name"));
  }

  /** Takes the one at a path. */
  Optional<JsonObject> take(String path) {
    return Optional.ofNullable(byPath.remove(path));
  }

  /** Returns the recommendations of a policy that were not taken. */
  List<JsonObject> rest(String policy) {
    return byPath.values().stream()
        .filter(o -> JsonFields.text(o, "spec", "policy").equals(policy))
        .toList();
  }
}
