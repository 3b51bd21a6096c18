package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import java.util.List;
import java.util.Map;

/** The capacity policies of a cluster, as the API server has them. */
public final class StoredPolicies {
  private StoredPolicies() {}

  /**
   * Returns all of them; none if the cluster doesn't have the kind.
   *
   * @throws UnreachableException if they can't be read
   */
  public static List<JsonObject> list(Connection connection) {
    try {
      return new ApiWriter(connection).list(ApiPaths.policy(""), Map.of());
    } catch (StatusException e) {
      if (e.code() == StatusException.NOT_FOUND) {
        return List.of();
      }
      throw new UnreachableException(
          "cannot list capacity policies (" + e.code() + "): " + e.getMessage());
    }
  }
}
