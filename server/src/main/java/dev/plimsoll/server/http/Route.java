package dev.plimsoll.server.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A path that is answered.
 *
 * @param method {@code GET} or {@code POST}
 * @param path the path
 * @param handler makes the answer
 * @param version of what changes are told of on the open connection once it has been answered; the
 *     same object as long as nothing has changed
 */
public record Route(
    String method, String path, Function<Call, Reply> handler, Optional<Supplier<?>> version) {
  private static final Map<String, String> NO_STORE = Map.of("Cache-Control", "no-store");

  /** Creates a route that answers at once. */
  public Route(String method, String path, Function<Call, Reply> handler) {
    this(method, path, handler, Optional.empty());
  }

  /** Answers {@code GET}. */
  public static Route get(String path, Function<Call, Reply> handler) {
    return new Route("GET", path, handler);
  }

  /** Answers {@code POST}. */
  public static Route post(String path, Function<Call, Reply> handler) {
    return new Route("POST", path, handler);
  }

  /** Returns the same with another handler. */
  public Route withHandler(Function<Call, Reply> other) {
    return new Route(method, path, other, version);
  }

  /**
   * Answers {@code GET} with Server-Sent Events: {@code changed} whenever something has, a few
   * seconds later at the latest.
   *
   * @param version returns the same object as long as nothing has changed
   */
  public static Route changes(String path, Supplier<?> version) {
    return new Route(
        "GET",
        path,
        call -> new Reply(200, "text/event-stream", List.of()).withHeaders(NO_STORE),
        Optional.of(version));
  }
}
