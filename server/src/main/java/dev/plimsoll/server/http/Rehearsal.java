package dev.plimsoll.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.util.Arrays;
import java.util.List;

/**
 * Calls a copy of a role's routes on a temporary loopback port. So code is loaded and compiled
 * before the first real call.
 */
public final class Rehearsal implements AutoCloseable {
  private final HttpService service;

  private Rehearsal(HttpService service) {
    this.service = service;
  }

  /** Starts to answer by routes whose answers have no consequences. */
  public static Rehearsal start(List<Route> routes) {
    return new Rehearsal(HttpService.start("warm-up", HttpSettings.DEFAULT.onLoopback(), routes));
  }

  /**
   * Posts JSON, and reads the answer to its end.
   *
   * @param parts the JSON's, one after the other
   * @throws UncheckedIOException if there is none, or its status is 400 or more
   */
  public void post(String path, byte[]... parts) {
    try {
      HttpURLConnection connection =
          (HttpURLConnection)
              URI.create("http://127.0.0.1:" + service.port() + path)
                  .toURL()
                  .openConnection(Proxy.NO_PROXY);
      connection.setDoOutput(true);
      connection.setFixedLengthStreamingMode(Arrays.stream(parts).mapToInt(p -> p.length).sum());
      connection.setRequestProperty("Content-Type", "application/json");
      try (OutputStream out = connection.getOutputStream()) {
        for (byte[] part : parts) {
          out.write(part);
        }
      }
      try (InputStream in = connection.getInputStream()) {
        in.transferTo(OutputStream.nullOutputStream());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    service.close();
  }
}
