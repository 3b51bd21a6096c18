package dev.plimsoll.extender.config;

import dev.plimsoll.server.http.HttpSettings;
import java.time.Duration;

/**
 * The role that answers people and scrapers.
 *
 * @param enabled whether it is played
 * @param http how it listens
 */
public record ConsoleSettings(boolean enabled, HttpSettings http) {

  /** Loopback, port 8890; calls have no body. */
  public static final ConsoleSettings DEFAULT =
      new ConsoleSettings(
          true, new HttpSettings("127.0.0.1", 8890, 16, 64, 1L << 20, Duration.ofSeconds(30)));
}
