package dev.plimsoll.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.marcnuri.helm.LintResult;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.Chart;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import dev.plimsoll.testkit.manifests.Overlay;
import io.kubernetes.client.openapi.JSON;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ChartTest {
  private static final String EVERYTHING =
      """
      namespace: {create: true}
      image: {repository: registry.example/plimsoll, tag: "1.2", pullPolicy: Always, pullSecrets: [{name: registry}]}
      scheduler:
        enabled: true
        mode: %s
        config: {journal: {decisions: 10}}
        serviceAccount: {annotations: {example.com/role: scheduler}}
        podAnnotations: {example.com/note: "1"}
        podLabels: {example.com/team: platform}
        nodeSelector: {kubernetes.io/os: linux}
        tolerations: [{key: example.com/infra, operator: Exists}]
        affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: example.com/infra, operator: Exists}]}]}}}
        topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {a: b}}}]
        kubeScheduler: {config: {percentageOfNodesToScore: 50}}
      admission: {enabled: true, replicas: 3, tls: {mode: cert-manager}, priorityClassName: ""}
      console: {enabled: true, tls: {mode: cert-manager}, config: {console: {extender: {url: "https://extender.example:8444"}}}}
      advisor: {enabled: true, mode: apply, watch: %s, suspendedWork: true, arguments: [--report-namespace=reports], priorityClassName: low}
      admissionPolicies: {extender: {enabled: true}, advisor: {enabled: true}, pods: {enabled: true, schedulers: [plimsoll]}}
      networkPolicy: {enabled: true, extraEgress: [{ports: [{port: 9090}]}]}
      rbac: {writeNamespaces: [vision, speech]}
      """;

  static Stream<String> matrix() {
    return Stream.concat(
        Stream.of(
            EVERYTHING.formatted("second", true),
            EVERYTHING.formatted("second", false),
            EVERYTHING.formatted("control-plane", true),
            EVERYTHING.formatted("control-plane", false),
            "scheduler: {enabled: true, mode: control-plane, replicas: 2}",
            "admission: {enabled: true, failurePolicy: Fail, tls: {caBundle: QUJD}}",
            "advisor: {enabled: true, mode: report, watch: false}",
            "{}"),
        Overlay.all().stream().map(o -> o.values().toString()));
  }

  @Test
  void helm_finds_nothing_to_complain_of() {
    LintResult result = Chart.lint();

    assertThat(result.isFailed()).isFalse();
    assertThat(result.getMessages()).noneMatch(m -> m.contains("[ERROR]") || m.contains("[WARN"));
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void every_object_has_only_fields_that_its_kind_has(String values) {
    assertThat(Chart.objects(values)).isNotEmpty().allSatisfy(ChartTest::parseStrictly);
  }

  @Test
  void a_field_that_a_kind_does_not_have_would_be_found() {
    JsonObject service =
        ManifestFiles.parse(
                "{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {selectors: {a: b}}}")
            .get(0);

    assertThatThrownBy(() -> parseStrictly(service)).hasMessageContaining("selectors");
  }

  private static void parseStrictly(JsonObject object) {
    String version = JsonPaths.text(object, "apiVersion");
    String kind = JsonPaths.text(object, "kind");
    if (version.matches("(cert-manager\\.io|monitoring\\.coreos\\.com|plimsoll\\.dev)/.*")) {
      return;
    }
    assertThat(version).as("an API that client-java reads").matches("v1|.*/v1");
    try {
      Class<?> type = Class.forName("io.kubernetes.client.openapi.models.V1" + kind);
      assertThat(JSON.<Object>deserialize(object.toString(), type)).isNotNull();
    } catch (ClassNotFoundException e) {
      throw new AssertionError(version + " " + kind + " isn't known", e);
    }
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void every_pod_meets_the_restricted_standard(String values) {
    for (JsonObject object : Chart.objects(values)) {
      for (JsonObject pod : pods(object)) {
        assertThat(JsonPaths.text(pod, "securityContext", "runAsNonRoot")).isEqualTo("true");
        assertThat(JsonPaths.text(pod, "securityContext", "seccompProfile", "type"))
            .isEqualTo("RuntimeDefault");
        assertThat(containers(pod)).isNotEmpty().allSatisfy(ChartTest::isRestricted);
      }
    }
  }

  private static List<JsonObject> pods(JsonObject object) {
    return Stream.of(
            JsonPaths.object(object, "spec", "template", "spec"),
            JsonPaths.object(object, "spec", "jobTemplate", "spec", "template", "spec"))
        .flatMap(pod -> pod.stream())
        .toList();
  }

  private static List<JsonObject> containers(JsonObject pod) {
    List<JsonObject> containers = new ArrayList<>();
    for (String field : List.of("initContainers", "containers")) {
      JsonPaths.at(pod, field)
          .map(JsonElement::getAsJsonArray)
          .orElseGet(JsonArray::new)
          .forEach(c -> containers.add(c.getAsJsonObject()));
    }
    return containers;
  }

  private static void isRestricted(JsonObject container) {
    assertThat(JsonPaths.text(container, "securityContext", "allowPrivilegeEscalation"))
        .isEqualTo("false");
    assertThat(JsonPaths.text(container, "securityContext", "readOnlyRootFilesystem"))
        .isEqualTo("true");
    assertThat(JsonPaths.at(container, "securityContext", "capabilities", "drop"))
        .map(Object::toString)
        .contains("[\"ALL\"]");
    assertThat(JsonPaths.object(container, "resources", "requests").orElseThrow().keySet())
        .contains("cpu", "memory");
  }

  @Test
  void by_default_nothing_runs_and_nothing_decides() {
    assertThat(Chart.objects("{}"))
        .extracting(o -> JsonPaths.text(o, "kind"))
        .containsOnly("CustomResourceDefinition", "ClusterRole");
  }

  @Test
  void a_definition_stays_when_the_release_goes_unless_it_is_said_otherwise() {
    assertThat(definitions("{}"))
        .hasSize(4)
        .allSatisfy(
            d ->
                assertThat(JsonPaths.text(d, "metadata", "annotations", "helm.sh/resource-policy"))
                    .isEqualTo("keep"));
    assertThat(definitions("crds: {keep: false}"))
        .hasSize(4)
        .allSatisfy(d -> assertThat(JsonPaths.object(d, "metadata", "annotations")).isEmpty());
  }

  private static List<JsonObject> definitions(String values) {
    return Chart.objects(values).stream()
        .filter(o -> JsonPaths.text(o, "kind").equals("CustomResourceDefinition"))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{scheduler: {enable: true}} | at '/scheduler': additional properties 'enable' not allowed",
        "{admision: {enabled: true}} | additional properties 'admision' not allowed",
        "{scheduler: {enabled: yes please}} | at '/scheduler/enabled': got string, want boolean",
        "{scheduler: {mode: first}} | at '/scheduler/mode': value must be one of",
        "{scheduler: {replicas: 3}} | at '/scheduler/replicas': maximum: got 3, want 2",
        "{scheduler: {config: {schedular: {}}}} | at '/scheduler/config': additional properties",
        "{admission: {config: {scheduler: {}}}} | at '/admission/config': additional properties",
        "{advisor: {mode: watch}} | at '/advisor/mode': value must be one of",
        "{admission: {tls: {caBundle: '-----BEGIN'}}} | at '/admission/tls/caBundle'",
        "{image: {digest: latest}} | at '/image/digest'",
        "{rbac: {writeNamespaces: [Vision_1]}} | at '/rbac/writeNamespaces/0'",
        "{advisor: {enabled: true, mode: report}} | advisor.watch needs advisor.mode post or apply",
        "{capacityPolicies: {gpus: {}}} | capacityPolicies can't be created in the same step",
      })
  void bad_values_are_denied_with_where_and_why(String values, String message) {
    assertThatThrownBy(() -> Chart.render(values)).hasMessageContaining(message);
  }

  @Test
  void policies_of_admission_are_denied_where_the_cluster_has_none() {
    String values = "{crds: {install: false}, admissionPolicies: {pods: {enabled: true}}}";

    assertThatThrownBy(() -> Chart.render(values, "plimsoll", "v1.29.4"))
        .hasMessageContaining(
            "admission.enabled and admissionPolicies need Kubernetes 1.30 or newer, and this cluster is v1.29.4");
    assertThat(Chart.render(values, "plimsoll", "v1.30.0")).hasSize(1);
  }

  @Test
  void kube_scheduler_is_of_the_clusters_version() {
    assertThat(
            Chart.render("scheduler: {enabled: true}", "plimsoll", "v1.33.5-eks-1a2b3c")
                .get("second-scheduler/deployment.yaml"))
        .singleElement()
        .asString()
        .contains("image: registry.k8s.io/kube-scheduler:v1.33.5\n");
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void in_another_namespace_nothing_speaks_of_the_usual_one(String values) {
    Chart.render(values, "gpu-quota", "v1.36.2")
        .forEach(
            (template, documents) ->
                assertThat(documents)
                    .as(template)
                    .allSatisfy(
                        d ->
                            assertThat(d)
                                .doesNotContainPattern("(?m)amespace: plimsoll$")
                                .doesNotContain(
                                    "serviceaccount:plimsoll:", "plimsoll.svc", ", plimsoll]")));
  }

  @Test
  void a_changed_configuration_replaces_pods_and_the_same_does_not() {
    String once = deployment("admission: {enabled: true}");
    String changed =
        deployment("admission: {enabled: true, config: {admission: {undecided: Allow}}}");

    assertThat(deployment("admission: {enabled: true}"))
        .isEqualTo(once)
        .contains("checksum/config");
    assertThat(changed).isNotEqualTo(once);
  }

  private static String deployment(String values) {
    return Chart.render(values).getOrDefault("admission/deployment.yaml", List.of()).stream()
        .filter(d -> d.contains("kind: Deployment"))
        .findFirst()
        .orElseThrow();
  }
}
