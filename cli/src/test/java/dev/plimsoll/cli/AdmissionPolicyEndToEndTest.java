package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.LiveCluster;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.admission.policy.Mutator;
import dev.plimsoll.kubernetes.admission.policy.PolicyOutcome;
import dev.plimsoll.kubernetes.admission.policy.ValidatingAdmissionPolicies;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Validating admission policies drawn at random, and pods drawn at random that ReplicaSets would
 * make, on a real API server: what the model says of them must be what the API server says.
 */
@RealControlPlane
class AdmissionPolicyEndToEndTest {
  private static final int POLICIES = 60;
  private static final int PODS = 8;
  private static final String GROUP = "/apis/admissionregistration.k8s.io/v1/";

  @TempDir Path folder;
  private ControlPlane plane;
  private AdminApi api;

  @BeforeEach
  void startControlPlane() throws Exception {
    plane = ControlPlane.start(folder, List.of(ControlPlane.SERVICE_ACCOUNTS));
    api = plane.api();
  }

  @AfterEach
  void stop() {
    plane.close();
  }

  @Test
  void policies_are_decided_as_the_api_server_decides() throws Exception {
    DrawnPolicies draw = new DrawnPolicies(new Random(Long.getLong("plimsoll.seed", 14)));
    for (int i = 0; i < POLICIES; i++) {
      create("/api/v1/namespaces", draw.namespace("team-" + i));
      create(GROUP + "validatingadmissionpolicies", draw.policy("policy-" + i));
      create(GROUP + "validatingadmissionpolicybindings", draw.binding("policy-" + i, "team-" + i));
    }
    for (int i = 0; i < POLICIES; i++) {
      String namespace = "team-" + i;
      Await.until(
          namespace + " has its account",
          () -> api.isThere("/api/v1/namespaces/" + namespace + "/serviceaccounts/default"));
      for (int k = 0; k < PODS; k++) {
        create(
            "/apis/apps/v1/namespaces/" + namespace + "/replicasets", draw.replicaSet("set-" + k));
      }
      Await.until("the policy of " + namespace + " is in force", () -> isInForce(namespace));
    }
    Cluster cluster = SnapshotReader.read(List.of(dump()), n -> {});
    Cluster live = live();

    List<String> differences = new ArrayList<>();
    Map<String, Integer> reasons = new TreeMap<>();
    int decided = 0;
    int denied = 0;
    for (Workload set : cluster.list(Workload.class)) {
      Pod pod =
          new PodTemplateOwner(set, set.templates().get(0), List.of(), 1, List.of())
              .missingPods()
              .get(0);
      AdminApi.Answer real = createdBy(set.namespace(), set.name());
      AdmissionReport report =
          AdmissionChain.standard().admit(cluster, AdmissionRequest.create(pod));
      List<PolicyOutcome> outcomes =
          ValidatingAdmissionPolicies.of(cluster, AdmissionRequest.create(pod), pod);
      assertThat(ValidatingAdmissionPolicies.of(live, AdmissionRequest.create(pod), pod))
          .isEqualTo(outcomes);
      List<String> unknown =
          outcomes.stream()
              .filter(PolicyOutcome.Undecided.class::isInstance)
              .map(o -> ((PolicyOutcome.Undecided) o).why())
              .toList();
      boolean undecided = !unknown.isEmpty();
      unknown.forEach(why -> reasons.merge(why, 1, Integer::sum));
      decided += undecided ? 0 : 1;
      denied += real.code() == 201 ? 0 : 1;
      String expected = real.code() + " " + withoutName(text(real.body()));
      String actual = report.code() + " " + withoutName(report.message());
      boolean agrees = actual.equals(expected) || (undecided && report.allowed());
      if (!agrees) {
        differences.add(set.namespace() + "/" + set.name() + ":\n " + expected + "\n " + actual);
      }
    }

    assertThat(differences).isEmpty();
    assertThat(denied).isBetween(POLICIES * PODS / 5, POLICIES * PODS * 4 / 5);
    assertThat(decided).as(reasons.toString()).isGreaterThan(POLICIES * PODS * 8 / 10);
  }

