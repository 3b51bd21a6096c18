package dev.plimsoll.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.testkit.plane.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tenants' quotas across their namespaces, and what is warned of, through the service. */
class TenantAdmissionTest {
  private static final String GPU = "requests.nvidia.com/gpu";

  @TempDir Path folder;
  private AdmissionCluster cluster;

  @BeforeEach
  void prepare() throws Exception {
    cluster = new AdmissionCluster(folder);
    cluster.server().objects().put(AdmissionManifests.read("crds/capacitypolicies.yaml").get(0));
    cluster.put(
        """
        {'apiVersion': 'v1', 'kind': 'Node', 'metadata': {'name': 'n'}, 'status': {
          'allocatable': {'nvidia.com/gpu': '8', 'cpu': '8', 'pods': '110'},
          'conditions': [{'type': 'Ready', 'status': 'True'}]}}
        """);
    cluster.strictNamespace("nlp-a");
    cluster.strictNamespace("nlp-b");
    cluster.strictNamespace("other");
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private int start(String admission) throws Exception {
    cluster.put(
        """
        {'apiVersion': 'plimsoll.dev/v1alpha1', 'kind': 'CapacityPolicy',
         'metadata': {'name': 'gpus'}, 'spec': {
           'tenants': [
             {'name': 'nlp', 'namespaces': ['nlp-a', 'nlp-b'], 'ceiling': {'nvidia.com/gpu': 3}},
             {'name': 'vision', 'namespaces': ['other']}],
           'resources': [{'name': 'nvidia.com/gpu'}], 'enforcement': {'admission': '%s'}}}
        """
            .formatted(admission));
    return cluster.start();
  }

  @Test
  void a_tenant_has_one_quota_in_all_its_namespaces() throws Exception {
    start("Deny");
    Await.until("the tenant's usage is counted", () -> cluster.amount("used", GPU).equals("0"));

    assertThat(cluster.createPod("nlp-a", "x", 2)).isEmpty();
    assertThat(cluster.createPod("nlp-b", "x", 1)).isEmpty();
    assertThat(cluster.createPod("nlp-b", "y", 1))
        .contains(
            "exceeded quota: gpus/nlp, requested: requests.nvidia.com/gpu=1, used:"
                + " requests.nvidia.com/gpu=3, limited: requests.nvidia.com/gpu=3");
    assertThat(cluster.createPod("other", "x", 5)).isEmpty();
  }

  @Test
  void a_policy_that_warns_denies_nothing_and_says_what_it_would() throws Exception {
    int port = start("Warn");

    assertThat(cluster.createPod("nlp-a", "x", 3)).isEmpty();
    assertThat(cluster.createPod("nlp-b", "x", 2)).isEmpty();
    Await.until(
        "it is warned of",
        () ->
            warnings(port, "nlp-a", 1).stream()
                .anyMatch(
                    w ->
                        w.startsWith(
                            "allowed, since the quota only warns: exceeded quota: gpus/nlp,"
                                + " requested: requests.nvidia.com/gpu=1, used:"
                                + " requests.nvidia.com/gpu=5, limited:"
                                + " requests.nvidia.com/gpu=3.")));
    assertThat(warnings(port, "other", 1)).isEmpty();
    assertThat(cluster.ledger()).isEmpty();
  }

  @Test
  void whoever_creates_a_pod_that_finds_no_node_is_told() throws Exception {
    int port = start("Deny");

    Await.until(
        "it is warned of",
        () ->
            warnings(port, "other", 9)
                .equals(
                    List.of(
                        "no node has 9 nvidia.com/gpu free: the largest free block is 8; this pod"
                            + " will wait")));
  }

  /** What a dry run of a pod's creation is warned of. */
  private static List<String> warnings(int port, String namespace, int gpus) throws Exception {
    String review =
        """
        {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
          "uid": "u", "kind": {"group": "", "version": "v1", "kind": "Pod"},
          "resource": {"group": "", "version": "v1", "resource": "pods"},
          "namespace": "%1$s", "name": "p", "operation": "CREATE", "dryRun": true,
          "object": {"apiVersion": "v1", "kind": "Pod",
            "metadata": {"namespace": "%1$s", "name": "p", "uid": "p"},
            "spec": {"schedulerName": "default-scheduler", "containers": [{"name": "c",
              "image": "i", "resources": {"limits": {"nvidia.com/gpu": "%2$d"},
              "requests": {"nvidia.com/gpu": "%2$d"}}}]}}}}
        """
            .formatted(namespace, gpus);
    JsonObject response =
        JsonParser.parseString(AdmissionCluster.review(port, review))
            .getAsJsonObject()
            .getAsJsonObject("response");
    assertThat(response.get("allowed").getAsBoolean()).isTrue();
    return Optional.ofNullable(response.getAsJsonArray("warnings")).stream()
        .flatMap(w -> StreamSupport.stream(w.spliterator(), false))
        .map(w -> w.getAsString())
        .toList();
  }
}
