package dev.plimsoll.advisor.notify;

import dev.plimsoll.kube.yaml.Section;
import dev.plimsoll.model.gap.Severity;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The Alertmanager that gets alerts, and the gaps that become alerts.
 *
 * @param url such as {@code http://alertmanager.monitoring.svc:9093}, with a path if it has one
 * @param interval the time between two deliveries
 * @param least the least severity of such gaps
 * @param page the URL of the console's page, to which alerts link
 * @param labels labels that each alert gets, such as the name of the cluster
 */
public record AlertmanagerSettings(
    URI url, Duration interval, Severity least, Optional<URI> page, Map<String, String> labels) {
  /** The keys of the section {@code notify}. */
  public static final Set<String> SECTIONS = Set.of("alertmanager", "page");

  private static final Set<String> KEYS =
      Set.of("url", "intervalSeconds", "minimumSeverity", "labels");
  private static final Map<String, Severity> SEVERITIES =
      Map.of("Error", Severity.Error, "Warning", Severity.Warning, "Info", Severity.Info);
  private static final Pattern LABEL = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");
  private static final int INTERVAL = 60;
  private static final String EXPECTED =
      "must be a URL such as http://alertmanager.monitoring.svc:9093, without a user, query or"
          + " fragment";

  public AlertmanagerSettings {
    labels = Map.copyOf(labels);
  }

  /** Reads the section {@code notify}; errors are added to the document's errors. */
  public static Optional<AlertmanagerSettings> of(Section notify) {
    Optional<URI> page = notify.parsedText("page", AlertmanagerSettings::url);
    Section section = notify.section("alertmanager", KEYS);
    Map<String, String> labels = section.labels("labels");
    labels.keySet().stream()
        .filter(name -> !LABEL.matcher(name).matches())
        .forEach(name -> section.addError("labels", name + " is not the name of a label"));
    labels.keySet().stream()
        .filter(GapAlert.OWN_LABELS::contains)
        .forEach(name -> section.addError("labels", name + " is a label that each alert has"));
    Duration interval = Duration.ofSeconds(section.number("intervalSeconds", INTERVAL, 10, 3600));
    Severity least = section.choice("minimumSeverity", SEVERITIES, Severity.Warning);
    if (!section.has("url") && (notify.has("page") || notify.has("alertmanager"))) {
      section.addError("url", "is required");
    }
    return section
        .parsedText("url", AlertmanagerSettings::url)
        .map(url -> new AlertmanagerSettings(url, interval, least, page, labels));
  }

  private static URI url(String text) {
    try {
      URI url = new URI(text.replaceAll("/+$", ""));
      boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      boolean isBare =
          url.getRawUserInfo() == null && url.getRawQuery() == null && url.getRawFragment() == null;
      if (isHttp && isBare && url.getHost() != null) {
        return url;
      }
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(EXPECTED, e);
    }
    throw new IllegalArgumentException(EXPECTED);
  }
}