  @Test
  void policies_that_change_pods_are_read_where_they_are_served() throws Exception {
    create(
        GROUP + "mutatingadmissionpolicies",
        JsonParser.parseString(
                """
                {"metadata": {"name": "label"}, "spec": {"reinvocationPolicy": "Never",
                  "matchConstraints": {"resourceRules": [{"apiGroups": [""], "apiVersions": ["v1"],
                    "operations": ["CREATE"], "resources": ["pods"]}]},
                  "mutations": [{"patchType": "ApplyConfiguration", "applyConfiguration": {
                    "expression": "Object{metadata: Object.metadata{labels: {'a': 'b'}}}"}}]}}
                """)
            .getAsJsonObject());
    create(
        GROUP + "mutatingadmissionpolicybindings",
        JsonParser.parseString(
                "{\"metadata\": {\"name\": \"all\"}, \"spec\": {\"policyName\": \"label\"}}")
            .getAsJsonObject());
    Pod pod = new Pod(ObjectMeta.of("default", "p"), PodSpec.builder().build(), PodStatus.PENDING);

    assertThat(Mutator.of(live(), pod))
        .extracting(Mutator::sentence)
        .containsExactly(
            "MutatingAdmissionPolicy label with binding all may change or deny it (failurePolicy"
                + " Fail)");
  }

  private Cluster live() throws Exception {
    return LiveCluster.read(
        new ClusterAccess(Optional.of(plane.kubeconfig("admin")), Optional.empty()), n -> {});
  }

  private void create(String path, JsonObject object) throws Exception {
    AdminApi.Answer answer = api.exchange("POST", path, "application/json", object.toString());
    assertThat(answer.code()).as(answer.body() + " for " + object).isEqualTo(201);
  }

  private boolean isInForce(String namespace) throws Exception {
    JsonObject pod =
        JsonParser.parseString(
                "{\"metadata\":{\"name\":\"sentinel\",\"labels\":{\"sentinel\":\"yes\"}},"
                    + "\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}")
            .getAsJsonObject();
    return submit(namespace, pod).code() != 201;
  }

  private AdminApi.Answer submit(String namespace, JsonObject pod) throws Exception {
    return api.exchange(
        "POST",
        "/api/v1/namespaces/" + namespace + "/pods?dryRun=All",
        "application/json",
        pod.toString());
  }

  /** Submits the pod that the ReplicaSet's controller would make. */
  private AdminApi.Answer createdBy(String namespace, String name) throws Exception {
    JsonObject set = api.get("/apis/apps/v1/namespaces/" + namespace + "/replicasets/" + name);
    JsonObject pod = set.getAsJsonObject("spec").getAsJsonObject("template").deepCopy();
    JsonObject owner = new JsonObject();
    owner.addProperty("apiVersion", "apps/v1");
    owner.addProperty("kind", "ReplicaSet");
    owner.addProperty("name", name);
    owner.addProperty("uid", set.getAsJsonObject("metadata").get("uid").getAsString());
    owner.addProperty("controller", true);
    owner.addProperty("blockOwnerDeletion", true);
    JsonArray owners = new JsonArray();
    owners.add(owner);
    pod.getAsJsonObject("metadata").add("ownerReferences", owners);
    pod.getAsJsonObject("metadata").addProperty("generateName", name + "-");
    return submit(namespace, pod);
  }

  private static String text(JsonObject body) {
    return body.has("message") ? body.get("message").getAsString() : "";
  }

  private static String withoutName(String message) {
    return message.replaceFirst("pods \"[^\"]*\"", "pods");
  }

  private Path dump() throws Exception {
    List<String> lists =
        List.of(
            "/api/v1/namespaces",
            "/api/v1/serviceaccounts",
            "/api/v1/limitranges",
            "/api/v1/resourcequotas",
            "/apis/scheduling.k8s.io/v1/priorityclasses",
            "/apis/apps/v1/replicasets",
            GROUP + "validatingadmissionpolicies",
            GROUP + "validatingadmissionpolicybindings");
    StringBuilder dump = new StringBuilder();
    for (String list : lists) {
      dump.append(api.get(list)).append('\n');
    }
    return Files.writeString(folder.resolve("dump.jsonl"), dump);
  }
}
