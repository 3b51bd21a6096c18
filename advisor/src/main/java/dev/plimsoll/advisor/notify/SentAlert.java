package dev.plimsoll.advisor.notify;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.report.GapDocumentation;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/**
 * An alert with its times, as Alertmanager takes it.
 *
 * @param alert the gap
 * @param startsAt when the gap began
 * @param endsAt when the gap ended, or until when Alertmanager takes it to last without news
 */
record SentAlert(GapAlert alert, Instant startsAt, Instant endsAt) {

  /**
   * Returns an item of Alertmanager's {@code postableAlerts}. Source: {@code
   * github.com/prometheus/alertmanager/api/v2/openapi.yaml}.
   *
   * @param page the URL of the console's page, to which the alert links
   */
  JsonObject json(Optional<URI> page) {
    JsonObject labels = new JsonObject();
    alert.labels().forEach(labels::addProperty);
    JsonObject annotations = new JsonObject();
    annotations.addProperty("summary", alert.summary());
    annotations.addProperty("docs", GapDocumentation.path(alert.kind()));
    JsonObject json = new JsonObject();
    json.add("labels", labels);
    json.add("annotations", annotations);
    json.addProperty("startsAt", startsAt.toString());
    json.addProperty("endsAt", endsAt.toString());
    page.ifPresent(p -> json.addProperty("generatorURL", p + "/gaps"));
    return json;
  }
}
