package dev.plimsoll.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.Chart;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the chart's other objects say of its pods is true of them. */
class ChartPodsTest {
  private static final String EVERYTHING =
      """
      scheduler: {enabled: true, mode: %s, replicas: 2}
      admission: {enabled: true}
      console: {enabled: true}
      advisor: {enabled: true}
      digest: {enabled: true, tenants: [{name: team-a, webhookSecret: team-a}]}
      networkPolicy: {enabled: true}
      """;

  private static List<JsonObject> objects(String mode, String kind) {
    return Chart.objects(EVERYTHING.formatted(mode)).stream()
        .filter(o -> JsonPaths.text(o, "kind").equals(kind))
        .toList();
  }

  private static JsonObject labels(JsonObject deployment) {
    return JsonPaths.objectAt(deployment, "spec", "template", "metadata", "labels");
  }

  private static boolean isSelected(JsonObject deployment, JsonObject selector) {
    JsonObject wanted = JsonPaths.objectAt(selector, "matchLabels");
    return labels(deployment).entrySet().containsAll(wanted.entrySet());
  }

  private static List<String> names(List<JsonObject> objects) {
    return objects.stream().map(o -> JsonPaths.text(o, "metadata", "name")).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"second", "control-plane"})
  void each_role_has_one_network_policy_whose_ports_it_listens_on(String mode) {
    List<JsonObject> policies = objects(mode, "NetworkPolicy");
    List<JsonObject> workloads = new ArrayList<>(objects(mode, "Deployment"));
    objects(mode, "CronJob").stream()
        .map(job -> JsonPaths.objectAt(job, "spec", "jobTemplate"))
        .forEach(workloads::add);

    assertThat(policies).hasSameSizeAs(workloads);
    for (JsonObject deployment : workloads) {
      List<JsonObject> its =
          policies.stream()
              .filter(p -> isSelected(deployment, JsonPaths.objectAt(p, "spec", "podSelector")))
              .toList();

      assertThat(its).as(labels(deployment).toString()).hasSize(1);
      assertThat(allowedPorts(its.get(0))).isEqualTo(ports(deployment));
    }
  }

  private static Set<String> allowedPorts(JsonObject policy) {
    return JsonPaths.objects(policy, "spec", "ingress").stream()
        .flatMap(rule -> JsonPaths.objects(rule, "ports").stream())
        .map(port -> JsonPaths.text(port, "port"))
        .collect(Collectors.toSet());
  }

  /** Ports of containers by name; what listens on loopback has none. */
  private static Set<String> ports(JsonObject deployment) {
    JsonObject pod = JsonPaths.objectAt(deployment, "spec", "template", "spec");
    return Stream.of("initContainers", "containers")
        .flatMap(field -> list(pod, field))
        .flatMap(container -> list(container, "ports"))
        .map(port -> JsonPaths.text(port, "name"))
        .collect(Collectors.toSet());
  }

  private static Stream<JsonObject> list(JsonObject object, String field) {
    return JsonPaths.at(object, field).map(JsonElement::getAsJsonArray).stream()
        .flatMap(array -> array.asList().stream())
        .map(JsonElement::getAsJsonObject);
  }

  @Test
  void replicas_that_are_ready_together_are_evicted_one_at_a_time() {
    List<JsonObject> evictable = new ArrayList<>();
    for (JsonObject budget : objects("control-plane", "PodDisruptionBudget")) {
      assertThat(JsonPaths.text(budget, "spec", "maxUnavailable")).isEqualTo("1");
      objects("control-plane", "Deployment").stream()
          .filter(d -> isSelected(d, JsonPaths.objectAt(budget, "spec", "selector")))
          .forEach(evictable::add);
    }

    assertThat(names(evictable))
        .containsExactlyInAnyOrder("plimsoll-admission", "plimsoll-advisor", "plimsoll-console");
  }

  @Test
  void replicas_are_spread_over_nodes() {
    for (JsonObject deployment : objects("control-plane", "Deployment")) {
      assertThat(JsonPaths.text(deployment, "spec", "replicas")).isEqualTo("2");
      JsonObject pod = JsonPaths.objectAt(deployment, "spec", "template", "spec");
      Optional<JsonObject> spread =
          list(pod, "topologySpreadConstraints").findFirst().or(() -> antiAffinity(pod));

      assertThat(spread).as(pod.toString()).isPresent();
      assertThat(JsonPaths.text(spread.orElseThrow(), "topologyKey"))
          .isEqualTo("kubernetes.io/hostname");
      assertThat(isSelected(deployment, JsonPaths.objectAt(spread.orElseThrow(), "labelSelector")))
          .isTrue();
    }
  }

  private static Optional<JsonObject> antiAffinity(JsonObject pod) {
    return JsonPaths.object(pod, "affinity", "podAntiAffinity").stream()
        .flatMap(affinity -> list(affinity, "preferredDuringSchedulingIgnoredDuringExecution"))
        .map(term -> JsonPaths.objectAt(term, "podAffinityTerm"))
        .findFirst();
  }

  @ParameterizedTest
  @ValueSource(strings = {"second", "control-plane"})
  void the_extender_has_the_volumes_that_its_files_need(String mode) {
    JsonObject pod =
        Chart.objects(
                """
                scheduler:
                  enabled: true
                  mode: %s
                  config: {deviceHours: {file: /var/lib/plimsoll/hours.jsonl}}
                  extraVolumes: [{name: hours, persistentVolumeClaim: {claimName: hours}}]
                  extraVolumeMounts: [{name: hours, mountPath: /var/lib/plimsoll}]
                """
                    .formatted(mode))
            .stream()
            .filter(o -> JsonPaths.text(o, "kind").equals("Deployment"))
            .map(o -> JsonPaths.objectAt(o, "spec", "template", "spec"))
            .findFirst()
            .orElseThrow();
    List<JsonObject> mounting =
        Stream.of("initContainers", "containers")
            .flatMap(list -> JsonPaths.objects(pod, list).stream())
            .filter(
                c ->
                    JsonPaths.objects(c, "volumeMounts").stream()
                        .anyMatch(m -> JsonPaths.text(m, "mountPath").equals("/var/lib/plimsoll")))
            .toList();

    assertThat(mounting).hasSize(1);
    assertThat(JsonPaths.text(mounting.get(0), "name")).isEqualTo("extender");
    assertThat(JsonPaths.objects(pod, "volumes"))
        .extracting(v -> JsonPaths.text(v, "name"))
        .contains("hours");
    assertThat(JsonPaths.text(pod, "securityContext", "fsGroup")).isEqualTo("65532");
  }
}
