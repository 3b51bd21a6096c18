package dev.plimsoll.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import dev.plimsoll.testkit.plane.ControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** The Secret of the webhook's CA, by the real Helm. */
@EnabledIfEnvironmentVariable(
    named = "KUBEBUILDER_ASSETS",
    matches = ".+",
    disabledReason = "KUBEBUILDER_ASSETS names no folder with etcd and kube-apiserver")
class HelmSecretEndToEndTest {
  private static final String SECRETS = "/api/v1/namespaces/plimsoll/secrets";
  private static final String SECRET = SECRETS + "/plimsoll-admission-ca";

  @TempDir private Path folder;

  @BeforeEach
  void requireHelm() {
    assumeThat(Tool.isThere("helm")).isTrue();
  }

  /** The service made it in an earlier version, and Helm can't own what it didn't make. */
  @Test
  void an_installation_beside_an_older_Secret_succeeds_once_the_Secret_is_deleted()
      throws Exception {
    try (ControlPlane plane = plane()) {
      Tool helm = new Tool("helm", plane.kubeconfig("admin"));
      JsonObject unused =
          plane
              .api()
              .create(
                  SECRETS,
                  """
                  {"metadata": {"name": "plimsoll-admission-ca"}, "type": "Opaque",
                    "data": {"ca.crt": "b2xk"}}""");

      Tool.Output denied = run(helm, "install", "admission.enabled=true");
      assertThat(denied.code()).isNotZero();
      assertThat(denied.text()).contains("plimsoll-admission-ca", "invalid ownership metadata");
      plane.api().delete(SECRET);
      succeed(helm, "install", "admission.enabled=true");

      assertThat(plane.api().get(SECRET).has("data")).isFalse();
    }
  }

  @Test
  void an_installation_makes_it_and_upgrades_keep_what_the_service_has_written() throws Exception {
    try (ControlPlane plane = plane()) {
      Tool helm = new Tool("helm", plane.kubeconfig("admin"));

      succeed(helm, "install", "admission.enabled=true");
      JsonObject unused = plane.api().patch(SECRET, "{\"data\": {\"ca.crt\": \"bmV3\"}}");
      succeed(helm, "upgrade", "admission.replicas=3");

      assertThat(plane.api().get(SECRET).getAsJsonObject("data").get("ca.crt").getAsString())
          .isEqualTo("bmV3");
      Tool.Output removed = helm.run("uninstall", "plimsoll", "-n", "plimsoll");
      assertThat(removed.code()).as(removed.text()).isZero();
      assertThat(plane.api().isThere(SECRET)).isFalse();
    }
  }

  private ControlPlane plane() throws Exception {
    ControlPlane plane = ControlPlane.start(folder, List.of());
    JsonObject unused =
        plane.api().create("/api/v1/namespaces", "{\"metadata\": {\"name\": \"plimsoll\"}}");
    return plane;
  }

  private static void succeed(Tool helm, String what, String value)
      throws IOException, InterruptedException {
    Tool.Output output = run(helm, what, value);
    assertThat(output.code()).as(output.text()).isZero();
  }

  private static Tool.Output run(Tool helm, String what, String value)
      throws IOException, InterruptedException {
    return helm.run(
        what,
        "plimsoll",
        ManifestFiles.FOLDER.resolve("chart").toString(),
        "-n",
        "plimsoll",
        "--set",
        "image.repository=registry.example.com/plimsoll,scheduler.enabled=false,admission.enabled=true,"
            + value);
  }
}
