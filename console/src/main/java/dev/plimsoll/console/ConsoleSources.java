package dev.plimsoll.console;

import dev.plimsoll.server.config.PrometheusSettings;
import java.util.Optional;

/**
 * Sources of data that the console shows and doesn't compute.
 *
 * @param advice what quotas should be
 * @param changes reads changes to try
 * @param prometheus where tenants' histories are, if they are anywhere
 * @param backtest what the advisor would have done, if there is recorded demand
 */
public record ConsoleSources(
    AdviceSource advice,
    ChangeReader changes,
    Optional<PrometheusSettings> prometheus,
    Optional<BacktestSource> backtest) {

  /** Creates sources without a Prometheus and without recorded demand. */
  public ConsoleSources(AdviceSource advice, ChangeReader changes) {
    this(advice, changes, Optional.empty(), Optional.empty());
  }
}
