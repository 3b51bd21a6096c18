package dev.plimsoll.cli;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.state.PolicyStateStore;
import dev.plimsoll.advisor.state.StateStore;
import dev.plimsoll.advisor.state.StoredState;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;

/**
 * Keeps the state with a policy of a cluster, to which it connects whenever it reads or writes.
 *
 * @param access how to connect
 * @param policy the policy as it was listed
 */
record ConnectingStateStore(ClusterAccess access, JsonObject policy) implements StateStore {

  @Override
  public StoredState read() {
    try (Connection connection = Connection.open(access)) {
      return new PolicyStateStore(connection, policy).read();
    }
  }

  @Override
  public boolean write(JsonObject state, String expectedVersion) {
    try (Connection connection = Connection.open(access)) {
      return new PolicyStateStore(connection, policy).write(state, expectedVersion);
    }
  }
}
