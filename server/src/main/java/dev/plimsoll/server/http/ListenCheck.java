package dev.plimsoll.server.http;

import dev.plimsoll.kube.InputException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Locale;
import java.util.Optional;

/** Says in words why a port can't be listened on. */
final class ListenCheck {
  private ListenCheck() {}

  /**
   * Tries the address and the port.
   *
   * @throws InputException if they can't be listened on
   */
  static void check(HttpSettings settings) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(settings.address(), settings.port()));
    } catch (IOException | IllegalArgumentException | SecurityException e) {
      throw failure(settings, e);
    }
  }

  /** Returns what to say when listening failed. */
  static InputException failure(HttpSettings settings, Exception failure) {
    return new InputException(
        settings.address()
            + ":"
            + settings.port()
            + " can't be listened on: "
            + advice(cause(failure))
            + ".");
  }

  private static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  private static String advice(Throwable cause) {
    String said = Optional.ofNullable(cause.getMessage()).orElseGet(cause::toString);
    String words = said.toLowerCase(Locale.ROOT);
    if (words.contains("in use")) {
      return "another program listens there; stop it, or choose another port";
    }
    if (words.contains("denied")) {
      return "it is not permitted; choose a port from 1024 on";
    }
    if (words.contains("unresolved") || words.contains("assign")) {
      return "this host has no such address; give one of its own, or 0.0.0.0 for all";
    }
    return words;
  }
}
