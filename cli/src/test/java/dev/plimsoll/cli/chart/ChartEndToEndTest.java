package dev.plimsoll.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.Chart;
import dev.plimsoll.testkit.manifests.Overlay;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the chart gives, on a real control plane. */
@RealControlPlane
class ChartEndToEndTest {
  private static final String POLICIES = "/apis/plimsoll.dev/v1alpha1/capacitypolicies";

  /** By the account, the token by which the API server knows it. */
  private static final Map<String, String> TOKENS =
      Map.of(
          "plimsoll-extender", "extender-account",
          "plimsoll-scheduler", "scheduler-account",
          "plimsoll-admission", "admission-account",
          "plimsoll-console", "console-account",
          "plimsoll-advisor", "advisor-account");

  @TempDir private static Path folder;
  private static ControlPlane plane;
  private static ApplyingApi objects;

  static Stream<String> matrix() {
    return ChartTest.matrix();
  }

  static Stream<Overlay> overlays() {
    return Overlay.all().stream();
  }

  @BeforeAll
  static void start() throws Exception {
    plane = ControlPlane.start(folder);
    objects = new ApplyingApi(plane.api());
    for (String name : List.of("plimsoll", "vision", "speech")) {
      plane.api().create("/api/v1/namespaces", "{\"metadata\": {\"name\": \"" + name + "\"}}");
    }
    for (JsonObject object : Overlay.of("crds").objects()) {
      assertThat(objects.apply(object, "")).isEmpty();
    }
    Await.until("policies are served", () -> plane.api().isThere(POLICIES));
  }

  @AfterAll
  static void close() {
    plane.close();
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void the_API_server_takes_every_field_of_what_the_chart_gives(String values) throws IOException {
    for (JsonObject object : Chart.objects(values)) {
      if (!JsonPaths.text(object, "apiVersion").matches("(cert-manager|monitoring\\.coreos).*")) {
        assertThat(objects.apply(object, "&dryRun=All")).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void accounts_may_do_what_the_manifests_say_and_nothing_more(Overlay overlay) throws Exception {
    List<JsonObject> rbac =
        overlay.objects().stream()
            .filter(o -> JsonPaths.text(o, "apiVersion").startsWith("rbac."))
            .filter(o -> !overlay.folder().endsWith("crds"))
            .toList();
    for (JsonObject object : rbac) {
      assertThat(objects.apply(object, "")).isEmpty();
    }

    for (Map.Entry<String, String> account : TOKENS.entrySet()) {
      for (String namespace : List.of("plimsoll", "kube-system", "vision")) {
        AdminApi caller = plane.api(account.getValue());
        Set<String> expected = AccountRules.granted(rbac, plane.api(), account.getKey(), namespace);
        expected.addAll(AccountRules.reviewed(plane.api("tenant"), namespace));
        Await.until(
            "%s may do in %s just %s".formatted(account.getKey(), namespace, expected),
            () -> AccountRules.reviewed(caller, namespace).equals(expected));
      }
    }
    for (JsonObject object : rbac) {
      objects.delete(object);
    }
  }
}
