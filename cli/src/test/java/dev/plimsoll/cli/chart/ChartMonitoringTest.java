package dev.plimsoll.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.Chart;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Metrics are where the PodMonitor looks for them, and only for those who may read them. */
class ChartMonitoringTest {
  private static final String MONITORED = "{monitoring: {enabled: true}}";

  static Stream<String> matrix() {
    return ChartTest.matrix();
  }

  private static JsonObject endpoint(String values) {
    return JsonPaths.objects(only(values, "PodMonitor"), "spec", "podMetricsEndpoints").get(0);
  }

  private static JsonObject only(String values, String kind) {
    return ofKind(Chart.objects(values), kind).findFirst().orElseThrow();
  }

  private static Stream<JsonObject> ofKind(List<JsonObject> objects, String kind) {
    return objects.stream().filter(o -> JsonPaths.text(o, "kind").equals(kind));
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void each_role_listens_at_the_port_that_the_pod_monitor_names(String values) {
    String name = JsonPaths.text(endpoint(MONITORED), "port");
    List<JsonObject> objects = Chart.objects(values);
    List<Integer> named = new ArrayList<>();
    ofKind(objects, "Deployment")
        .flatMap(d -> Stream.of("initContainers", "containers").map(c -> containers(d, c)))
        .flatMap(List::stream)
        .flatMap(c -> JsonPaths.objects(c, "ports").stream())
        .filter(p -> JsonPaths.text(p, "name").equals(name))
        .forEach(p -> named.add(p.get("containerPort").getAsInt()));
    List<Integer> listened =
        ofKind(objects, "ConfigMap")
            .flatMap(c -> Stream.of("serve.yaml", "advisor.yaml").flatMap(f -> file(c, f).stream()))
            .map(f -> JsonPaths.object(f, "metrics", "listen").orElseThrow())
            .map(l -> l.get("port").getAsInt())
            .toList();

    assertThat(named).hasSameSizeAs(ofKind(objects, "Deployment").toList()).isEqualTo(listened);
  }

  private static List<JsonObject> containers(JsonObject deployment, String kind) {
    return JsonPaths.objects(deployment, "spec", "template", "spec", kind);
  }

  private static Optional<JsonObject> file(JsonObject map, String name) {
    return JsonPaths.string(map, "data", name).map(text -> ManifestFiles.parse(text).get(0));
  }

  @Test
  void the_pod_monitor_shows_a_token_that_may_read_metrics_and_nothing_else() {
    List<JsonObject> objects = Chart.objects(MONITORED);
    JsonObject secret = ofKind(objects, "Secret").findFirst().orElseThrow();
    JsonObject role =
        ofKind(objects, "ClusterRole").filter(r -> isReader(r)).findFirst().orElseThrow();

    assertThat(JsonPaths.text(endpoint(MONITORED), "authorization", "credentials", "name"))
        .isEqualTo(JsonPaths.text(secret, "metadata", "name"));
    assertThat(JsonPaths.text(secret, "type")).isEqualTo("kubernetes.io/service-account-token");
    assertThat(role.getAsJsonArray("rules"))
        .hasToString("[{\"nonResourceURLs\":[\"/metrics\"],\"verbs\":[\"get\"]}]");
  }

  private static boolean isReader(JsonObject role) {
    return JsonPaths.text(role, "metadata", "name").equals("plimsoll-metrics-reader");
  }

  @Test
  void with_a_scrape_class_no_token_is_made() {
    String values = "{monitoring: {enabled: true, scrapeClass: own-token}}";
    List<JsonObject> objects = Chart.objects(values);

    assertThat(JsonPaths.text(only(values, "PodMonitor"), "spec", "scrapeClass"))
        .isEqualTo("own-token");
    assertThat(endpoint(values).has("authorization")).isFalse();
    assertThat(ofKind(objects, "Secret")).isEmpty();
    assertThat(ofKind(objects, "ServiceAccount")).isEmpty();
    assertThat(ofKind(objects, "ClusterRole").filter(ChartMonitoringTest::isReader)).hasSize(1);
  }

  @Test
  void networks_let_scrapers_come_from_where_values_say_and_probes_from_anywhere() {
    String role = "admission: {enabled: true}, networkPolicy: {enabled: true";

    assertThat(from("{" + role + "}}", "management")).contains(new JsonArray());
    assertThat(from("{" + role + "}}", "metrics"))
        .hasValueSatisfying(f -> assertThat(f.toString()).contains("monitoring"));
    assertThat(from("{" + role + ", metricsFrom: [{podSelector: {}}]}}", "metrics"))
        .hasValueSatisfying(f -> assertThat(f).hasToString("[{\"podSelector\":{}}]"));
    assertThat(from("{" + role + ", metricsFrom: []}}", "metrics")).isEmpty();
  }

  @Test
  void networks_let_reviews_come_from_where_values_say_or_else_from_anywhere() {
    String role = "admission: {enabled: true}, networkPolicy: {enabled: true";

    assertThat(from("{" + role + "}}", "admission")).contains(new JsonArray());
    assertThat(
            from("{" + role + ", admissionFrom: [{ipBlock: {cidr: 10.0.0.2/32}}]}}", "admission"))
        .hasValueSatisfying(
            f -> assertThat(f).hasToString("[{\"ipBlock\":{\"cidr\":\"10.0.0.2/32\"}}]"));
  }

  /** Returns from where a port may be reached: empty if from nowhere, no one if from anywhere. */
  private static Optional<JsonArray> from(String values, String port) {
    return JsonPaths.objects(only(values, "NetworkPolicy"), "spec", "ingress").stream()
        .filter(
            rule ->
                JsonPaths.objects(rule, "ports").stream()
                    .anyMatch(p -> JsonPaths.text(p, "port").equals(port)))
        .map(rule -> rule.get("from") instanceof JsonArray f ? f : new JsonArray())
        .findFirst();
  }
}
