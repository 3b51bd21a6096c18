package dev.plimsoll.advisor.notify;

import com.google.gson.JsonArray;
import dev.plimsoll.kube.live.UnreachableException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/** Posts alerts by version 2 of Alertmanager's API. */
final class AlertmanagerClient {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int MOST_ALERTS = 500;

  private final AlertmanagerSettings settings;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build();

  AlertmanagerClient(AlertmanagerSettings settings) {
    this.settings = settings;
  }

  /**
   * Posts the alerts, a part at a time. A failure leaves earlier parts posted; posting all again
   * does no harm.
   *
   * @throws UnreachableException if Alertmanager doesn't answer, or rejects the alerts
   */
  void post(List<SentAlert> alerts) throws InterruptedException {
    for (int from = 0; from < alerts.size(); from += MOST_ALERTS) {
      JsonArray part = new JsonArray();
      alerts.subList(from, Math.min(alerts.size(), from + MOST_ALERTS)).stream()
          .map(a -> a.json(settings.page()))
          .forEach(part::add);
      post(part.toString());
    }
  }

  private void post(String body) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(settings.url() + "/api/v2/alerts"))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    int code;
    try {
      code = client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      throw new UnreachableException(
          "cannot reach Alertmanager at "
              + settings.url()
              + "; the alerts are posted again in "
              + settings.interval().toSeconds()
              + " seconds.");
    }
    if (code != 200) {
      throw new UnreachableException(
          "Alertmanager at " + settings.url() + " answered " + code + " to alerts, not 200.");
    }
  }
}
