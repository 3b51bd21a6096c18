package dev.plimsoll.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What whoever takes over the role admission can do, on a real API server. */
@EnabledIfEnvironmentVariable(
    named = "KUBEBUILDER_ASSETS",
    matches = ".+",
    disabledReason = "KUBEBUILDER_ASSETS names no folder with etcd and kube-apiserver")
class AdmissionPoliciesEndToEndTest {
  private static final String PODS = "/api/v1/namespaces/team/pods";
  private static final String SECRETS = "/api/v1/namespaces/plimsoll/secrets";
  private static final String WEBHOOK =
      "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/plimsoll-admission";
  private static final String POD =
      """
      {"metadata": {"name": "%s", "labels": {"a": "b"}, "annotations": {"other": "x"}}, "spec": {
        "schedulingGates": [{"name": "plimsoll.dev/share"}, {"name": "example.com/other"}],
        "containers": [{"name": "c", "image": "i"}]}}""";

  @TempDir private static Path folder;
  private static ControlPlane plane;
  private static AdminApi role;

  @BeforeAll
  static void start() throws Exception {
    plane =
        ControlPlane.start(
            folder,
            List.of("resourcequota-controller", "validatingadmissionpolicy-status-controller"));
    role = plane.api("admission-account");
    for (String file : List.of("namespace/namespace.yaml", "admission/rbac.yaml")) {
      create(file);
    }
    JsonObject unused =
        plane.api().create("/api/v1/namespaces", "{\"metadata\": {\"name\": \"team\"}}");
    create("policies/admission/policy.yaml");
    JsonObject unusedPod = plane.api().create(PODS, POD.formatted("worker"));
    Await.until(
        "the policy of pods is in force",
        () ->
            patch("worker", "{\"metadata\": {\"labels\": {\"a\": \"c\"}}}", "?dryRun=All").code()
                >= 400);
  }

  @AfterAll
  static void close() {
    plane.close();
  }

  private static void create(String file) throws Exception {
    for (JsonObject object : AdmissionManifests.read(file)) {
      String path = AdmissionEndToEndCluster.path(object).replaceFirst("policys$", "policies");
      JsonObject unused = plane.api().create(path, object.toString());
    }
  }

  private static AdminApi.Answer patch(String pod, String patch, String query) throws Exception {
    return role.exchange(
        "PATCH", PODS + "/" + pod + query, "application/strategic-merge-patch+json", patch);
  }

  private static String message(AdminApi.Answer answer) {
    return answer.code() < 300 ? "" : answer.body().get("message").getAsString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'spec': {'containers': [{'name': 'c', 'image': 'evil'}]}}",
        "{'spec': {'tolerations': [{'key': 'k', 'operator': 'Exists'}]}}",
        "{'spec': {'activeDeadlineSeconds': 1}}",
        "{'spec': {'nodeSelector': {'a': 'b'}}}",
        "{'spec': {'schedulingGates': [{'name': 'example.com/other', '$patch': 'delete'}]}}",
        "{'metadata': {'labels': {'a': 'c'}}}",
        "{'metadata': {'labels': null}}",
        "{'metadata': {'annotations': {'other': 'y'}}}",
        "{'metadata': {'annotations': {'other': null}}}",
        "{'metadata': {'annotations': {'more': 'x'}}}",
        "{'metadata': {'finalizers': ['example.com/f']}}",
        "{'metadata': {'ownerReferences': [{'apiVersion': 'v1', 'kind': 'Pod', 'name': 'x', 'uid': 'u'}]}}"
      })
  void of_a_pod_the_role_may_change_nothing_else(String patch) throws Exception {
    assertThat(message(patch("worker", patch.replace('\'', '"'), "")))
        .contains("ValidatingAdmissionPolicy 'plimsoll-admission'");
  }

  @Test
  void of_a_pod_the_role_may_remove_its_gate_and_say_what_the_pod_waits_for() throws Exception {
    JsonObject unused = plane.api().create(PODS, POD.formatted("gated"));

    assertThat(
            message(
                patch(
                    "gated",
                    "{\"metadata\": {\"annotations\": {\"plimsoll.dev/waits-for\": \"share\"}}}",
                    "")))
        .isEmpty();
    assertThat(
            message(
                patch(
                    "gated",
                    """
                    {"metadata": {"annotations": {"plimsoll.dev/waits-for": null}}, "spec":
                      {"schedulingGates": [{"name": "plimsoll.dev/share", "$patch": "delete"}]}}""",
                    "")))
        .isEmpty();
    assertThat(plane.api().get(PODS + "/gated").getAsJsonObject("spec").toString())
        .doesNotContain("plimsoll.dev/share")
        .contains("example.com/other");
  }

  /** The price of certificates of the service's own, and what cert-manager spares. */
  @Test
  void the_webhook_configuration_is_open_to_the_role_only_if_it_issues_certificates()
      throws Exception {
    JsonObject unused =
        plane
            .api()
            .create(
                "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
                AdmissionManifests.read("admission/webhook.yaml").get(0).toString());
    String more =
        """
        {"webhooks": [{"name": "evil.example.com", "failurePolicy": "Ignore", "sideEffects": "None",
          "admissionReviewVersions": ["v1"], "clientConfig": {"url": "https://example.com/"},
          "rules": [{"operations": ["CREATE"], "apiGroups": [""], "apiVersions": ["v1"],
            "resources": ["secrets"]}]}]}""";
    assertThat(forbidden("PATCH", WEBHOOK, more)).isEqualTo(403);
    assertThat(forbidden("POST", SECRETS, "{\"metadata\": {\"name\": \"x\"}}")).isEqualTo(403);

    create("admission/certificates-rbac.yaml");

    Await.until("it may", () -> forbidden("PATCH", WEBHOOK + "?dryRun=All", more) == 200);
    assertThat(message(secret("plimsoll-admission-ca", "Opaque"))).isEmpty();
    assertThat(message(secret("another", "Opaque"))).contains("plimsoll-admission-ca and no other");
    assertThat(message(secret("plimsoll-admission-ca", "kubernetes.io/service-account-token")))
        .contains("'plimsoll-admission-secrets'");
  }

  private static AdminApi.Answer secret(String name, String type) throws Exception {
    return role.exchange(
        "POST",
        SECRETS + "?dryRun=All",
        "application/json",
        """
        {"metadata": {"name": "%s", "annotations":
          {"kubernetes.io/service-account.name": "plimsoll-admission"}}, "type": "%s"}"""
            .formatted(name, type));
  }

  private static int forbidden(String method, String path, String body) throws Exception {
    String type =
        method.equals("PATCH") ? "application/strategic-merge-patch+json" : "application/json";
    return role.exchange(method, path, type, body).code();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
        "/apis/rbac.authorization.k8s.io/v1/namespaces/plimsoll/rolebindings",
        "/api/v1/namespaces/plimsoll/serviceaccounts/default/token",
        "/api/v1/namespaces/team/pods",
        "/apis/apps/v1/namespaces/plimsoll/deployments"
      })
  void the_role_creates_nothing_that_gives_it_more(String path) throws Exception {
    assertThat(forbidden("POST", path, "{}")).isEqualTo(403);
  }
}
