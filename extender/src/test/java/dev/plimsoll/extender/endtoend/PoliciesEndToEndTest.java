package dev.plimsoll.extender.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real API server holds service accounts and tenants to the policies of the manifests. */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PoliciesEndToEndTest {
  private static final String POD = "/api/v1/namespaces/vision/pods/worker";
  private static final String TENANT =
      """
      {"metadata": {"name": "tenants", "namespace": "vision"},
       "rules": [{"apiGroups": [""], "resources": ["pods"], "verbs": ["*"]}]}
      """;
  private static final String TENANTS =
      """
      {"metadata": {"name": "tenants", "namespace": "vision"},
       "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "tenants"},
       "subjects": [{"kind": "User", "name": "tenant"}, {"kind": "User", "name": "system:node:a"}]}
      """;
  private static final String CAPACITY_POLICY =
      """
      {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "CapacityPolicy", "metadata": {"name": "gpus"},
       "spec": {"resources": [{"name": "nvidia.com/gpu"}], "tenants": [
         {"name": "vision", "namespaces": ["vision"]},
         {"name": "labelled", "selector": {
           "matchLabels": {"team": "nlp"},
           "matchExpressions": [
             {"key": "stage", "operator": "In", "values": ["test", "production"]},
             {"key": "stage", "operator": "NotIn", "values": ["test"]},
             {"key": "team", "operator": "Exists"},
             {"key": "private", "operator": "DoesNotExist"}]}}]}}
      """;

  private ControlPlane plane;

  @BeforeAll
  void startControlPlane(@TempDir Path folder) throws Exception {
    plane =
        ControlPlane.start(
            folder,
            List.of("resourcequota-controller", "validatingadmissionpolicy-status-controller"));
    for (String namespace : new String[] {"plimsoll", "vision", "stranger"}) {
      namespace(namespace, "{}");
    }
    namespace("nlp", "{\"team\": \"nlp\", \"stage\": \"production\"}");
    namespace("nlp-test", "{\"team\": \"nlp\", \"stage\": \"test\"}");
    namespace("nlp-private", "{\"team\": \"nlp\", \"stage\": \"production\", \"private\": \"\"}");
    create("crds/capacitypolicies.yaml");
    for (String rights :
        new String[] {"control-plane/role", "control-plane/rbac", "control-plane/rbac-write"}) {
      create(rights + ".yaml");
    }
    create("advisor/applying/base/rbac.yaml");
    String roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/vision/";
    create(plane.api(), roles + "roles", TENANT);
    create(plane.api(), roles + "rolebindings", TENANTS);
    Await.until(
        "policies can be created",
        () -> plane.api().isThere("/apis/plimsoll.dev/v1alpha1/capacitypolicies"));
    Await.until(
        "their schema is published",
        () -> plane.api().isThere("/openapi/v3/apis/plimsoll.dev/v1alpha1"));
    create(plane.api(), "/apis/plimsoll.dev/v1alpha1/capacitypolicies", CAPACITY_POLICY);
    create(plane.api(), "/api/v1/namespaces/vision/pods", pod("worker", ""));
    for (String policy : new String[] {"extender", "advisor", "pods"}) {
      create("policies/" + policy + "/policy.yaml");
    }
    AdminApi extender = as("extender-account");
    String label = "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}";
    Await.until(
        "the extender's policy is in force",
        () -> message(() -> extender.patch(POD + "?dryRun=All", label)).isPresent());
    Await.until("the advisor's is", () -> denialOfQuota("stranger", "in-force").isPresent());
    Await.until(
        "that of pods is", () -> denialOfPod("direct", ", \"nodeName\": \"a\"").isPresent());
  }

  @AfterAll
  void stopControlPlane() {
    plane.close();
  }

  private AdminApi as(String user) throws Exception {
    return plane.api(user);
  }

  private void namespace(String name, String labels) throws IOException {
    create(
        plane.api(),
        "/api/v1/namespaces",
        "{\"metadata\":{\"name\":\"" + name + "\",\"labels\":" + labels + "}}");
  }

  private void create(String file) throws IOException {
    new EndToEndCluster(plane.api()).add(file);
  }

  private static void create(AdminApi api, String path, String object) throws IOException {
    JsonObject unused = api.create(path, object);
  }

  private interface Write {
    JsonObject run() throws IOException;
  }

  private static Optional<String> message(Write write) {
    try {
      JsonObject unused = write.run();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.ofNullable(e.getMessage());
    }
  }

  private static String pod(String name, String more) {
    return pod(name, "nvidia.com/gpu", more);
  }

  private static String pod(String name, String resource, String more) {
    return """
        {"metadata": {"name": "%s"}, "spec": {"containers": [{"name": "c", "image": "i",
          "resources": {"limits": {"%s": "1"}}}]%s}}
        """
        .formatted(name, resource, more);
  }

  private Optional<String> denialOfPod(String name, String more) throws Exception {
    AdminApi tenant = as("tenant");
    return message(
        () -> tenant.create("/api/v1/namespaces/vision/pods?dryRun=All", pod(name, more)));
  }

  private Optional<String> denialOfQuota(String namespace, String name) throws Exception {
    AdminApi advisor = as("advisor-account");
    return message(
        () ->
            advisor.create(
                "/api/v1/namespaces/" + namespace + "/resourcequotas?dryRun=All",
                "{\"metadata\":{\"name\":\""
                    + name
                    + "\"},\"spec\":{\"hard\":{\"requests.nvidia.com/gpu\":\"1\"}}}"));
  }

  @Test
  void the_extender_may_set_its_annotation() throws Exception {
    AdminApi extender = as("extender-account");
    for (String time : new String[] {"\"now\"", "\"later\""}) {
      assertThatCode(
              () ->
                  extender.patch(
                      POD,
                      "{\"metadata\":{\"annotations\":{\"plimsoll.dev/requeued-at\":"
                          + time
                          + "}}}"))
          .doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'metadata':{'labels':{'team':'other'}}}",
        "{'metadata':{'annotations':{'other':'x'}}}",
        "{'metadata':{'annotations':{'plimsoll.dev/requeued-at':'x','plimsoll.dev/other':'x'}}}",
        "{'metadata':{'finalizers':['example.com/stuck']}}",
        "{'metadata':{'ownerReferences':[{'apiVersion':'v1','kind':'Pod','name':'x','uid':'x'}]}}",
        "{'spec':{'activeDeadlineSeconds':1}}"
      })
  void the_extender_may_change_nothing_else_of_a_pod(String patch) throws Exception {
    AdminApi extender = as("extender-account");

    assertThatThrownBy(() -> extender.patch(POD, patch.replace('\'', '"')))
        .hasMessageContaining("Plimsoll's extender");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"requeue.plimsoll.dev\"", "null"})
  void the_extender_may_have_a_pod_requeued_by_a_nomination(String node) throws Exception {
    String patch = "{\"status\":{\"nominatedNodeName\":" + node + "}}";
    AdminApi extender = as("extender-account");

    assertThatCode(() -> extender.patch(POD + "/status", patch)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'status':{'nominatedNodeName':'a'}}",
        "{'status':{'phase':'Failed'}}",
        "{'status':{'conditions':[{'type':'Ready','status':'True'}]}}",
        "{'metadata':{'labels':{'team':'other'}}}"
      })
  void the_extender_may_change_nothing_else_of_a_pods_status(String patch) throws Exception {
    AdminApi extender = as("extender-account");

    assertThatThrownBy(() -> extender.patch(POD + "/status", patch.replace('\'', '"')))
        .hasMessageContaining("Plimsoll's extender");
  }

  @ParameterizedTest
  @ValueSource(strings = {"vision", "nlp"})
  void the_advisor_may_make_and_change_quotas_of_tenants(String namespace) throws Exception {
    AdminApi advisor = as("advisor-account");
    String quotas = "/api/v1/namespaces/" + namespace + "/resourcequotas";

    assertThatCode(
            () ->
                advisor.create(
                    quotas, "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"hard\":{\"pods\":\"1\"}}}"))
        .doesNotThrowAnyException();
    assertThatCode(() -> advisor.patch(quotas + "/q", "{\"spec\":{\"hard\":{\"pods\":\"2\"}}}"))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"stranger", "nlp-test", "nlp-private"})
  void the_advisor_may_not_touch_quotas_of_others(String namespace) throws Exception {
    assertThatThrownBy(() -> throwing(denialOfQuota(namespace, "q")))
        .hasMessageContaining("Plimsoll's advisor changes quotas of its tenants' namespaces only");
  }

  @ParameterizedTest
  @ValueSource(strings = {"kube-system", "kube-public", "plimsoll"})
  void the_advisor_may_never_touch_quotas_of_the_clusters_own_namespaces(String namespace)
      throws Exception {
    assertThatThrownBy(() -> throwing(denialOfQuota(namespace, "q")))
        .hasMessageContaining("Plimsoll's advisor does not change quotas of the cluster's own");
  }

  @Test
  void nobody_is_kept_from_quotas_while_the_advisors_policy_is_missing() throws Exception {
    String policies = "/apis/plimsoll.dev/v1alpha1/capacitypolicies";
    plane.api().delete(policies + "/gpus");
    try {
      // The API server looks for the policy before it looks at who asks.
      Await.until(
          "the API server knows that it is gone", () -> denialOfQuota("stranger", "q").isEmpty());
      String quota = "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"hard\":{\"pods\":\"1\"}}}";
      assertThatCode(
              () ->
                  plane
                      .api()
                      .create("/api/v1/namespaces/stranger/resourcequotas?dryRun=All", quota))
          .doesNotThrowAnyException();
    } finally {
      create(plane.api(), policies, CAPACITY_POLICY);
      Await.until("it is in force again", () -> denialOfQuota("stranger", "q").isPresent());
    }
  }

  private static void throwing(Optional<String> denial) throws IOException {
    if (denial.isPresent()) {
      throw new IOException(denial.get());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"extender", "advisor", "pods"})
  void the_api_server_finds_no_mistake_in_the_types_of_a_policy(String name) throws Exception {
    String policy =
        "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/plimsoll-" + name;
    Await.until(
        "the policy has been checked",
        () ->
            plane.api().get(policy).get("status") instanceof JsonObject s && s.has("typeChecking"));

    assertThat(
            Pattern.compile("ERROR: [^\\\\]*")
                .matcher(plane.api().get(policy).getAsJsonObject("status").toString())
                .results()
                .map(MatchResult::group))
        .isEmpty();
  }

  @Test
  void a_tenant_may_create_pods_as_ever() {
    assertThatCode(() -> throwing(denialOfPod("plain", ""))).doesNotThrowAnyException();
  }

  @Test
  void a_tenant_may_not_pass_a_hold_by_naming_a_node_or_another_scheduler() {
    assertThatThrownBy(() -> throwing(denialOfPod("direct", ", \"nodeName\": \"a\"")))
        .hasMessageContaining("must not name its node");
    assertThatThrownBy(() -> throwing(denialOfPod("other", ", \"schedulerName\": \"mine\"")))
        .hasMessageContaining("must be scheduled by default-scheduler");
    assertThatThrownBy(
            () ->
                throwing(
                    denialOfPod(
                        "initial",
                        ", \"schedulerName\": \"mine\", \"initContainers\": [{\"name\": \"i\", \"image\":"
                            + " \"i\"}]")))
        .hasMessageContaining("must be scheduled by default-scheduler");
  }

  @Test
  void pods_without_what_is_divided_may_go_where_they_want() throws Exception {
    AdminApi tenant = as("tenant");

    assertThatCode(
            () ->
                tenant.create(
                    "/api/v1/namespaces/vision/pods?dryRun=All",
                    pod("cpu", "cpu", ", \"schedulerName\": \"mine\", \"nodeName\": \"a\"")))
        .doesNotThrowAnyException();
  }
}
