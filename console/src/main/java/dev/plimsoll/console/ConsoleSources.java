package dev.plimsoll.console;

import dev.plimsoll.console.tool.ToolSources;
import dev.plimsoll.server.config.PrometheusSettings;
import java.util.Optional;

/**
 * Sources of data that the console shows and doesn't compute.
 *
 * @param advice what quotas should be
 * @param changes reads changes to try
 * @param prometheus where tenants' histories are, if they are anywhere
 * @param backtest what the advisor would have done, if there is recorded demand
 * @param tools the answers for agents, if agents are answered
 */
public record ConsoleSources(
    AdviceSource advice,
    ChangeReader changes,
    Optional<PrometheusSettings> prometheus,
    Optional<BacktestSource> backtest,
    Optional<ToolSources> tools) {

  /** Creates sources without a Prometheus and without recorded demand. */
  public ConsoleSources(AdviceSource advice, ChangeReader changes) {
    this(advice, changes, Optional.empty(), Optional.empty());
  }

  /** Creates sources that don't answer agents. */
  public ConsoleSources(
      AdviceSource advice,
      ChangeReader changes,
      Optional<PrometheusSettings> prometheus,
      Optional<BacktestSource> backtest) {
    this(advice, changes, prometheus, backtest, Optional.empty());
  }

  /** Returns the same sources, which answer agents as well. */
  public ConsoleSources withTools(ToolSources answers) {
    return new ConsoleSources(advice, changes, prometheus, backtest, Optional.of(answers));
  }
}
