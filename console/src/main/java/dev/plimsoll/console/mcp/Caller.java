package dev.plimsoll.console.mcp;

import dev.plimsoll.console.tool.ClusterSource;
import java.util.function.LongConsumer;

/**
 * The caller of a tool.
 *
 * @param source what the caller's questions are answered from
 * @param progress told how many objects have been read for the caller, from time to time
 */
public record Caller(ClusterSource source, LongConsumer progress) {
  /** The name under which the SDK hands a caller to a tool. */
  static final String KEY = "caller";

  /** Creates a caller that gets no notes on progress. */
  public Caller(ClusterSource source) {
    this(source, n -> {});
  }
}
