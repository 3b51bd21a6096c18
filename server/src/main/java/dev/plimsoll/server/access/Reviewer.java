package dev.plimsoll.server.access;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.live.StatusException;

/** Sends a review to the API server. */
@FunctionalInterface
public interface Reviewer {
  /** Creates the review and returns it as the server answers it. */
  JsonObject review(JsonObject review) throws StatusException;
}
