package dev.plimsoll.server.config;

import dev.plimsoll.kube.yaml.Section;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Where Prometheus is, which keeps what the console has told it.
 *
 * @param url such as {@code http://prometheus.monitoring.svc:9090}, with a path if it has one
 * @param labels what its series of this cluster are labelled with, where it has those of several
 */
public record PrometheusSettings(URI url, Map<String, String> labels) {
  /** The keys of the section {@code prometheus}. */
  static final Set<String> KEYS = Set.of("url", "labels");

  private static final String EXPECTED =
      "must be a URL such as http://prometheus.monitoring.svc:9090, without a user, query or"
          + " fragment";
  private static final Pattern LABEL = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");

  public PrometheusSettings {
    labels = Map.copyOf(labels);
  }

  /** Reads the section; what is wrong is added to the document's errors. */
  static Optional<PrometheusSettings> of(Section section) {
    Optional<URI> url = section.parsedText("url", PrometheusSettings::url);
    Map<String, String> labels = section.labels("labels");
    labels.keySet().stream()
        .filter(name -> !LABEL.matcher(name).matches())
        .forEach(name -> section.addError("labels", name + " is not the name of a label"));
    if (!labels.isEmpty() && !section.has("url")) {
      section.addError("url", "is required");
    }
    return url.map(u -> new PrometheusSettings(u, labels));
  }

  private static URI url(String text) {
    try {
      URI url = new URI(text);
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

  /** Returns the labels as matchers of PromQL, each after a comma. */
  public String matchers() {
    StringBuilder matchers = new StringBuilder();
    new TreeMap<>(labels)
        .forEach(
            (name, value) ->
                matchers.append(',').append(name).append("=\"").append(quoted(value)).append('"'));
    return matchers.toString();
  }

  private static String quoted(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}
