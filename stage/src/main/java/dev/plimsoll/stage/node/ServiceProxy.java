package dev.plimsoll.stage.node;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Plays kube-proxy: takes connections to the addresses of Services, and passes each to a ready
 * endpoint.
 */
public final class ServiceProxy implements AutoCloseable {
  private static final int CONNECT_MILLIS = 5_000;

  private final AdminApi api;
  private final Map<InetSocketAddress, ServerSocket> listening = new ConcurrentHashMap<>();
  private final Map<InetSocketAddress, List<InetSocketAddress>> endpoints =
      new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closed = new CountDownLatch(1);

  private ServiceProxy(AdminApi api) {
    this.api = api;
  }

  /** Starts one. */
  public static ServiceProxy start(AdminApi api) {
    ServiceProxy proxy = new ServiceProxy(api);
    proxy.threads.execute(proxy::run);
    return proxy;
  }

  private void run() {
    boolean knows = true;
    try {
      while (!closed.await(300, TimeUnit.MILLISECONDS)) {
        try {
          sync();
          knows = true;
        } catch (IOException e) {
          if (knows) {
            System.err.println("proxy: the API server is away, known endpoints stay in use");
          }
          knows = false;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void sync() throws IOException, InterruptedException {
    List<JsonObject> slices = api.list("/apis/discovery.k8s.io/v1/endpointslices");
    Map<InetSocketAddress, List<InetSocketAddress>> found = new HashMap<>();
    for (JsonObject service : api.list("/api/v1/services")) {
      String address = JsonPaths.text(service, "spec", "clusterIP");
      if (!address.isEmpty() && !address.equals("None")) {
        for (JsonObject port : JsonPaths.objects(service, "spec", "ports")) {
          found.put(
              new InetSocketAddress(address, port.get("port").getAsInt()),
              slices.stream().flatMap(it -> Endpoints.of(it, service, port).stream()).toList());
        }
      }
    }
    endpoints.keySet().retainAll(found.keySet());
    endpoints.putAll(found);
    for (InetSocketAddress each : found.keySet()) {
      if (!listening.containsKey(each)) {
        Network.serve(each.getHostString());
        ServerSocket socket = new ServerSocket(each.getPort(), 128, each.getAddress());
        listening.put(each, socket);
        threads.execute(() -> accept(each, socket));
      }
    }
    for (Map.Entry<InetSocketAddress, ServerSocket> each : Map.copyOf(listening).entrySet()) {
      if (!found.containsKey(each.getKey())) {
        each.getValue().close();
        listening.keySet().remove(each.getKey());
      }
    }
  }

  private void accept(InetSocketAddress service, ServerSocket socket) {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        threads.execute(() -> connect(service, client));
      } catch (IOException | RejectedExecutionException e) {
        // Closed: the Service is gone.
        return;
      }
    }
  }

  private void connect(InetSocketAddress service, Socket client) {
    List<InetSocketAddress> ready = endpoints.getOrDefault(service, List.of());
    try (client;
        Socket server = new Socket()) {
      if (!ready.isEmpty()) {
        server.connect(
            ready.get(ThreadLocalRandom.current().nextInt(ready.size())), CONNECT_MILLIS);
        threads.execute(() -> copy(server, client));
        copy(client, server);
      }
    } catch (IOException e) {
      // The client sees the end of its connection.
      return;
    }
  }

  private static void copy(Socket from, Socket to) {
    try {
      long unused = from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      try {
        from.close();
        to.close();
      } catch (IOException closing) {
        e.addSuppressed(closing);
      }
    }
  }

  /** The addresses behind a port of a Service. */
  private static final class Endpoints {
    static List<InetSocketAddress> of(JsonObject slice, JsonObject service, JsonObject port) {
      String name = JsonPaths.text(service, "metadata", "name");
      String namespace = JsonPaths.text(service, "metadata", "namespace");
      boolean other =
          !JsonPaths.text(slice, "metadata", "labels", "kubernetes.io/service-name").equals(name)
              || !JsonPaths.text(slice, "metadata", "namespace").equals(namespace);
      return other
          ? List.of()
          : JsonPaths.objects(slice, "ports").stream()
              .filter(it -> JsonPaths.text(it, "name").equals(JsonPaths.text(port, "name")))
              .flatMap(
                  it ->
                      JsonPaths.objects(slice, "endpoints").stream()
                          .filter(e -> !JsonPaths.text(e, "conditions", "ready").equals("false"))
                          .flatMap(e -> JsonPaths.strings(e, "addresses").stream())
                          .map(a -> new InetSocketAddress(a, it.get("port").getAsInt())))
              .toList();
    }
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    for (ServerSocket each : List.copyOf(listening.values())) {
      each.close();
    }
    threads.shutdownNow();
  }
}
