package dev.plimsoll.server.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;

/**
 * How the server listens.
 *
 * @param address the address, such as {@code 127.0.0.1}
 * @param port the port; 0 for any that is free
 * @param threads how many requests are answered at a time
 * @param queueSize how many calls may wait for a thread; while there are more, calls are answered
 *     503
 * @param largestBody the most bytes a call may have
 * @param idle how long a connection may say nothing
 * @param tls by what callers know the server and it knows them
 * @param open whether callers are answered of whom nothing is known: it listens on loopback, or was
 *     told to answer everybody
 */
public record HttpSettings(
    String address,
    int port,
    int threads,
    int queueSize,
    long largestBody,
    Duration idle,
    TlsSettings tls,
    boolean open) {

  /** Loopback, port 8888, 16 threads, 16 MiB. */
  public static final HttpSettings DEFAULT =
      new HttpSettings("127.0.0.1", 8888, 16, 256, 16L << 20, Duration.ofSeconds(30));

  /** Makes settings without TLS, by which everybody is answered. */
  public HttpSettings(
      String address, int port, int threads, int queueSize, long largestBody, Duration idle) {
    this(address, port, threads, queueSize, largestBody, idle, TlsSettings.NONE, true);
  }

  /** Returns the settings with another port. */
  public HttpSettings withPort(int other) {
    return new HttpSettings(address, other, threads, queueSize, largestBody, idle, tls, open);
  }

  /** Returns the settings with TLS. */
  public HttpSettings withTls(TlsSettings other) {
    return new HttpSettings(address, port, threads, queueSize, largestBody, idle, other, open);
  }

  /** Returns the same on any free port of the loopback interface. */
  public HttpSettings onLoopback() {
    return new HttpSettings("127.0.0.1", 0, threads, queueSize, largestBody, idle);
  }

  /** Returns whether an address, or what a name resolves to, is of this machine only. */
  public static boolean isLoopback(String address) {
    try {
      return InetAddress.getByName(address).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
