package dev.plimsoll.server.access;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.live.StatusException;

/** Has the API server review something. */
@FunctionalInterface
public interface Reviewer {
  /** Creates the review and returns it as the server answers it. */
  JsonObject review(JsonObject review) throws StatusException;
}
