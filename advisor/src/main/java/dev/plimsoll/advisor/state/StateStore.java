package dev.plimsoll.advisor.state;

import com.google.gson.JsonObject;

/**
 * Stores the state that one decision passes to the next: with the policy in a cluster, or in a
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
   * Returns the last written state; {@link StoredState#EMPTY} if there is none.
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
