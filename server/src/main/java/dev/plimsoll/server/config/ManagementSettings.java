package dev.plimsoll.server.config;

import dev.plimsoll.server.http.HttpSettings;
import java.util.Optional;

/**
 * A listener of its own for the kubelet's probes, and for a scraper where wanted: it has its own
 * threads, asks for no certificate, and answers nothing else.
 *
 * @param http how it listens, in plain HTTP; empty if there is none
 * @param metrics whether it answers {@code /metrics} too
 */
public record ManagementSettings(Optional<HttpSettings> http, boolean metrics) {

  /** No such listener. */
  public static final ManagementSettings NONE = new ManagementSettings(Optional.empty(), false);
}
