package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.policy.PolicyOutcome;
import dev.plimsoll.kubernetes.admission.policy.ValidatingAdmissionPolicies;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServedTemplatesTest {
  private static final String LIST = "/apis/apps/v1/replicasets?";

  @TempDir Path folder;
  private KubeApiServer server;

  @BeforeEach
  void start() {
    server = KubeApiServer.start();
    server.access().token("secret", new User("me", "1", List.of("system:masters")));
    policy("object.spec.containers.all(c, c.image.startsWith(\"registry/\"))");
    workload("apps/v1", "ReplicaSet", "good", "registry/x");
    workload("apps/v1", "ReplicaSet", "bad", "x");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void policy(String expression) {
    server
        .objects()
        .put(
            """
            {"apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingAdmissionPolicy",
             "metadata": {"name": "images"}, "spec": {
               "validations": [{"expression": "%s"}],
               "matchConstraints": {"resourceRules": [{"apiGroups": [""], "apiVersions": ["v1"],
                 "operations": ["CREATE"], "resources": ["pods"]}]}}}
            """
                .formatted(expression.replace("\"", "\\\"")));
  }

  private void binding(String action, String rest) {
    server
        .objects()
        .put(
            """
            {"apiVersion": "admissionregistration.k8s.io/v1",
             "kind": "ValidatingAdmissionPolicyBinding", "metadata": {"name": "bound"},
             "spec": {"policyName": "images", "validationActions": ["%s"]%s}}
            """
                .formatted(action, rest));
  }

  private void workload(String apiVersion, String kind, String name, String image) {
    server
        .objects()
        .put(
            """
            {"apiVersion": "%s", "kind": "%s", "metadata": {"name": "%s", "namespace": "default"},
             "spec": {"replicas": 2, "selector": {"matchLabels": {"a": "b"}}, "template": {
               "metadata": {"labels": {"a": "b"}},
               "spec": {"containers": [{"name": "c", "image": "%s", "args": ["x"]}]}}}}
            """
                .formatted(apiVersion, kind, name, image));
  }

  private Cluster read() {
    return LiveCluster.read(StubApi.access(folder, server.url()), n -> {});
  }

  private static List<PolicyOutcome> outcomes(Cluster cluster, String workload) {
    Workload owner =
        cluster.list(Workload.class).stream()
            .filter(w -> w.name().equals(workload))
            .findFirst()
            .orElseThrow();
    Pod pod =
        new Pod(
            ObjectMeta.builder()
                .namespace("default")
                .name(workload + "-x")
                .labels(Map.of("a", "b"))
                .owners(
                    List.of(
                        new OwnerReference(
                            "apps/v1", "ReplicaSet", workload, owner.metadata().uid(), true)))
                .build(),
            owner.templates().get(0).spec(),
            PodStatus.PENDING);
    return ValidatingAdmissionPolicies.of(cluster, AdmissionRequest.create(pod), pod);
  }

  @Test
  void a_policy_decides_by_any_field_of_a_template() {
    binding("Deny", "");

    Cluster cluster = read();

    assertThat(outcomes(cluster, "good")).containsExactly(new PolicyOutcome.Passed());
    assertThat(outcomes(cluster, "bad")).hasOnlyElementsOfType(PolicyOutcome.Denied.class);
  }

  @Test
  void workloads_are_listed_once_where_no_policy_denies_their_pods() {
    binding("Warn", "");
    read();
    assertThat(server.calls()).filteredOn(c -> c.contains(LIST)).hasSize(1);

    binding(
        "Deny", ", \"matchResources\": {\"namespaceSelector\": {\"matchLabels\": {\"x\": \"y\"}}}");
    read();
    assertThat(server.calls()).filteredOn(c -> c.contains(LIST)).hasSize(2);
  }

  @Test
  void only_what_makes_pods_that_a_policy_looks_at_is_listed_twice_and_only_templates_are_kept() {
    binding("Deny", "");

    Cluster cluster = read();

    assertThat(server.calls()).filteredOn(c -> c.contains(LIST)).hasSize(2);
    assertThat(server.calls()).filteredOn(c -> c.contains("/apis/batch/v1/jobs?")).hasSize(1);
    assertThat(cluster.served().objects()).hasSize(2);
    assertThat(cluster.served().objects().values())
        .allSatisfy(
            fields -> {
              assertThat(fields).containsOnlyKeys("spec");
              assertThat(fields.get("spec"))
                  .asInstanceOf(InstanceOfAssertFactories.MAP)
                  .containsOnlyKeys("template");
            });
  }

  private static String replicaSet(String cpu) {
    return """
    {"metadata": {"name": "r", "namespace": "default", "uid": "1"}, "spec": {"replicas": 1,
      "template": {"spec": {"containers": [
        {"name": "c", "image": "i", "resources": {"requests": {"cpu": "%s"}}}]}}}}
    """
        .formatted(cpu);
  }

  private String stored(String kind) {
    return server.objects().list("admissionregistration.k8s.io/v1", kind).get(0).toString();
  }

  private Cluster readBetween(Consumer<StubApi> lists) throws IOException {
    binding("Deny", "");
    try (StubApi api = new StubApi()) {
      String group = "/apis/admissionregistration.k8s.io/v1/";
      api.instead(
          "/apis",
          """
          {"groups": [{"name": "apps", "versions": [{"version": "v1"}]},
            {"name": "admissionregistration.k8s.io", "versions": [{"version": "v1"}]}]}
          """);
      api.list(group + "validatingadmissionpolicies", stored("ValidatingAdmissionPolicy"));
      api.list(
          group + "validatingadmissionpolicybindings", stored("ValidatingAdmissionPolicyBinding"));
      lists.accept(api);
      return LiveCluster.read(api.access(folder), n -> {});
    }
  }

  @Test
  void a_template_that_changed_between_the_two_lists_is_left_out() throws IOException {
    String path = "/apis/apps/v1/replicasets";

    Cluster same = readBetween(api -> api.list(path, replicaSet("1")));
    Cluster changed =
        readBetween(api -> api.list(path, replicaSet("1")).list(path, replicaSet("2")));

    assertThat(same.served().objects()).hasSize(1);
    assertThat(changed.list(Workload.class)).hasSize(1);
    assertThat(changed.served().objects()).isEmpty();
  }

  @Test
  void workloads_that_may_not_be_listed_a_second_time_are_left_out() throws IOException {
    String path = "/apis/apps/v1/replicasets";

    Cluster cluster = readBetween(api -> api.list(path, replicaSet("1")).forbids(path));

    assertThat(cluster.list(Workload.class)).hasSize(1);
    assertThat(cluster.served().objects()).isEmpty();
  }
}
