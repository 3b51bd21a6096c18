package dev.plimsoll.console;

import dev.plimsoll.console.config.ExtenderAddress;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.ClientTls;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;

/**
 * Asks the extender's API with the caller's token, so that the extender decides what the caller may
 * see. Where no extender can be asked, that is the answer: none is never said of what isn't known.
 */
final class ExtenderApi {
  /** The paths that the extender answers. */
  static final List<String> PATHS =
      List.of(
          "/api/v1/shares",
          "/api/v1/assumed-pods",
          "/api/v1/reservations",
          "/api/v1/held-pods",
          "/api/v1/decisions");

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int MOST_BYTES = 64 << 20;
  private static final int MOST_CALLS = 8;

  /** Answers that are the caller's mistake, or should be tried again. */
  private static final Set<Integer> PASSED_ON = Set.of(200, 400, 403, 404, 429, 503);

  private static final Reply NOT_KNOWN =
      Reply.error(
          501,
          "not known here: shares, held and assumed pods, reservations and decisions are the"
              + " extender's, and console.extender names none");

  private final URI url;
  private final HttpClient client;
  private final Semaphore calls = new Semaphore(MOST_CALLS);

  private ExtenderApi(ExtenderAddress address) {
    url = address.url();
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .proxy(HttpClient.Builder.NO_PROXY);
    address.authorities().map(ClientTls::trusting).ifPresent(builder::sslContext);
    client = builder.build();
  }

  /**
   * Returns the routes.
   *
   * @param guard who is answered at all
   * @throws dev.plimsoll.kube.InputException if the file of authorities can't be used
   */
  static List<Route> routes(Optional<ExtenderAddress> address, AccessGuard guard) {
    Optional<ExtenderApi> api = address.map(ExtenderApi::new);
    return PATHS.stream()
        .map(
            path ->
                guard.admitting(
                    Route.get(path, call -> api.map(a -> a.answer(path, call)).orElse(NOT_KNOWN))))
        .toList();
  }

  private Reply answer(String path, Call call) {
    if (!calls.tryAcquire()) {
      return Reply.error(503, "too many requests; retry later");
    }
    try {
      return ask(path, call);
    } catch (IOException e) {
      return Reply.error(502, "the extender at " + url + " doesn't answer");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Reply.error(503, "the service is shutting down");
    } finally {
      calls.release();
    }
  }

  private Reply ask(String path, Call call) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path + query(call.query()))).timeout(TIMEOUT);
    if (!call.token().isEmpty()) {
      request.header("Authorization", "Bearer " + call.token());
    }
    HttpResponse<InputStream> response =
        client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    try (InputStream in = response.body()) {
      String type = response.headers().firstValue("Content-Type").orElse("");
      if (!PASSED_ON.contains(response.statusCode()) || !type.startsWith(Reply.JSON)) {
        return Reply.error(
            502, "the extender at " + url + " answered with status " + response.statusCode());
      }
      byte[] body = in.readNBytes(MOST_BYTES + 1);
      return body.length > MOST_BYTES
          ? Reply.error(502, "the extender at " + url + " answered with more than 64 MiB")
          : new Reply(response.statusCode(), Reply.JSON, body);
    }
  }

  private static String query(Map<String, String> parameters) {
    return parameters.isEmpty()
        ? ""
        : new TreeMap<>(parameters)
            .entrySet().stream()
                .map(p -> encode(p.getKey()) + "=" + encode(p.getValue()))
                .collect(Collectors.joining("&", "?", ""));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
