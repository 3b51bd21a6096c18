package dev.plimsoll.advisor.state;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.google.gson.JsonObject;

/** Keeps the state as long as the process runs, where nothing else may keep it. */
public final class MemoryStateStore implements StateStore {
  @GuardedBy("this")
  private StoredState current = StoredState.EMPTY;

  @GuardedBy("this")
  private long writes;

  @Override
  public synchronized StoredState read() {
    return current;
  }

  @Override
  public synchronized boolean write(JsonObject state, String expectedVersion) {
    if (!expectedVersion.equals(current.version())) {
      return false;
    }
    writes++;
    current = new StoredState(state, Long.toString(writes));
    return true;
  }
}
