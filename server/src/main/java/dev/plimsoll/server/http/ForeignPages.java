package dev.plimsoll.server.http;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import spark.Request;

/**
 * Keeps pages of other sites from asking what is answered without a token because the browser runs
 * on the same machine. Such a page's requests name its own origin; or another host, where its
 * site's name was made to resolve to loopback.
 */
final class ForeignPages {
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[[0-9a-f:.]+]");
  private static final List<String> PATHS = List.of("/api/", "/metrics", "/mcp");
  private static final Reply OTHER_ORIGIN =
      Reply.error(403, "forbidden: a page of another origin needs a token");
  private static final Reply OTHER_HOST =
      Reply.error(403, "forbidden: by another name than localhost, a token is needed");

  private final boolean isLoopback;

  ForeignPages(String address) {
    this.isLoopback = HttpSettings.isLoopback(address);
  }

  /** Returns the denial for a caller without token and certificate, if the call is denied. */
  Optional<Reply> denial(Request request) {
    if (PATHS.stream().noneMatch(request.pathInfo()::startsWith)) {
      return Optional.empty();
    }
    String origin = request.headers("Origin");
    if (origin != null && !origin.matches("https?://" + Pattern.quote(request.host()))) {
      return Optional.of(OTHER_ORIGIN);
    }
    return isLoopback && !isLocal(request.raw().getServerName())
        ? Optional.of(OTHER_HOST)
        : Optional.empty();
  }

  private static boolean isLocal(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return name.equals("localhost")
        || name.endsWith(".localhost")
        || ADDRESS.matcher(name).matches();
  }
}
