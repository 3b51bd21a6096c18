package dev.plimsoll.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.admission.review.ReviewSettings;
import dev.plimsoll.model.gate.ShareGate;
import dev.plimsoll.testkit.plane.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pods that wait behind a scheduling gate, on an API server over HTTP. */
class LiveGatesTest {
  private static final String OTHERS = "example.com/budget";

  @TempDir private static Path folder;

  private final AdmissionCluster cluster = new AdmissionCluster(folder);

  @BeforeEach
  void fill() {
    cluster.server().objects().put(AdmissionManifests.read("crds/capacitypolicies.yaml").get(0));
    node("a");
    for (String namespace : List.of("one", "two", "nobodys")) {
      cluster.put(
          "{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': '" + namespace + "'}}");
    }
    policy("Gate");
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private void node(String name) {
    cluster.put(
        """
        {'apiVersion': 'v1', 'kind': 'Node', 'metadata': {'name': '%s'}, 'status': {
          'allocatable': {'nvidia.com/gpu': '8', 'cpu': '64', 'memory': '99Gi', 'pods': '110'},
          'conditions': [{'type': 'Ready', 'status': 'True'}]}}
        """
            .formatted(name));
  }

  private void policy(String placement) {
    cluster.put(
        """
        {'apiVersion': 'plimsoll.dev/v1alpha1', 'kind': 'CapacityPolicy',
         'metadata': {'name': 'gpus'}, 'spec': {'division': {'type': 'Proportional'},
           'tenants': [{'name': 'one', 'namespaces': ['one']},
             {'name': 'two', 'namespaces': ['two']}],
           'resources': [{'name': 'nvidia.com/gpu'}],
           'enforcement': {'placement': '%s', 'borrowing': 'Never'}}}
        """
            .formatted(placement));
  }

  /** Creates a pod, with further fields of its metadata and spec. */
  private void create(String namespace, String name, int gpus, String metadata, String spec) {
    assertThat(
            cluster.create(
                "/api/v1/namespaces/" + namespace + "/pods",
                """
                {'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'name': '%s' %s}, 'spec': {%s
                  'containers': [{'name': 'c', 'image': 'i', 'resources': {
                    'requests': {'nvidia.com/gpu': '%4$d'},
                    'limits': {'nvidia.com/gpu': '%4$d'}}}]}}
                """
                    .formatted(name, metadata, spec, gpus)))
        .isEmpty();
  }

  private void create(String namespace, String name, int gpus) {
    create(namespace, name, gpus, "", "");
  }

  private void createMember(String name, int size, int gpus) {
    String labels = ", 'labels': {'plimsoll.dev/group': 'g', 'plimsoll.dev/group-size': '%d'}";
    create("one", name, gpus, labels.formatted(size), "");
  }

  private List<String> gates(String namespace, String name) {
    JsonObject pod = cluster.server().objects().get("v1", "Pod", namespace, name).orElseThrow();
    return Optional.ofNullable(pod.getAsJsonObject("spec").getAsJsonArray("schedulingGates"))
        .map(JsonArray::asList)
        .orElse(List.of())
        .stream()
        .map(JsonElement::getAsJsonObject)
        .map(g -> g.get("name").getAsString())
        .toList();
  }

  private void awaitReleased(String namespace, String name) throws Exception {
    Await.until(name + " is released", () -> !gates(namespace, name).contains(ShareGate.NAME));
  }

  private void staysGated(String namespace, String name) throws Exception {
    Await.stays(
        name + " is gated",
        Duration.ofMillis(400),
        () -> gates(namespace, name).contains(ShareGate.NAME));
  }

  @Test
  void a_pod_is_released_when_the_share_of_its_tenant_admits_it() throws Exception {
    cluster.start();

    create("one", "first", 4);
    awaitReleased("one", "first");
    create("one", "second", 2);
    create("two", "theirs", 4);
    awaitReleased("two", "theirs");
    staysGated("one", "second");
    Await.until(
        "it says what it waits for",
        () ->
            annotation("one", "second")
                .equals(Optional.of("tenant one to have share of nvidia.com/gpu")));

    assertThat(cluster.server().objects().remove("v1", "Pod", "one", "first")).isTrue();
    awaitReleased("one", "second");
    assertThat(annotation("one", "second")).isEmpty();
  }

  private Optional<String> annotation(String namespace, String name) {
    JsonObject pod = cluster.server().objects().get("v1", "Pod", namespace, name).orElseThrow();
    return Optional.ofNullable(pod.getAsJsonObject("metadata").getAsJsonObject("annotations"))
        .flatMap(a -> Optional.ofNullable(a.get(ShareGate.WAITS_FOR)))
        .map(JsonElement::getAsString);
  }

  @Test
  void only_pods_that_request_what_is_divided_are_gated() throws Exception {
    cluster.start();
    create("one", "all", 4);
    awaitReleased("one", "all");

    create("nobodys", "free", 4);
    create("one", "none", 0);
    create(
        "one",
        "agent",
        1,
        ", 'ownerReferences': [{'apiVersion': 'apps/v1', 'kind': 'DaemonSet', 'name': 'd',"
            + " 'uid': 'd', 'controller': true}]",
        "");

    assertThat(gates("nobodys", "free")).isEmpty();
    assertThat(gates("one", "none")).isEmpty();
    assertThat(gates("one", "agent")).isEmpty();
  }

  @Test
  void gates_of_others_are_left_alone() throws Exception {
    cluster.start();

    create("one", "p", 1, "", "'schedulingGates': [{'name': '" + OTHERS + "'}],");

    awaitReleased("one", "p");
    assertThat(gates("one", "p")).containsExactly(OTHERS);
  }

  @Test
  void a_gang_waits_until_all_of_it_is_there_and_nodes_take_it() throws Exception {
    node("b");
    cluster.start();
    createMember("g-0", 2, 8);
    createMember("g-1", 2, 8);
    staysGated("one", "g-0");
    staysGated("one", "g-1");

    node("c");
    node("d");

    awaitReleased("one", "g-0");
    awaitReleased("one", "g-1");
  }

  @Test
  void gates_are_removed_when_no_policy_wants_them_any_more() throws Exception {
    cluster.start();
    create("one", "huge", 9);
    create("two", "huge", 9);
    staysGated("one", "huge");
    policy("Hold");

    awaitReleased("one", "huge");
    awaitReleased("two", "huge");
  }

  @Test
  void a_replica_that_starts_goes_on_with_what_was_gated_before() throws Exception {
    create("one", "p", 1, "", "'schedulingGates': [{'name': '" + ShareGate.NAME + "'}],");
    create("two", "p", 1, "", "'schedulingGates': [{'name': '" + ShareGate.NAME + "'}],");

    cluster.start(ReviewSettings.DEFAULT, true);

    awaitReleased("one", "p");
    awaitReleased("two", "p");
  }

  @Test
  void nobody_gets_a_gate_that_may_not_have_one_and_a_dry_run_gets_one() throws Exception {
    int port = cluster.start();

    assertThat(mutate(port, review("'containers': [{'name': 'c', %s}]"))).contains("\"patch\":");
    assertThat(mutate(port, review("'nodeName': 'a', 'containers': [{'name': 'c', %s}]")))
        .doesNotContain("patch");
    assertThat(
            mutate(
                port,
                review(
                    "'schedulingGates': [{'name': '"
                        + ShareGate.NAME
                        + "'}],"
                        + " 'containers': [{'name': 'c', %s}]")))
        .doesNotContain("patch");
    assertThat(mutate(port, review("'containers': 1, 'x': {%s}"))).contains("\"allowed\":true");
    assertThat(mutate(port, "{}")).contains("no AdmissionReview");
  }

  private static String review(String spec) {
    String resources =
        "'resources': {'requests': {'nvidia.com/gpu': '1'}, 'limits': {'nvidia.com/gpu': '1'}}";
    return """
        {'apiVersion': 'admission.k8s.io/v1', 'kind': 'AdmissionReview', 'request': {'uid': 'u',
          'kind': {'group': '', 'version': 'v1', 'kind': 'Pod'},
          'resource': {'group': '', 'version': 'v1', 'resource': 'pods'}, 'operation': 'CREATE',
          'dryRun': true, 'object': {'apiVersion': 'v1', 'kind': 'Pod',
            'metadata': {'namespace': 'one', 'name': 'p'}, 'spec': {%s}}}}"""
        .formatted(spec.formatted(resources));
  }

  private static String mutate(int port, String review) throws Exception {
    return AdmissionCluster.review(port, "/admission/mutate", review.replace('\'', '"'));
  }
}
