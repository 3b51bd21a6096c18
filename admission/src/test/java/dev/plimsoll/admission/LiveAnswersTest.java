package dev.plimsoll.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.admission.controller.ControllerSettings;
import dev.plimsoll.admission.review.ReviewSettings;
import dev.plimsoll.admission.review.Undecided;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.testkit.faults.FailureMode;
import dev.plimsoll.testkit.plane.Await;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Requests are answered in time, by the quotas and labels that are there by then. */
class LiveAnswersTest extends StrictTeam {
  /** A day is longer than any test waits. */
  private static final ControllerSettings PATIENT =
      new ControllerSettings(
          Duration.ofMillis(20),
          Duration.ofMillis(300),
          Duration.ofDays(1),
          Clock.systemUTC(),
          Ticker.SYSTEM);

  @Test
  void a_quota_that_is_new_is_known_at_once_though_requests_may_take_long() throws Exception {
    cluster.start(PATIENT);
    cluster.quota("team", "gpus", "'requests.nvidia.com/gpu': '1'");

    awaitUsed(0);
    assertThat(cluster.createPod("team", "a", 1)).isEmpty();
    assertThat(cluster.createPod("team", "b", 1)).startsWith(DENIED + "exceeded quota: gpus");
  }

  @Test
  void a_request_waits_for_the_ledger_of_a_quota_that_is_new() throws Exception {
    cluster.start(PATIENT);
    Await.until("pods are let in", () -> cluster.createPod("team", "first", 1).isEmpty());
    cluster.quota("team", "gpus", "'requests.nvidia.com/gpu': '2'");

    Await.until("there is a ledger", () -> cluster.ledger().isPresent());
    assertThat(cluster.createPod("team", "a", 1)).isEmpty();
    assertThat(cluster.createPod("team", "b", 1)).startsWith(DENIED + "exceeded quota: gpus");
  }

  @Test
  void what_a_quota_does_not_count_never_waits_for_its_ledger() throws Exception {
    cluster.quota("team", "gpus", "'requests.nvidia.com/gpu': '1'");
    cluster.start(PATIENT);

    assertThat(cluster.createPod("team", "a", 1)).contains("status unknown for quota");
    assertThat(createPodWithoutGpus("b")).isEmpty();
    cluster.server().faults().fail(Integer.MAX_VALUE, "quotaledgers", FailureMode.UNAVAILABLE);
    assertThat(createPodWithoutGpus("c")).isEmpty();
    cluster.server().faults().reset();
  }

  private String createPodWithoutGpus(String name) {
    return cluster.create(
        "/api/v1/namespaces/team/pods",
        "{'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'name': '"
            + name
            + "'}, 'spec':"
            + " {'containers': [{'name': 'c', 'image': 'i'}]}}");
  }

  @Test
  void in_a_namespace_labelled_audit_nothing_is_denied_until_the_label_says_so() throws Exception {
    audited();
    limit(1);
    assertThat(cluster.createPod("team", "a", 1)).isEmpty();

    assertThat(cluster.createPod("team", "b", 1)).isEmpty();
    awaitUsed(2);

    cluster.strictNamespace("team");
    Await.until(
        "it denies", () -> cluster.createPod("team", "c", 1).startsWith(DENIED + "exceeded quota"));
    audited();
    Await.until("it denies no more", () -> cluster.createPod("team", "d", 1).isEmpty());
  }

  private void audited() {
    cluster.put(
        "{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'team', 'labels':"
            + " {'plimsoll.dev/strict': 'audit'}}}");
  }

  private static final String REVIEW =
      """
      {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "u",
        "kind": {"group": "", "version": "v1", "kind": "Pod"},
        "resource": {"group": "", "version": "v1", "resource": "pods"}, "operation": "CREATE",
        "object": {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "team", "name": "a",
            "uid": "a"},
          "spec": {"containers": [{"name": "c", "resources": {"requests": {"nvidia.com/gpu":
            "1"}}}]}}}}""";

  @Test
  void requests_are_answered_in_time_though_the_API_server_is_silent() throws Exception {
    cluster.quota("team", "gpus", "'requests.nvidia.com/gpu': '1'");
    int port =
        cluster.start(
            new ReviewSettings(Duration.ofMillis(300), Duration.ofMinutes(1), Undecided.ALLOW),
            false);
    awaitUsed(0);
    cluster.server().faults().latency(Duration.ofSeconds(20));

    JsonObject response =
        JsonParser.parseString(AdmissionCluster.review(port, REVIEW)).getAsJsonObject();

    assertThat(response.getAsJsonObject("response"))
        .isEqualTo(
            JsonParser.parseString(
                """
                {"uid": "u", "allowed": true, "warnings": ["quota can't be checked at present: \
                nothing is reserved for this request"], "auditAnnotations": \
                {"decision": "undecided"}}"""));
    cluster.server().faults().reset();
  }

  @Test
  void nothing_is_ready_before_the_ledgers_were_read() throws Exception {
    int port = cluster.start();

    Await.until("it is ready", () -> AdmissionCluster.ready(port) == 200);
    assertThat(cluster.server().calls())
        .anyMatch(c -> c.startsWith("GET /apis/plimsoll.dev/v1alpha1/quotaledgers"));
  }
}
