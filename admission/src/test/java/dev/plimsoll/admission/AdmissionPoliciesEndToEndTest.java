package dev.plimsoll.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What whoever takes over the role admission can do, on a real API server. */
@RealControlPlane
class AdmissionPoliciesEndToEndTest {
  private static final String PODS = "/api/v1/namespaces/team/pods";
  private static final String SECRETS = "/api/v1/namespaces/plimsoll/secrets";
  private static final String REGISTRATION = "/apis/admissionregistration.k8s.io/v1/";

  /** Each webhook configuration of the role, and the name of its webhook. */
  private static final Map<String, String> CONFIGURATIONS =
      Map.of(
          REGISTRATION + "validatingwebhookconfigurations/plimsoll-admission",
          "quota.plimsoll.dev",
          REGISTRATION + "mutatingwebhookconfigurations/plimsoll-admission",
          "gate.plimsoll.dev");

  private static final String STRATEGIC = "application/strategic-merge-patch+json";
  private static final String LABEL = "{\"metadata\": {\"labels\": {\"a\": \"c\"}}}";
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
    for (String file :
        List.of(
            "namespace/namespace.yaml",
            "admission/rbac.yaml",
            "admission/certificates-rbac.yaml",
            "admission/webhook.yaml",
            "admission/gates.yaml",
            "admission/policy.yaml")) {
      create(file);
    }
    JsonObject unused =
        plane.api().create("/api/v1/namespaces", "{\"metadata\": {\"name\": \"team\"}}");
    JsonObject unusedPod = plane.api().create(PODS, POD.formatted("worker"));
    Await.until(
        "the policy of pods is in force",
        () -> message(patch("worker", LABEL, "?dryRun=All")).contains("denied request"));
    for (String configuration : CONFIGURATIONS.keySet()) {
      Await.until(
          "the policy of webhook configurations is in force",
          () ->
              message(send("PATCH", configuration + "?dryRun=All", STRATEGIC, LABEL))
                  .contains("denied request"));
    }
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
    return send("PATCH", PODS + "/" + pod + query, STRATEGIC, patch);
  }

  private static AdminApi.Answer send(String method, String path, String type, String body)
      throws Exception {
    return role.exchange(method, path, type, body);
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        {'webhooks': [{'name': 'evil.example.com', 'failurePolicy': 'Ignore', 'sideEffects': 'None',
          'admissionReviewVersions': ['v1'], 'clientConfig': {'url': 'https://example.com/'},
          'rules': [{'operations': ['CREATE'], 'apiGroups': [''], 'apiVersions': ['v1'],
            'resources': ['secrets']}]}]}""",
        "{'webhooks': [{'name': '%s', '$patch': 'delete'}]}",
        "{'webhooks': [{'name': '%s', 'rules': [{'operations': ['*'], 'apiGroups': ['*'],"
            + " 'apiVersions': ['*'], 'resources': ['*/*']}]}]}",
        "{'webhooks': [{'name': '%s', 'rules': null}]}",
        "{'webhooks': [{'name': '%s', 'clientConfig': {'service': {'namespace': 'team'}}}]}",
        "{'webhooks': [{'name': '%s', 'clientConfig': {'service': {'path': '/other'}}}]}",
        "{'webhooks': [{'name': '%s', 'clientConfig': {'caBundle': null, 'service': {'port': 1}}}]}",
        "{'webhooks': [{'name': '%s', 'clientConfig': {'service': null, 'url':"
            + " 'https://example.com/'}}]}",
        "{'webhooks': [{'name': '%s', 'namespaceSelector': null}]}",
        "{'webhooks': [{'name': '%s', 'objectSelector': {'matchLabels': {'a': 'b'}}}]}",
        "{'webhooks': [{'name': '%s', 'timeoutSeconds': 29}]}",
        "{'webhooks': [{'name': '%s', 'failurePolicy': 'Fail'}]}",
        "{'webhooks': [{'name': '%s', 'matchPolicy': 'Exact'}]}",
        "{'webhooks': [{'name': '%s', 'sideEffects': 'None', 'matchConditions': [{'name': 'a',"
            + " 'expression': '1 == 1'}]}]}",
        "{'metadata': {'labels': {'a': 'b'}}}",
        "{'metadata': {'annotations': {'a': 'b'}}}",
        "{'metadata': {'finalizers': ['example.com/f']}}",
        "{'metadata': {'ownerReferences': [{'apiVersion': 'v1', 'kind': 'Pod', 'name': 'x', 'uid': 'u'}]}}"
      })
  void of_a_webhook_configuration_the_role_may_change_nothing_else(String patch) throws Exception {
    for (Map.Entry<String, String> each : CONFIGURATIONS.entrySet()) {
      String changed = patch.replace("%s", each.getValue()).replace('\'', '"');

      assertThat(message(send("PATCH", each.getKey(), STRATEGIC, changed)))
          .as(each.getKey())
          .contains("ValidatingAdmissionPolicy 'plimsoll-admission-webhooks'");
    }
  }

  @Test
  void of_a_webhook_configuration_the_role_may_write_caBundle() throws Exception {
    String bundle =
        Base64.getEncoder()
            .encodeToString(Files.readAllBytes(WebhookCertificate.in(folder).certificate()));
    for (Map.Entry<String, String> each : CONFIGURATIONS.entrySet()) {
      String patch =
          """
          {"webhooks": [{"name": "%s", "clientConfig": {"caBundle": "%s"}}]}"""
              .formatted(each.getValue(), bundle);

      assertThat(message(send("PATCH", each.getKey(), STRATEGIC, patch))).isEmpty();
      assertThat(plane.api().get(each.getKey()).toString()).contains(bundle);
    }
  }

  @Test
  void the_role_neither_creates_nor_deletes_webhook_configurations() throws Exception {
    for (String each : CONFIGURATIONS.keySet()) {
      assertThat(code("DELETE", each, "")).isEqualTo(403);
      assertThat(code("POST", each.substring(0, each.lastIndexOf('/')), "{}")).isEqualTo(403);
      assertThat(code("PUT", each, "{}")).isEqualTo(403);
      assertThat(code("PATCH", each + "-other", "{}")).isEqualTo(403);
    }
  }

  /** A token's Secret is what its type makes it, and the type of a Secret can't be changed. */
  @Test
  void of_Secrets_the_role_may_write_its_own_which_can_become_no_token() throws Exception {
    String body =
        """
        {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "%s", "annotations":
          {"kubernetes.io/service-account.name": "default"}}, "type": "%s", "data": {"ca.crt": "YQ=="}}""";
    String token = "kubernetes.io/service-account-token";
    String own = SECRETS + "/plimsoll-admission-ca";

    assertThat(code("PUT", own, body.formatted("plimsoll-admission-ca", "Opaque"))).isEqualTo(200);
    assertThat(code("PUT", own, body.formatted("plimsoll-admission-ca", token))).isEqualTo(422);
    assertThat(code("PATCH", own, "{\"data\": null}")).isEqualTo(403);
    assertThat(code("DELETE", own, "")).isEqualTo(403);
    assertThat(code("GET", SECRETS, "")).isEqualTo(403);
    for (String name : List.of("another", "plimsoll-admission-ca")) {
      assertThat(code("POST", SECRETS, body.formatted(name, token))).isEqualTo(403);
      assertThat(code("POST", SECRETS, body.formatted(name, "Opaque"))).isEqualTo(403);
    }
    assertThat(plane.api().get(own).toString()).contains("YQ==");
  }

  /** As kubectl, Helm and GitOps tools do with each new version of the manifests. */
  @Test
  void applied_again_the_Secret_keeps_its_certificate() throws Exception {
    JsonObject shipped = AdmissionManifests.read("admission/certificates-rbac.yaml").get(0);
    String own = SECRETS + "/plimsoll-admission-ca";
    String filled =
        "{\"metadata\": {\"name\": \"plimsoll-admission-ca\"}, \"data\": {\"ca.crt\": \"YWdhaW4=\"}}";

    assertThat(code("PUT", own, filled)).isEqualTo(200);
    AdminApi.Answer applied =
        plane
            .api()
            .exchange(
                "PATCH",
                own + "?fieldManager=apply&force=true",
                "application/apply-patch+yaml",
                shipped.toString());

    assertThat(message(applied)).isEmpty();
    assertThat(JsonPaths.text(applied.body(), "data", "ca.crt")).isEqualTo("YWdhaW4=");
    assertThat(JsonPaths.text(applied.body(), "type")).isEqualTo("Opaque");
  }

  private static int code(String method, String path, String body) throws Exception {
    return send(method, path, method.equals("PATCH") ? STRATEGIC : "application/json", body).code();
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
    assertThat(code("POST", path, "{}")).isEqualTo(403);
  }
}
