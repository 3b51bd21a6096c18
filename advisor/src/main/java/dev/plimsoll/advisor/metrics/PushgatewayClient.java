package dev.plimsoll.advisor.metrics;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.live.UnreachableException;
import io.prometheus.metrics.exporter.pushgateway.Format;
import io.prometheus.metrics.exporter.pushgateway.PushGateway;
import io.prometheus.metrics.exporter.pushgateway.Scheme;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A Pushgateway, where metrics of a job stay after it has ended. */
public final class PushgatewayClient {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final String BODY = "response body: ";

  private PushgatewayClient() {}

  /**
   * Checks that the URL can be that of a Pushgateway.
   *
   * @throws InputException if it cannot
   */
  public static void check(String url) {
    uri(url);
  }

  /**
   * Replaces the metrics of the last run.
   *
   * @throws InputException if the URL is invalid, or the gateway rejects the metrics
   * @throws UnreachableException if it doesn't answer
   */
  public static void push(String url, PrometheusRegistry metrics) {
    URI uri = uri(url);
    AtomicReference<HttpURLConnection> connection = new AtomicReference<>();
    PushGateway gateway =
        PushGateway.builder()
            .scheme(Scheme.fromString(uri.getScheme()))
            .address(uri.getRawAuthority() + uri.getRawPath())
            .job("plimsoll-advisor")
            .registry(metrics)
            .format(Format.PROMETHEUS_TEXT)
            .connectionTimeout(TIMEOUT)
            .readTimeout(TIMEOUT)
            .connectionFactory(u -> remembered(connection, u))
            .build();
    try {
      gateway.push();
    } catch (IOException e) {
      int code = code(connection.get());
      throw code < 0
          ? new UnreachableException(
              "cannot reach the Pushgateway at " + url + ", the metrics of this run are lost.")
          : new InputException(
              "the Pushgateway at " + url + " rejected the metrics (" + code + "): " + reason(e));
    }
  }

  private static HttpURLConnection remembered(AtomicReference<HttpURLConnection> last, URL url)
      throws IOException {
    HttpURLConnection connection = (HttpURLConnection) url.openConnection();
    connection.setInstanceFollowRedirects(false);
    last.set(connection);
    return connection;
  }

  /** Returns the status code of the gateway's answer, or -1 without an answer. */
  private static int code(@Nullable HttpURLConnection connection) {
    try {
      return connection == null ? -1 : connection.getResponseCode();
    } catch (IOException e) {
      return -1;
    }
  }

  /** Returns the first line of the answer, which the library puts behind its own words. */
  private static String reason(IOException e) {
    String said = String.valueOf(e.getMessage());
    int body = said.indexOf(BODY);
    return (body < 0 ? "" : said.substring(body + BODY.length()))
            .lines()
            .findFirst()
            .filter(l -> !l.isBlank())
            .orElse("no reason given")
        + ".";
  }

  private static URI uri(String url) {
    try {
      URI uri = URI.create(url.replaceAll("/+$", ""));
      String scheme = String.valueOf(uri.getScheme());
      if (uri.getHost() != null && (scheme.equals("http") || scheme.equals("https"))) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      throw invalid(url);
    }
    throw invalid(url);
  }

  private static InputException invalid(String url) {
    return new InputException(
        "invalid Pushgateway URL \"" + url + "\": expected one such as http://pushgateway:9091.");
  }
}
