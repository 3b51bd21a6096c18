package dev.plimsoll.advisor.live;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTreeReader;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads and writes objects of an API server as one field manager. */
class ApiWriter {
  /** The manager of the written fields. */
  static final String FIELD_MANAGER = "plimsoll-advisor";

  private static final String APPLY = "application/apply-patch+yaml";

  private final Connection connection;

  ApiWriter(Connection connection) {
    this.connection = connection;
  }

  /** Whether something is stored or only tried. */
  enum Mode {
    DRY_RUN,
    STORE
  }

  /** A write that can be tried. */
  interface Write {
    JsonObject in(Mode mode) throws StatusException;
  }

  /** Tries a write by dry run, then stores it; returns what is stored. */
  static JsonObject checked(Write write) throws StatusException {
    write.in(Mode.DRY_RUN);
    return write.in(Mode.STORE);
  }

  Optional<JsonObject> get(String path) throws StatusException {
    try {
      return Optional.of(read(path, Map.of()));
    } catch (StatusException e) {
      if (e.code() == StatusException.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Returns the objects of a list.
   *
   * @throws StatusException if the server doesn't give it
   * @throws UnreachableException if the answer has no items, not even an empty list of them
   */
  List<JsonObject> list(String path, Map<String, String> query) throws StatusException {
    JsonObject list = read(path, query);
    if (!(list.get("items") instanceof JsonArray)) {
      throw new UnreachableException(
          "the API server answered " + path + " with a list without items");
    }
    return JsonFields.objects(list, "items");
  }

  private JsonObject read(String path, Map<String, String> query) throws StatusException {
    return connection
        .get(path, query, Connection.JSON, JsonPruning.NONE, JsonTreeReader::object)
        .toJson();
  }

  /** Applies an object on the server, and takes its fields over from other managers. */
  JsonObject apply(String path, JsonObject object, Mode mode) throws StatusException {
    return connection.write("PATCH", path, query(mode, Map.of("force", "true")), APPLY, object);
  }

  JsonObject merge(String path, JsonObject patch, Mode mode) throws StatusException {
    return connection.write("PATCH", path, query(mode, Map.of()), Connection.MERGE_PATCH, patch);
  }

  JsonObject create(String path, JsonObject object, Mode mode) throws StatusException {
    return connection.write("POST", path, query(mode, Map.of()), Connection.JSON, object);
  }

  /**
   * Deletes that very version of an object. The API server takes options from the body alone where
   * there is one ({@code staging/src/k8s.io/apiserver/pkg/endpoints/handlers/delete.go}).
   */
  JsonObject delete(String path, JsonObject object, Mode mode) throws StatusException {
    JsonObject preconditions = new JsonObject();
    preconditions.addProperty("uid", JsonFields.text(object, "metadata", "uid"));
    preconditions.addProperty(
        "resourceVersion", JsonFields.text(object, "metadata", "resourceVersion"));
    JsonObject options = new JsonObject();
    options.addProperty("apiVersion", "v1");
    options.addProperty("kind", "DeleteOptions");
    options.add("preconditions", preconditions);
    if (mode == Mode.DRY_RUN) {
      JsonArray all = new JsonArray();
      all.add("All");
      options.add("dryRun", all);
    }
    return connection.write("DELETE", path, Map.of(), Connection.JSON, options);
  }

  private static Map<String, String> query(Mode mode, Map<String, String> more) {
    Map<String, String> query = new HashMap<>(more);
    query.put("fieldManager", FIELD_MANAGER);
    if (mode == Mode.DRY_RUN) {
      query.put("dryRun", "All");
    }
    return query;
  }
}
