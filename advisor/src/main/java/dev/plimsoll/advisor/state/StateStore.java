package dev.plimsoll.advisor.state;

import com.google.gson.JsonObject;

/**
 * Keeps what one decision has to know of those before it: with the policy in a cluster, or in a
 * file.
 */
public interface StateStore {

  /** Keeps nothing: every decision is the first one. */
  StateStore NONE =
      new StateStore() {
        @Override
        public StoredState read() {
          return StoredState.EMPTY;
        }

        @Override
        public boolean write(JsonObject state, String expectedVersion) {
          return true;
        }
      };

  /**
   * Returns what was written last; {@link StoredState#EMPTY} if nothing was.
   *
   * @throws dev.plimsoll.kube.live.UnreachableException if it can't be read now
   */
  StoredState read();

  /**
   * Replaces the state if it is still that version.
   *
   * @return false if somebody else has written since, and nothing was written
   * @throws dev.plimsoll.kube.live.UnreachableException if it can't be written now
   */
  boolean write(JsonObject state, String expectedVersion);
}
