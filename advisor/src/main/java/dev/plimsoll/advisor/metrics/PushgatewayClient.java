package dev.plimsoll.advisor.metrics;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.live.UnreachableException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** A Pushgateway, where figures of a job stay after it has ended. */
public final class PushgatewayClient {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final String JOB = "/metrics/job/plimsoll-advisor";

  private PushgatewayClient() {}

  /**
   * Does nothing if that can be a Pushgateway.
   *
   * @throws InputException if the URL is none
   */
  public static void check(String url) {
    request(url, "");
  }

  /**
   * Replaces the metrics of the last run.
   *
   * @throws InputException if the URL is none, or the gateway doesn't take them
   * @throws UnreachableException if it doesn't answer
   */
  public static void push(String url, String metrics) {
    HttpRequest request = request(url, metrics);
    try {
      HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() >= 300) {
        throw new InputException(
            "The Pushgateway at "
                + url
                + " didn't take the metrics ("
                + answer.statusCode()
                + "): "
                + answer.body().lines().findFirst().orElse("no reason given")
                + ".");
      }
    } catch (IOException e) {
      throw new UnreachableException(
          "The Pushgateway at " + url + " can't be reached, so the metrics of this run are lost.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException("Pushing the metrics was interrupted.");
    }
  }

  private static HttpRequest request(String url, String metrics) {
    try {
      return HttpRequest.newBuilder(URI.create(url.replaceAll("/+$", "") + JOB))
          .timeout(TIMEOUT)
          .header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
          .PUT(HttpRequest.BodyPublishers.ofString(metrics))
          .build();
    } catch (IllegalArgumentException e) {
      throw new InputException(
          "\"" + url + "\" is no URL of a Pushgateway; give one such as http://pushgateway:9091.");
    }
  }
}
