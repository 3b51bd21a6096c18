package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.admission.LiveAdmission;
import dev.plimsoll.admission.config.AdmissionServiceConfiguration;
import dev.plimsoll.cli.chart.ApplyingApi;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.Kustomize;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kubectl installs the folders as they are on a real control plane, and removes them. */
@RealControlPlane
class SeparateInstallationsEndToEndTest {
  private static final List<String> SHARED = List.of("namespace", "crds", "capacity-policies");
  private static final List<String> ROLES =
      List.of(
          "control-plane",
          "second-scheduler",
          "admission",
          "console",
          "advisor/watch/post",
          "policies/extender",
          "policies/advisor",
          "policies/pods");

  private static final String LEASE =
      "/apis/coordination.k8s.io/v1/namespaces/plimsoll/leases/plimsoll-admission";
  private static final String LEDGERS = "/apis/plimsoll.dev/v1alpha1/quotaledgers";
  private static final String SECRET = "/api/v1/namespaces/plimsoll/secrets/plimsoll-admission-ca";
  private static final String PODS = "/api/v1/namespaces/vision/pods";
  private static final Path KUBECTL =
      Path.of(Optional.ofNullable(System.getenv("KUBEBUILDER_ASSETS")).orElse(""))
          .resolve("kubectl");

  @TempDir private Path folder;
  private ControlPlane plane;
  private ApplyingApi objects;

  @BeforeEach
  void start() throws Exception {
    Assumptions.assumeTrue(Files.isExecutable(KUBECTL), "KUBEBUILDER_ASSETS has no kubectl");
    plane =
        ControlPlane.start(
            Files.createDirectory(folder.resolve("plane")),
            List.of(
                "resourcequota-controller", "namespace-controller", ControlPlane.SERVICE_ACCOUNTS));
    objects = new ApplyingApi(plane.api());
    for (String each : SHARED) {
      if (each.equals("capacity-policies")) {
        Await.until(
            "policies are served",
            () -> plane.api().isThere("/apis/plimsoll.dev/v1alpha1/capacitypolicies"));
      }
      kubectl("apply", each);
    }
  }

  @AfterEach
  void close() {
    if (plane != null) {
      plane.close();
    }
  }

  private void kubectl(String verb, String manifest) throws Exception {
    Path printed = folder.resolve("kubectl.out");
    int exitCode =
        new ProcessBuilder(
                KUBECTL.toString(),
                verb,
                "--kubeconfig",
                plane.kubeconfig("admin").toString(),
                "-k",
                ManifestFiles.FOLDER.resolve(manifest).toString())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start()
            .waitFor();
    assertThat(exitCode)
        .as("kubectl %s -k %s: %s", verb, manifest, Files.readString(printed))
        .isZero();
  }

  private static List<JsonObject> built(String manifest) {
    return new Kustomize(List.of(KUBECTL.toString(), "kustomize"))
        .build(ManifestFiles.FOLDER.resolve(manifest));
  }

  /** Returns the UIDs of what folders have, by what each is. */
  private Map<String, String> uids(List<String> manifests) throws IOException {
    Map<String, String> uids = new TreeMap<>();
    for (String manifest : manifests) {
      for (JsonObject object : built(manifest)) {
        uids.put(
            ManifestFiles.key(object),
            JsonPaths.text(plane.api().get(objects.path(object)), "metadata", "uid"));
      }
    }
    return uids;
  }

  @Test
  void each_folder_is_removed_and_all_others_stay() throws Exception {
    for (String role : ROLES) {
      kubectl("apply", role);
    }
    List<String> left = new ArrayList<>(SHARED);
    left.addAll(ROLES);
    for (String role : ROLES) {
      left.remove(role);
      Map<String, String> before = uids(left);

      kubectl("delete", role);

      assertThat(uids(left)).as("after delete -k " + role).isEqualTo(before);
      for (JsonObject object : built(role)) {
        assertThat(objects.isThere(object)).as(ManifestFiles.key(object)).isFalse();
      }
    }
  }

