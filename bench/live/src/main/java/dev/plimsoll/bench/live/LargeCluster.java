package dev.plimsoll.bench.live;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kube.watch.WatchedKind;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An API server of a cluster that is made up while it is asked for, so that it takes no memory. */
final class LargeCluster implements AutoCloseable {
  private static final int PAGE = 500;
  private static final Map<String, GroupVersionKind> TYPES =
      Stream.of(WatchedKind.ALL, WatchedKind.WORKLOADS)
          .flatMap(List::stream)
          .map(WatchedKind::resource)
          .distinct()
          .collect(Collectors.toMap(r -> r.path(Optional.empty()), ApiResource::type));
  private static final Pattern CONTINUE = Pattern.compile("continue=([0-9]+)");
  private static final String GONE =
      """
      {"type": "ERROR", "object": {"kind": "Status", "code": 410, "message": "too old"}}
      """;

  private final HttpServer server;
  private final ObjectGenerator objectGenerator;
  private volatile CountDownLatch expiry = new CountDownLatch(1);

  LargeCluster(ObjectGenerator objectGenerator) throws IOException {
    this.objectGenerator = objectGenerator;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task);
              thread.setDaemon(true);
              return thread;
            }));
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Tells every watch that its version is forgotten, so that all is listed again. */
  void expireWatches() {
    CountDownLatch now = expiry;
    expiry = new CountDownLatch(1);
    now.countDown();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String request = exchange.getRequestURI().toString();
    GroupVersionKind type = TYPES.get(exchange.getRequestURI().getPath());
    if (type == null) {
      exchange.sendResponseHeaders(404, -1);
      exchange.close();
      return;
    }
    exchange.sendResponseHeaders(200, 0);
    try (Writer out =
        new BufferedWriter(
            new OutputStreamWriter(exchange.getResponseBody(), StandardCharsets.UTF_8), 1 << 16)) {
      if (request.contains("watch=true")) {
        expiry.await();
        out.write(GONE);
      } else {
        page(request, type, out);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void page(String request, GroupVersionKind type, Writer out) throws IOException {
    Matcher next = CONTINUE.matcher(request);
    int from = next.find() ? Integer.parseInt(next.group(1)) : 0;
    int size = objectGenerator.size(request);
    int to = Math.min(size, from + PAGE);
    String token = to < size ? ", \"continue\": \"" + to + "\"" : "";
    out.write("{\"kind\": \"" + type.kind() + "List\", \"apiVersion\": \"" + type.apiVersion());
    out.write("\", \"metadata\": {\"resourceVersion\": \"9000000\"" + token + "}, \"items\": [");
    for (int i = from; i < to; i++) {
      out.write(i == from ? "" : ",");
      out.write(objectGenerator.object(request, i));
    }
    out.write("]}");
  }

  @Override
  public void close() {
    expireWatches();
    server.stop(0);
  }
}
