package dev.plimsoll.server.http;

import java.util.function.Function;

/**
 * A path that is answered.
 *
 * @param method {@code GET} or {@code POST}
 * @param path the path
 * @param handler makes the answer
 */
public record Route(String method, String path, Function<Call, Reply> handler) {

  /** Answers {@code GET}. */
  public static Route get(String path, Function<Call, Reply> handler) {
    return new Route("GET", path, handler);
  }

  /** Answers {@code POST}. */
  public static Route post(String path, Function<Call, Reply> handler) {
    return new Route("POST", path, handler);
  }
}
