package dev.plimsoll.kube.live;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTreeReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Names of objects, as somebody who types waits for them: the first of them, or none. */
public final class ListedNames {
  private static final Duration MOST = Duration.ofSeconds(2);
  private static final Map<String, String> FIRST = Map.of("limit", "500");

  private ListedNames() {}

  /**
   * Returns the names of what is listed at a path; none if the cluster doesn't tell in time.
   *
   * @param path such as {@code /api/v1/namespaces}
   */
  public static List<String> at(ClusterAccess access, String path) {
    try (Connection connection = Connection.open(access)) {
      return connection
          .impatient(MOST)
          .get(path, FIRST, Connection.METADATA, JsonPruning.NONE, JsonTreeReader::object)
          .objects("items")
          .stream()
          .map(o -> o.object("metadata").text("name"))
          .toList();
    } catch (StatusException | UnreachableException | InputException e) {
      return List.of();
    }
  }
}
