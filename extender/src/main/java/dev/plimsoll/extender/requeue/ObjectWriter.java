package dev.plimsoll.extender.requeue;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.live.StatusException;

/** Changes objects in the API server. */
@FunctionalInterface
public interface ObjectWriter {

  /**
   * Changes one; it is tried once.
   *
   * @param method {@code POST} or {@code PATCH}, the latter with a merge patch
   * @throws StatusException if the server denies it
   */
  void write(String method, String path, JsonObject object) throws StatusException;
}
