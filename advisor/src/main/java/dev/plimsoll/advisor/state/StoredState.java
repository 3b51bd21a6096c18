package dev.plimsoll.advisor.state;

import com.google.gson.JsonObject;

/**
 * A state as it was stored.
 *
 * @param state what was written
 * @param version by which a later version is told from it; empty if nothing was written yet
 */
public record StoredState(JsonObject state, String version) {

  /** Nothing was written yet. */
  public static final StoredState EMPTY = new StoredState(new JsonObject(), "");

  public StoredState {
    state = state.deepCopy();
  }

  @Override
  public JsonObject state() {
    return state.deepCopy();
  }
}
