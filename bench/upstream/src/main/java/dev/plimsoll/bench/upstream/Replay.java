package dev.plimsoll.bench.upstream;

/** Replays the recorded calls of one area. */
@FunctionalInterface
interface Replay {

  /**
   * Replays one call.
   *
   * @param call what a seam wrote
   */
  Comparison compare(Call call);
}
