package dev.plimsoll.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.marcnuri.helm.Helm;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.Chart;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import dev.plimsoll.testkit.manifests.Overlay;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Helm installs, upgrades and uninstalls the chart on a real control plane. */
@RealControlPlane
class ReleaseEndToEndTest {
  private static final String DEFINITION =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/capacitypolicies.plimsoll.dev";
  private static final String POLICIES = "/apis/plimsoll.dev/v1alpha1/capacitypolicies";
  private static final String SECRET = "/api/v1/namespaces/plimsoll/secrets/plimsoll-admission-ca";
  private static final String MINE =
      """
      {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "CapacityPolicy", "metadata": {"name": "mine"},
       "spec": {"tenants": [{"name": "vision", "namespaces": ["vision"]}],
         "resources": [{"name": "nvidia.com/gpu"}], "division": {"type": "Demand"}}}
      """;
  private static final String ROLES =
      """
      scheduler: {enabled: true}
      admission: {enabled: true}
      advisor: {enabled: true}
      networkPolicy: {enabled: true}
      """;
  private static final String THEIRS =
      """
      capacityPolicies:
        theirs: {tenants: [{name: speech, namespaces: [speech]}], resources: [{name: a.example/gpu}], division: {type: Demand}}
      """;

  @TempDir private Path folder;
  private ControlPlane plane;
  private ApplyingApi objects;
  private Path kubeconfig;

  @BeforeEach
  void start() throws Exception {
    plane = ControlPlane.start(Files.createDirectory(folder.resolve("plane")));
    kubeconfig = plane.kubeconfig("admin");
    objects = new ApplyingApi(plane.api());
  }

  @AfterEach
  void close() {
    plane.close();
  }

  private Path values(String values) throws IOException {
    return Files.writeString(folder.resolve("values.yaml"), values);
  }

  private String install(String values) throws IOException {
    return new Helm(Chart.FOLDER)
        .install()
        .withName("plimsoll")
        .withNamespace("plimsoll")
        .createNamespace()
        .withKubeConfig(kubeconfig)
        .withValuesFile(values(values))
        .call()
        .getOutput();
  }

  private void upgrade(Path chart, String values) throws IOException {
    assertThat(
            new Helm(chart)
                .upgrade()
                .withName("plimsoll")
                .withNamespace("plimsoll")
                .withKubeConfig(kubeconfig)
                .withValuesFile(values(values))
                .call()
                .getStatus())
        .isEqualTo("deployed");
  }

  private void uninstall() {
    assertThat(
            Helm.uninstall("plimsoll").withNamespace("plimsoll").withKubeConfig(kubeconfig).call())
        .contains("kept due to the resource policy", "capacitypolicies.plimsoll.dev");
  }

  @Test
  void a_namespace_of_the_chart_is_not_for_helm_install() {
    assertThatThrownBy(() -> install("namespace: {create: true}"))
        .hasMessageContaining("namespaces \"plimsoll\" already exists");
  }

  private String uid(String name) throws IOException {
    return JsonPaths.text(plane.api().get(POLICIES + "/" + name), "metadata", "uid");
  }

  /** The next version of the chart: a definition has one column more. */
  private Path nextChart() throws IOException {
    Path next = folder.resolve("next");
    try (Stream<Path> files = Files.walk(Chart.FOLDER)) {
      for (Path file : files.toList()) {
        Files.copy(file, next.resolve(Chart.FOLDER.relativize(file).toString()));
      }
    }
    Path definition = next.resolve("templates/crds/capacitypolicies.yaml");
    String columns = "      additionalPrinterColumns:\n";
    String text = Files.readString(definition);
    assertThat(text).containsOnlyOnce(columns);
    Files.writeString(
        definition,
        text.replace(
            columns,
            columns
                + "        - {name: Next, type: date, jsonPath: .metadata.creationTimestamp}\n"));
    return next;
  }

