package dev.plimsoll.console;

import dev.plimsoll.console.tool.ToolSources;
import dev.plimsoll.kube.hours.PrometheusRecords;
import dev.plimsoll.kube.price.PriceList;
import dev.plimsoll.server.config.PrometheusSettings;
import java.util.Optional;

/**
 * Sources of data that the console shows and doesn't compute.
 *
 * @param advice what quotas should be
 * @param changes reads changes to try
 * @param prometheus where tenants' histories are, if they are anywhere
 * @param hours where the hours of devices are recorded, if they are anywhere
 * @param backtest what the advisor would have done, if there is recorded demand
 * @param tools the answers for agents, if agents are answered
 */
public record ConsoleSources(
    AdviceSource advice,
    ChangeReader changes,
    Optional<PrometheusSettings> prometheus,
    Optional<HoursSource> hours,
    Optional<BacktestSource> backtest,
    Optional<ToolSources> tools) {

  /** Creates sources without a Prometheus and without recorded demand. */
  public ConsoleSources(AdviceSource advice, ChangeReader changes) {
    this(advice, changes, Optional.empty(), Optional.empty());
  }

  /** Creates sources that read the hours of devices in the Prometheus, if there is one. */
  public ConsoleSources(
      AdviceSource advice,
      ChangeReader changes,
      Optional<PrometheusSettings> prometheus,
      Optional<BacktestSource> backtest) {
    this(
        advice,
        changes,
        prometheus,
        prometheus.map(
            p -> HoursSource.of(new PrometheusRecords(p.url().toString(), p.matchers()))),
        backtest,
        Optional.empty());
  }

  /** Returns the sources with prices for hours of devices. */
  public ConsoleSources withPrices(PriceList prices) {
    return hours.map(h -> withHours(h.withPrices(prices))).orElse(this);
  }

  /** Returns the sources with this source of hours in the place of their own. */
  public ConsoleSources withHours(HoursSource other) {
    return new ConsoleSources(advice, changes, prometheus, Optional.of(other), backtest, tools);
  }

  /** Returns the same sources, which answer agents as well. */
  public ConsoleSources withTools(ToolSources answers) {
    return new ConsoleSources(advice, changes, prometheus, hours, backtest, Optional.of(answers));
  }
}
