package dev.plimsoll.advisor.state;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTreeReader;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import java.util.Map;

/**
 * Keeps the state in the status of a CapacityPolicy. It is replaced only if it is still the one
 * that was read, whatever else of the policy was changed meanwhile.
 */
public final class PolicyStateStore implements StateStore {
  private static final String PATH = "/apis/plimsoll.dev/v1alpha1/capacitypolicies/";
  private static final int ATTEMPTS = 5;

  private final Connection connection;
  private final JsonObject listed;
  private final String path;

  /**
   * Keeps it with a policy.
   *
   * @param policy the policy as it was listed; that is what is read where it may not be got
   */
  public PolicyStateStore(Connection connection, JsonObject policy) {
    this.connection = connection;
    this.listed = policy;
    this.path = PATH + policy.getAsJsonObject("metadata").get("name").getAsString();
  }

  @Override
  public StoredState read() {
    try {
      JsonObject state = state(policy());
      return new StoredState(state, state.toString());
    } catch (StatusException e) {
      if (e.code() == StatusException.FORBIDDEN) {
        JsonObject state = state(listed);
        return new StoredState(state, state.toString());
      }
      throw unreachable("read", e);
    }
  }

  @Override
  public boolean write(JsonObject state, String expectedVersion) {
    try {
      for (int i = 0; i < ATTEMPTS; i++) {
        JsonObject policy = policy();
        if (!state(policy).toString().equals(expectedVersion)) {
          return false;
        }
        if (replace(policy, state)) {
          return true;
        }
      }
      return false;
    } catch (StatusException e) {
      throw unreachable("write", e);
    }
  }

  private boolean replace(JsonObject policy, JsonObject state) throws StatusException {
    JsonObject metadata = new JsonObject();
    metadata.add("resourceVersion", policy.getAsJsonObject("metadata").get("resourceVersion"));
    JsonObject status = new JsonObject();
    status.add("state", state);
    JsonObject patch = new JsonObject();
    patch.add("metadata", metadata);
    patch.add("status", status);
    try {
      connection.write(
          "PATCH",
          path + "/status",
          Map.of("fieldManager", "plimsoll-advisor-state"),
          Connection.MERGE_PATCH,
          patch);
      return true;
    } catch (StatusException e) {
      if (e.code() == StatusException.CONFLICT) {
        return false;
      }
      throw e;
    }
  }

  private JsonObject policy() throws StatusException {
    return connection
        .get(path, Map.of(), Connection.JSON, JsonPruning.NONE, JsonTreeReader::object)
        .toJson();
  }

  private static JsonObject state(JsonObject policy) {
    JsonElement status = policy.get("status");
    JsonElement state =
        status != null && status.isJsonObject() ? status.getAsJsonObject().get("state") : null;
    return state != null && state.isJsonObject() ? state.getAsJsonObject() : new JsonObject();
  }

  private UnreachableException unreachable(String verb, StatusException e) {
    return new UnreachableException(
        "cannot " + verb + " the state in " + path + " (" + e.code() + "): " + e.getMessage());
  }
}