  @Test
  void an_upgrade_changes_definitions_and_neither_it_nor_an_uninstall_loses_an_object()
      throws Exception {
    assertThat(install(ROLES)).contains("STATUS: deployed");
    for (JsonObject object : Chart.objects(ROLES)) {
      assertThat(objects.isThere(object)).as(ManifestFiles.key(object)).isTrue();
    }
    Await.until("policies are served", () -> plane.api().isThere(POLICIES));
    JsonObject unused = plane.api().create(POLICIES, MINE);
    String mine = uid("mine");

    upgrade(nextChart(), ROLES + THEIRS);

    assertThat(plane.api().get(DEFINITION).toString()).contains("\"name\":\"Next\"");
    assertThat(uid("mine")).isEqualTo(mine);
    assertThat(uid("theirs")).isNotEmpty();

    uninstall();

    assertThat(uid("mine")).isEqualTo(mine);
    assertThat(
            plane.api().isThere("/apis/apps/v1/namespaces/plimsoll/deployments/plimsoll-admission"))
        .isFalse();

    assertThat(install("{}")).contains("STATUS: deployed");
    assertThat(uid("mine")).isEqualTo(mine);
  }

  private String authority() throws IOException {
    return JsonPaths.text(plane.api().get(SECRET), "data", "ca.crt");
  }

  private void fillSecret() throws IOException {
    JsonObject filled = plane.api().patch(SECRET, "{\"data\": {\"ca.crt\": \"YQ==\"}}");
    assertThat(filled.has("data")).isTrue();
  }

  @Test
  void an_upgrade_keeps_the_certificate_of_the_webhook() throws Exception {
    assertThat(install(ROLES)).contains("STATUS: deployed");
    fillSecret();

    upgrade(nextChart(), ROLES);
    assertThat(authority()).isEqualTo("YQ==");
    upgrade(Chart.FOLDER, ROLES);
    assertThat(authority()).isEqualTo("YQ==");

    uninstall();
    assertThat(plane.api().isThere(SECRET)).isFalse();
  }

  /** Earlier versions of the service created the Secret, which Helm doesn't take over. */
  @Test
  void an_upgrade_leaves_a_Secret_that_the_service_created() throws Exception {
    assertThat(install("{}")).contains("STATUS: deployed");
    JsonObject unused =
        plane
            .api()
            .create(
                "/api/v1/namespaces/plimsoll/secrets",
                "{\"metadata\": {\"name\": \"plimsoll-admission-ca\"}}");
    fillSecret();

    for (int i = 0; i < 2; i++) {
      upgrade(Chart.FOLDER, ROLES);
      assertThat(authority()).isEqualTo("YQ==");
    }
  }

  @Test
  void definitions_that_kubectl_applied_are_taken_over_where_they_are_marked_for_it()
      throws Exception {
    List<JsonObject> definitions = Overlay.of("crds").objects();
    for (JsonObject definition : definitions) {
      assertThat(objects.apply(definition, "")).isEmpty();
    }
    Await.until("policies are served", () -> plane.api().isThere(POLICIES));
    JsonObject unused = plane.api().create(POLICIES, MINE);
    String mine = uid("mine");
    assertThatThrownBy(() -> install("{}")).hasMessageContaining("cannot be imported");

    for (JsonObject definition : definitions) {
      JsonObject patched =
          plane
              .api()
              .patch(
                  objects.path(definition),
                  """
                  {"metadata": {"labels": {"app.kubernetes.io/managed-by": "Helm"}, "annotations":
                    {"meta.helm.sh/release-name": "plimsoll",
                     "meta.helm.sh/release-namespace": "plimsoll"}}}
                  """);
      assertThat(patched.has("metadata")).isTrue();
    }

    assertThat(install(THEIRS)).contains("STATUS: deployed");
    assertThat(uid("mine")).isEqualTo(mine);
    assertThat(uid("theirs")).isNotEmpty();
  }
}
