package dev.plimsoll.bench.upstream;

import com.google.gson.JsonObject;

/** Replays the recorded calls of one area. */
@FunctionalInterface
interface Replay {

  /**
   * Replays one call.
   *
   * @param call the line that a seam wrote; {@code call} names the function
   */
  Comparison compare(JsonObject call);
}