  @Test
  void the_webhook_leads_with_the_folder_as_it_is_and_its_uninstall_leaves_nothing()
      throws Exception {
    List<String> others = List.of("control-plane", "console", "advisor/watch/post");
    for (String role : Stream.concat(others.stream(), Stream.of("admission")).toList()) {
      kubectl("apply", role);
    }
    AdminApi api = plane.api();
    JsonObject unused =
        api.create(
            "/api/v1/namespaces",
            "{\"metadata\": {\"name\": \"vision\", \"labels\": {\"plimsoll.dev/strict\": \"true\"}}}");
    JsonObject unusedQuota =
        api.create(
            "/api/v1/namespaces/vision/resourcequotas",
            "{\"metadata\": {\"name\": \"gpus\"}, \"spec\": {\"hard\": {\"pods\": \"10\"}}}");
    Await.until(
        "pods can be made", () -> api.isThere("/api/v1/namespaces/vision/serviceaccounts/default"));
    pod(
        "gated",
        "plimsoll.dev/waits-for",
        "[{\"name\": \"a.example/b\"}, {\"name\": \"plimsoll.dev/share\"}]");
    pod("others", "a.example/b", "[{\"name\": \"a.example/b\"}]");
    run(api);
    List<JsonObject> installed = built("admission");
    Map<String, String> before = uids(Stream.concat(SHARED.stream(), others.stream()).toList());

    CliRun uninstall =
        CliRun.of("uninstall", "admission", "--kubeconfig", plane.kubeconfig("admin").toString());

    assertThat(uninstall.exitCode()).as(uninstall.err()).isZero();
    for (JsonObject object : installed) {
      assertThat(objects.isThere(object)).as(ManifestFiles.key(object)).isFalse();
    }
    assertThat(api.isThere(LEASE)).isFalse();
    assertThat(api.isThere(SECRET)).isFalse();
    assertThat(api.list(LEDGERS)).isEmpty();
    assertThat(api.get(PODS).toString()).doesNotContain("plimsoll.dev/");
    assertThat(api.get(PODS + "/gated").toString()).contains("a.example/b");
    assertThat(uids(Stream.concat(SHARED.stream(), others.stream()).toList())).isEqualTo(before);
  }

  private void pod(String name, String annotation, String gates) throws IOException {
    JsonObject unused =
        plane
            .api()
            .create(
                PODS,
                """
                {"metadata": {"name": "%s", "annotations": {"%s": "x"}}, "spec":
                  {"schedulingGates": %s, "containers": [{"name": "c", "image": "i"}]}}
                """
                    .formatted(name, annotation, gates));
  }

  /** Runs the role by the configuration and with the rights that are installed, until it leads. */
  private void run(AdminApi api) throws Exception {
    String configuration =
        api.list("/api/v1/namespaces/plimsoll/configmaps").stream()
            .filter(
                c -> JsonPaths.text(c, "metadata", "name").startsWith("plimsoll-admission-config-"))
            .map(c -> JsonPaths.text(c, "data", "serve.yaml"))
            .findFirst()
            .orElseThrow();
    JsonObject serve = ManifestFiles.parse(configuration).get(0);
    serve.remove("management");
    JsonPaths.objectAt(serve, "admission", "listen").addProperty("address", "127.0.0.1");
    JsonPaths.objectAt(serve, "admission", "listen").addProperty("port", 0);
    JsonPaths.objectAt(serve, "cluster")
        .addProperty("kubeconfig", plane.kubeconfig("admission-account").toString());
    Path file = Files.writeString(folder.resolve("serve.yaml"), serve.toString());
    LiveAdmission started =
        LiveAdmission.start(AdmissionServiceConfiguration.read(file).orElseThrow(), "end-to-end");
    try {
      Await.until("it leads", () -> api.isThere(LEASE));
      Await.until("it has its CA", () -> api.isThere(SECRET));
      Await.until("it keeps a ledger", () -> !api.list(LEDGERS).isEmpty());
      Await.until(
          "its CA is in the webhooks",
          () -> installedWebhooks(api).stream().allMatch(w -> w.toString().contains("caBundle")));
    } finally {
      started.close();
    }
  }

  private static List<JsonObject> installedWebhooks(AdminApi api) throws IOException {
    List<JsonObject> webhooks = new ArrayList<>();
    for (String kind : List.of("validating", "mutating")) {
      webhooks.add(
          api.get(
              "/apis/admissionregistration.k8s.io/v1/"
                  + kind
                  + "webhookconfigurations/plimsoll-admission"));
    }
    return webhooks;
  }
}
