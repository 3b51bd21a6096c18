package dev.plimsoll.server.config;

import dev.plimsoll.kube.yaml.Section;
import dev.plimsoll.server.http.HttpSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The role that answers people and scrapers.
 *
 * @param enabled whether it is played
 * @param http how it listens
 * @param prometheus where histories are, if they are anywhere
 * @param backtest what recorded demand is back-tested, if any
 * @param prices a file with the prices of devices; empty for none
 */
public record ConsoleSettings(
    boolean enabled,
    HttpSettings http,
    Optional<PrometheusSettings> prometheus,
    Optional<BacktestSettings> backtest,
    Optional<Path> prices) {
  /** The keys of the section {@code console} that are read here. */
  public static final Set<String> KEYS =
      Set.of("enabled", "listen", "prometheus", "backtest", "prices");

  /** Loopback, port 8890; calls have no body. */
  public static final ConsoleSettings DEFAULT =
      new ConsoleSettings(
          true,
          new HttpSettings("127.0.0.1", 8890, 16, 64, 1L << 20, Duration.ofSeconds(30)),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  private static final ListenSection LISTEN =
      new ListenSection(CallerPolicy.CERTIFICATE_OR_TOKEN, Set.of("api", "metrics"));

  /**
   * Reads the section; what is wrong is added to the document's errors.
   *
   * @param file beside which the files lie that it names
   */
  public static ConsoleSettings of(Section console, Path file) {
    return new ConsoleSettings(
        console.bool("enabled", DEFAULT.enabled()),
        LISTEN.read(console, file, DEFAULT.http()),
        PrometheusSettings.of(console.section("prometheus", PrometheusSettings.KEYS)),
        BacktestSettings.of(console.section("backtest", BacktestSettings.KEYS), file),
        console.parsedText("prices", file::resolveSibling));
  }
}
