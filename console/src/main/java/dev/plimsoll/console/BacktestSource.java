package dev.plimsoll.console;

import com.google.gson.JsonObject;

/** Back-tests recorded demand; that takes seconds. */
@FunctionalInterface
public interface BacktestSource {

  /**
   * The result of the back-test.
   *
   * @param report as {@code docs/schema/backtest.json} has it
   * @param chart what waited and the quotas over time, as an SVG document
   */
  record Result(JsonObject report, String chart) {}

  /** Runs it. */
  Result run();
}
