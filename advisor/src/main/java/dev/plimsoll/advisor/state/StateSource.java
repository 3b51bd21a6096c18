package dev.plimsoll.advisor.state;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.live.Connection;
import java.util.Optional;

/** The store of a policy's decision state. */
public interface StateSource {

  /**
   * Returns where.
   *
   * @param policy the policy of the cluster that is followed, if it is one of the cluster
   * @param connection reads and writes
   */
  StateStore of(Optional<JsonObject> policy, Connection connection);
}
