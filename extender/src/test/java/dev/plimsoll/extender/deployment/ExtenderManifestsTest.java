package dev.plimsoll.extender.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.extender.config.ServiceConfiguration;
import dev.plimsoll.server.http.HttpSettings;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import dev.plimsoll.testkit.manifests.Overlay;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1ClusterRole;
import io.kubernetes.client.openapi.models.V1ClusterRoleBinding;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1Role;
import io.kubernetes.client.openapi.models.V1RoleBinding;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExtenderManifestsTest {
  private static final Map<String, Class<?>> TYPES =
      Map.of(
          "v1/Namespace", V1Namespace.class,
          "v1/ServiceAccount", V1ServiceAccount.class,
          "v1/ConfigMap", V1ConfigMap.class,
          "v1/Service", V1Service.class,
          "apps/v1/Deployment", V1Deployment.class,
          "rbac.authorization.k8s.io/v1/Role", V1Role.class,
          "rbac.authorization.k8s.io/v1/RoleBinding", V1RoleBinding.class,
          "rbac.authorization.k8s.io/v1/ClusterRole", V1ClusterRole.class,
          "rbac.authorization.k8s.io/v1/ClusterRoleBinding", V1ClusterRoleBinding.class);

  @TempDir Path folder = Path.of("");

  static Stream<Overlay> overlays() {
    return Stream.of("control-plane", "second-scheduler").map(Overlay::of);
  }

  private static String text(JsonObject object, String field) {
    return object.get(field).getAsString();
  }

  private static void parseStrictly(JsonObject object) {
    String type = text(object, "apiVersion") + "/" + text(object, "kind");
    assertThat(TYPES).containsKey(type);
    Object parsed = JSON.deserialize(object.toString(), TYPES.get(type));
    assertThat(parsed).isNotNull();
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void every_object_has_only_fields_that_its_kind_has(Overlay overlay) {
    assertThat(overlay.objects())
        .hasSizeGreaterThan(5)
        .allSatisfy(ExtenderManifestsTest::parseStrictly);
  }

  @Test
  void a_field_that_a_kind_does_not_have_would_be_found() {
    JsonObject service =
        ManifestFiles.read(ManifestFiles.FOLDER.resolve("control-plane/service.yaml")).get(0);
    service.getAsJsonObject("spec").addProperty("selectors", "x");

    assertThatThrownBy(() -> parseStrictly(service)).hasMessageContaining("selectors");
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void pods_meet_the_restricted_standard_and_write_nowhere_but_to_their_volumes(Overlay overlay) {
    List<JsonObject> pods = deployments(overlay);

    assertThat(pods).isNotEmpty();
    for (JsonObject deployment : pods) {
      JsonObject pod =
          deployment.getAsJsonObject("spec").getAsJsonObject("template").getAsJsonObject("spec");
      JsonObject security = pod.getAsJsonObject("securityContext");
      assertThat(security.get("runAsNonRoot").getAsBoolean()).isTrue();
      assertThat(security.get("runAsUser").getAsLong()).isPositive();
      assertThat(text(security.getAsJsonObject("seccompProfile"), "type"))
          .isEqualTo("RuntimeDefault");
      assertThat(pod.keySet()).doesNotContain("hostNetwork", "hostPID", "hostIPC");
      assertThat(containers(pod)).allSatisfy(ExtenderManifestsTest::isRestricted);
      for (JsonElement volume : pod.getAsJsonArray("volumes")) {
        assertThat(volume.getAsJsonObject().keySet())
            .isSubsetOf("name", "configMap", "secret", "emptyDir");
      }
    }
  }

  private static List<JsonObject> deployments(Overlay overlay) {
    return overlay.objects().stream().filter(o -> text(o, "kind").equals("Deployment")).toList();
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void no_second_extender_is_ever_asked_by_the_same_scheduler(Overlay overlay) {
    for (JsonObject deployment : deployments(overlay)) {
      JsonObject spec = deployment.getAsJsonObject("spec");
      JsonObject pod = spec.getAsJsonObject("template").getAsJsonObject("spec");
      boolean hasItsOwnScheduler =
          containers(pod).stream().anyMatch(c -> text(c, "name").equals("kube-scheduler"));

      assertThat(spec.get("replicas").getAsLong()).isEqualTo(1);
      assertThat(
              hasItsOwnScheduler
                  || text(spec.getAsJsonObject("strategy"), "type").equals("Recreate"))
          .isTrue();
    }
  }

  @Test
  void of_two_replicas_one_leads_and_the_other_may_stand_by_for_ever() {
    JsonObject patch =
        ManifestFiles.read(ManifestFiles.FOLDER.resolve("leader-election/deployment.yaml")).get(0);
    JsonObject patched =
        ManifestFiles.read(ManifestFiles.FOLDER.resolve("control-plane/deployment.yaml")).get(0);
    JsonObject spec = patch.getAsJsonObject("spec");
    JsonObject extender =
        containers(spec.getAsJsonObject("template").getAsJsonObject("spec")).get(0);

    assertThat(ManifestFiles.key(patch)).isEqualTo(ManifestFiles.key(patched));
    assertThat(spec.get("replicas").getAsLong()).isEqualTo(2);
    assertThat(text(extender, "name")).isEqualTo("extender");
    assertThat(text(extender.getAsJsonObject("startupProbe").getAsJsonObject("httpGet"), "path"))
        .isEqualTo("/healthz");
    assertThat(extender.getAsJsonObject("readinessProbe").get("periodSeconds").getAsLong())
        .isEqualTo(1);
  }

  private static List<JsonObject> containers(JsonObject pod) {
    List<JsonObject> containers = new ArrayList<>();
    for (String field : List.of("initContainers", "containers")) {
      if (pod.has(field)) {
        pod.getAsJsonArray(field).forEach(c -> containers.add(c.getAsJsonObject()));
      }
    }
    return containers;
  }

  private static void isRestricted(JsonObject container) {
    JsonObject security = container.getAsJsonObject("securityContext");
    JsonArray all = new JsonArray();
    all.add("ALL");
    assertThat(security.get("allowPrivilegeEscalation").getAsBoolean()).isFalse();
    assertThat(security.get("readOnlyRootFilesystem").getAsBoolean()).isTrue();
    assertThat(security.getAsJsonObject("capabilities").get("drop")).isEqualTo(all);
    assertThat(security.keySet()).doesNotContain("privileged");
    assertThat(container.getAsJsonObject("resources").getAsJsonObject("requests").keySet())
        .contains("cpu", "memory");
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void the_service_reads_its_own_configuration(Overlay overlay) throws IOException {
    JsonObject map =
        overlay.objects().stream()
            .filter(o -> text(o, "kind").equals("ConfigMap"))
            .findFirst()
            .orElseThrow();
    ServiceConfiguration configuration = configuration(map);
    JsonObject scheduler = ManifestFiles.read(overlay.folder().resolve("scheduler.yaml")).get(0);
    JsonObject extender = scheduler.getAsJsonArray("extenders").get(0).getAsJsonObject();

    assertThat(text(extender, "urlPrefix"))
        .endsWith(":" + configuration.scheduler().port() + "/scheduler");
  }

  private ServiceConfiguration configuration(JsonObject map) throws IOException {
    return ServiceConfiguration.read(
        Files.writeString(
            folder.resolve("serve.yaml"), text(map.getAsJsonObject("data"), "serve.yaml")));
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void the_extenders_probes_ask_over_http_where_it_answers_everybody(Overlay overlay)
      throws IOException {
    JsonObject map =
        overlay.objects().stream()
            .filter(o -> text(o, "kind").equals("ConfigMap"))
            .findFirst()
            .orElseThrow();
    HttpSettings management = configuration(map).server().management().orElseThrow();
    JsonObject extender =
        containers(
                deployments(overlay)
                    .get(0)
                    .getAsJsonObject("spec")
                    .getAsJsonObject("template")
                    .getAsJsonObject("spec"))
            .stream()
            .filter(c -> text(c, "name").equals("extender"))
            .findFirst()
            .orElseThrow();

    assertThat(management.address()).isEqualTo("0.0.0.0");
    assertThat(extender.getAsJsonArray("ports").asList())
        .anySatisfy(
            port -> {
              assertThat(text(port.getAsJsonObject(), "name")).isEqualTo("management");
              assertThat(port.getAsJsonObject().get("containerPort").getAsInt())
                  .isEqualTo(management.port());
            });
    Map.of("startupProbe", "/readyz", "readinessProbe", "/readyz", "livenessProbe", "/healthz")
        .forEach(
            (probe, path) -> {
              JsonObject get = extender.getAsJsonObject(probe).getAsJsonObject("httpGet");
              assertThat(text(get, "path")).as(probe).isEqualTo(path);
              assertThat(text(get, "port")).as(probe).isEqualTo("management");
            });
  }

  @Test
  void out_of_memory_ends_the_process_rather_than_its_answers() throws IOException {
    assertThat(Files.readString(ManifestFiles.FOLDER.resolveSibling("release/options")))
        .contains("-XX:+ExitOnOutOfMemoryError\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"release/options", "plimsoll", "bench/isolation/run"})
  void the_kernel_is_told_which_threads_can_wait(String starter) throws IOException {
    assertThat(Files.readString(ManifestFiles.FOLDER.resolveSibling(starter)))
        .contains(
            "-XX:ThreadPriorityPolicy=1",
            "-XX:JavaPriority1_To_OSPriority=19",
            "-XX:JavaPriority9_To_OSPriority=0",
            "-XX:JavaPriority10_To_OSPriority=0",
            "-XX:-PrintWarnings");
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void the_scheduler_is_configured_with_fields_it_has_and_each_choice_says_why(Overlay overlay)
      throws IOException {
    Path file = overlay.folder().resolve("scheduler.yaml");
    SchedulerConfiguration.parseStrictly(ManifestFiles.read(file).get(0));

    List<String> lines = Files.readAllLines(file).stream().map(String::strip).toList();
    for (String choice : SchedulerConfiguration.CHOICES) {
      int set =
          IntStream.range(0, lines.size())
              .filter(i -> lines.get(i).startsWith(choice + ":"))
              .findFirst()
              .orElseThrow();
      assertThat(lines.get(set - 1)).as(choice).startsWith("#");
    }
    assertThat(lines).anySatisfy(line -> assertThat(line).startsWith("# No managedResources:"));
  }
}
