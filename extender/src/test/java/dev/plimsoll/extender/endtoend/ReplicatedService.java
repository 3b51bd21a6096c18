package dev.plimsoll.extender.endtoend;

import dev.plimsoll.testkit.plane.Program;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Replicas as processes, and a port that leads to the one that is ready, as a Service does.
 * Connections are passed on byte by byte, and end with the replica.
 */
final class ReplicatedService implements AutoCloseable {
  private static final Duration PROBE = Duration.ofMillis(500);

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(PROBE).build();
  private final List<Replica> replicas = new ArrayList<>();
  private final ServerSocket socket;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          run -> {
            Thread thread = new Thread(run, "service");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * One process.
   *
   * @param port where it answers kube-scheduler
   * @param management where it answers probes
   */
  record Replica(Program program, int port, int management) {}

  ReplicatedService(int port) throws IOException {
    socket = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  /** Starts another replica with this configuration, besides where it listens. */
  void start(Path folder, String configuration) throws IOException {
    int port = Program.freePort();
    int management = Program.freePort();
    Path file =
        Files.writeString(
            folder.resolve("serve-" + port + ".yaml"),
            """
            apiVersion: config.plimsoll.dev/v1alpha1
            kind: ServiceConfiguration
            scheduler: {listen: {port: %d}}
            console: {listen: {port: 0}}
            management: {address: 127.0.0.1, port: %d}
            """
                    .formatted(port, management)
                + configuration);
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    replicas.add(
        new Replica(
            Program.start(
                folder,
                java,
                List.of("-Xmx256m", "-cp", classes, ReplicaProcess.class.getName(), file + "")),
            port,
            management));
  }

  /** Returns the replica that is ready. */
  Optional<Replica> ready() {
    return replicas.stream().filter(r -> "ok\n".equals(probe(r))).findFirst();
  }

  /** Returns whether each replica is ready, or has read the cluster and stands by. */
  boolean areWarm() {
    return replicas.stream().allMatch(r -> probe(r).matches("ok\n|another replica leads.*\n"));
  }

  /** Returns what {@code /readyz} says; nothing if nobody answers. */
  private String probe(Replica replica) {
    replica.program().requireRunning();
    URI uri = URI.create("http://127.0.0.1:" + replica.management() + "/readyz");
    try {
      return client
          .send(
              HttpRequest.newBuilder(uri).timeout(PROBE).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  /** Takes a replica out that is to end. */
  Replica remove(Replica replica) {
    replicas.remove(replica);
    return replica;
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket call = socket.accept();
        threads.execute(() -> connect(call));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void connect(Socket call) {
    Optional<Replica> replica = ready();
    try (call) {
      if (replica.isPresent()) {
        try (Socket service = new Socket(InetAddress.getLoopbackAddress(), replica.get().port())) {
          threads.execute(() -> copy(call, service));
          copy(service, call);
        }
      }
    } catch (IOException e) {
      // The caller finds its connection closed.
    }
  }

  private static void copy(Socket from, Socket to) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      in.transferTo(out);
    } catch (IOException e) {
      // So is the other one, then.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
    replicas.forEach(r -> r.program().close());
    threads.shutdownNow();
  }
}
