package dev.plimsoll.console.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the extender's own console is, which alone knows what is held, assumed, reserved and
 * decided.
 *
 * @param url such as {@code https://plimsoll-extender.plimsoll.svc:8444}, without a path
 * @param authorities a file in PEM of who signs its certificate; empty for those that the Java
 *     runtime trusts
 */
public record ExtenderAddress(URI url, Optional<Path> authorities) {
  private static final String EXPECTED =
      "must be https://HOST:PORT, since callers' tokens are sent there; http is for 127.0.0.1 only";

  /**
   * Reads a URL.
   *
   * @throws IllegalArgumentException if callers' tokens can't be sent there
   */
  static URI url(String text) {
    try {
      URI url = new URI(text.replaceAll("/$", ""));
      if (isForTokens(url)) {
        return url;
      }
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(EXPECTED, e);
    }
    throw new IllegalArgumentException(EXPECTED);
  }

  private static boolean isForTokens(URI url) {
    boolean isHttps = "https".equals(url.getScheme());
    boolean isNear = "http".equals(url.getScheme()) && "127.0.0.1".equals(url.getHost());
    boolean isBare =
        url.getRawPath() != null
            && url.getRawPath().isEmpty()
            && url.getRawQuery() == null
            && url.getRawFragment() == null
            && url.getRawUserInfo() == null;
    return url.getHost() != null && isBare && (isHttps || isNear);
  }
}
