package dev.plimsoll.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.faults.Faults;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.ApiResponse;
import dev.plimsoll.testkit.verbs.Router;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The socket, and a thread for each open call, because a watch holds its own. */
final class HttpListener {
  static {
    // Else small answers wait 40 ms for the client's acknowledgement; the JDK offers no other way.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final Router router;
  private final Faults faults;
  private final ExecutorService threads;
  private final Queue<String> calls = new ConcurrentLinkedQueue<>();
  private int port;
  private HttpServer http;

  private HttpListener(Router router, Faults faults) throws IOException {
    this.router = router;
    this.faults = faults;
    this.threads =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "kube-api-server");
              thread.setDaemon(true);
              return thread;
            });
    this.http = bind();
    this.port = http.getAddress().getPort();
  }

  static HttpListener open(Router router, Faults faults) {
    try {
      return new HttpListener(router, faults);
    } catch (IOException e) {
      throw new UncheckedIOException("No port of the loopback interface can be opened.", e);
    }
  }

  private HttpServer bind() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
    return server;
  }

  /** Opens the port it had. */
  void listen() {
    try {
      http = bind();
    } catch (IOException e) {
      throw new UncheckedIOException("Port %d cannot be opened again.".formatted(port), e);
    }
  }

  void stop() {
    http.stop(0);
  }

  void close() {
    stop();
    threads.shutdownNow();
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  List<String> calls() {
    return List.copyOf(calls);
  }

  private void handle(HttpExchange exchange) throws IOException {
    ApiRequest request = ApiRequest.read(exchange);
    calls.add(request.method() + " " + request.target());
    try {
      ApiResponse apiResponse = answer(request);
      exchange.getResponseHeaders().put("Warning", request.warnings());
      apiResponse.send(exchange);
      exchange.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private ApiResponse answer(ApiRequest request) throws InterruptedException {
    try {
      Optional<ApiResponse> fault = faults.before(request);
      return fault.isPresent() ? fault.get() : faults.outgoing(request, router.answer(request));
    } catch (StatusError e) {
      return ApiResponse.ofError(e);
    } catch (RuntimeException e) {
      return ApiResponse.ofError(
          StatusError.of(500, "InternalError", "Internal error occurred: " + e));
    }
  }
}
