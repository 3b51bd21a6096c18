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

  /** Returns the message for a failed attempt to listen. */
  static InputException failure(HttpSettings settings, Exception failure) {
    return new InputException(
        "listen " + settings.address() + ":" + settings.port() + ": " + advice(cause(failure)));
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
      return "address already in use; stop the other program or set listen.port";
    }
    if (words.contains("denied")) {
      return "permission denied; set listen.port to 1024 or above";
    }
    if (words.contains("unresolved") || words.contains("assign")) {
      return "cannot assign the address; set listen.address to one of this host, or 0.0.0.0";
    }
    return words;
  }
}
