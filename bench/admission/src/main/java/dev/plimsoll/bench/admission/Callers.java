package dev.plimsoll.bench.admission;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/**
 * Sends reviews to the replicas in turn at a fixed rate, each caller over connections of its own,
 * as an API server keeps them. They speak no more of HTTP than they need, so that what is measured
 * isn't theirs.
 */
final class Callers {
  private final List<Integer> ports;
  private final int callers;

  Callers(List<Integer> ports, int callers) {
    this.ports = List.copyOf(ports);
    this.callers = callers;
  }

  /**
   * How long each review took, counted from when it was due, so that waiting for a caller counts.
   *
   * @param nanos the fastest first
   * @param notAllowed how many were not allowed, or were answered with an error
   * @param seconds how long all took
   */
  record Latencies(List<Long> nanos, int notAllowed, double seconds) {
    Latencies {
      nanos = List.copyOf(nanos);
    }

    /** Returns the latency that this part of all have at most. */
    double millis(double part) {
      return nanos.get(Math.min(nanos.size() - 1, (int) (nanos.size() * part))) / 1e6;
    }

    String summary() {
      return String.format(
          Locale.ROOT,
          "median %.1f ms, p99 %.1f ms, most %.0f ms, %,.0f answered a second",
          millis(0.5),
          millis(0.99),
          millis(1),
          nanos.size() / seconds);
    }
  }

  Latencies send(int perSecond, int seconds, IntFunction<String> reviews) throws Exception {
    int all = perSecond * seconds;
    long[] took = new long[all];
    AtomicInteger next = new AtomicInteger();
    AtomicInteger notAllowed = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    List<Future<?>> senders = new ArrayList<>();
    long began = System.nanoTime();
    for (int caller = 0; caller < callers; caller++) {
      senders.add(
          threads.submit(
              () -> {
                try (Connections connections = new Connections(ports)) {
                  for (int i = next.getAndIncrement(); i < all; i = next.getAndIncrement()) {
                    long due = began + (long) (i * (1e9 / perSecond));
                    for (long left = due - System.nanoTime();
                        left > 0;
                        left = due - System.nanoTime()) {
                      LockSupport.parkNanos(left);
                    }
                    if (!connections.isAllowed(i, reviews.apply(i))) {
                      notAllowed.incrementAndGet();
                    }
                    took[i] = System.nanoTime() - due;
                  }
                }
                return null;
              }));
    }
    for (Future<?> sender : senders) {
      sender.get();
    }
    threads.shutdown();
    double lasted = (System.nanoTime() - began) / 1e9;
    return new Latencies(Arrays.stream(took).sorted().boxed().toList(), notAllowed.get(), lasted);
  }

  /** The connections of one caller. */
  private static final class Connections implements AutoCloseable {
    private final List<Socket> sockets = new ArrayList<>();
    private final List<InputStream> answers = new ArrayList<>();

    Connections(List<Integer> ports) throws IOException {
      for (int port : ports) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        answers.add(new BufferedInputStream(socket.getInputStream()));
      }
    }

    boolean isAllowed(int call, String review) throws IOException {
      int replica = call % sockets.size();
      byte[] body = review.getBytes(StandardCharsets.UTF_8);
      byte[] head =
          ("POST /admission/validate?timeout=10s HTTP/1.1\r\nHost: localhost\r\n"
                  + "Content-Type: application/json\r\nContent-Length: "
                  + body.length
                  + "\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII);
      byte[] message = Arrays.copyOf(head, head.length + body.length);
      System.arraycopy(body, 0, message, head.length, body.length);
      sockets.get(replica).getOutputStream().write(message);
      return answer(answers.get(replica)).contains("\"allowed\":true");
    }

    private static String answer(InputStream in) throws IOException {
      int length = 0;
      for (String line = line(in); !line.isEmpty(); line = line(in)) {
        if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
          length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
        } else if (line.toLowerCase(Locale.ROOT).startsWith("transfer-encoding:")) {
          throw new IOException("answers are expected to have a Content-Length");
        }
      }
      return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    private static String line(InputStream in) throws IOException {
      StringBuilder line = new StringBuilder();
      for (int c = in.read(); c != '\n'; c = in.read()) {
        if (c < 0) {
          throw new EOFException("the replica has closed the connection");
        }
        if (c != '\r') {
          line.append((char) c);
        }
      }
      return line.toString();
    }

    @Override
    public void close() throws IOException {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }
}
