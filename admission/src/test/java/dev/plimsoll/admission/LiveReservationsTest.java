package dev.plimsoll.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.admission.review.ReviewSettings;
import dev.plimsoll.admission.review.Undecided;
import dev.plimsoll.testkit.plane.Await;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is reserved is denied to others until the reservation ends, on an API server over HTTP. */
class LiveReservationsTest extends StrictTeam {
  @Test
  void what_exceeds_a_quota_is_denied_in_the_words_of_the_built_in_plug_in() throws Exception {
    limit(2);

    assertThat(cluster.createPod("team", "a", 1)).isEmpty();
    assertThat(cluster.createPod("team", "b", 1)).isEmpty();
    assertThat(cluster.createPod("team", "c", 1))
        .startsWith(
            DENIED
                + "exceeded quota: gpus, requested: requests.nvidia.com/gpu=1, used:"
                + " requests.nvidia.com/gpu=2, limited: requests.nvidia.com/gpu=2. Quota gpus");
    awaitUsed(2);
    assertThat(cluster.createPod("team", "c", 1)).startsWith(DENIED + "exceeded quota: gpus");
  }

  @Test
  void what_a_deleted_pod_used_is_given_away_again() throws Exception {
    limit(1);
    assertThat(cluster.createPod("team", "a", 1)).isEmpty();
    awaitUsed(1);

    cluster.server().objects().remove("v1", "Pod", "team", "a");

    awaitUsed(0);
    assertThat(cluster.createPod("team", "b", 1)).isEmpty();
  }

  @Test
  void a_pod_that_is_deleted_before_the_next_resync_keeps_nothing_reserved() throws Exception {
    cluster.quota("team", "gpus", "'requests.nvidia.com/gpu': '1'");
    Duration anHour = Duration.ofHours(1);
    cluster.start(new ReviewSettings(Duration.ofSeconds(2), anHour, Undecided.DENY), false);
    awaitUsed(0);

    for (int i = 0; i < 30; i++) {
      String name = "short-" + i;
      assertThat(cluster.createPod("team", name, 1)).isEmpty();
      cluster.server().objects().remove("v1", "Pod", "team", name);
      awaitUsed(0);
    }
  }

  @Test
  void what_a_terminating_pod_holds_is_not_given_away_however_late_it_is() throws Exception {
    limit(1);
    assertThat(cluster.createPod("team", "a", 1)).isEmpty();
    cluster
        .server()
        .objects()
        .change(
            "v1",
            "Pod",
            "team",
            "a",
            pod -> {
              JsonObject metadata = pod.getAsJsonObject("metadata");
              metadata.addProperty("deletionTimestamp", "2020-01-01T00:00:00Z");
              metadata.addProperty("deletionGracePeriodSeconds", 30);
              return pod;
            });
    awaitUsed(1);

    assertThat(cluster.createPod("team", "b", 1)).startsWith(DENIED + "exceeded quota: gpus");
  }

  private static final String LATER =
      """
      {'apiVersion': 'admissionregistration.k8s.io/v1', 'kind': 'ValidatingWebhookConfiguration',
       'metadata': {'name': 'zzz'}, 'webhooks': [{'name': 'later.example.com',
         'failurePolicy': 'Fail', 'sideEffects': 'None', 'admissionReviewVersions': ['v1'],
         'clientConfig': {'url': 'http://127.0.0.1:1/'}, 'timeoutSeconds': 1,
         'rules': [{'operations': ['CREATE'], 'apiGroups': [''], 'apiVersions': ['v1'],
           'resources': ['pods']}]}]}
      """;

  private void isDeniedByALaterWebhook(String pod) {
    cluster.put(LATER);
    assertThat(cluster.createPod("team", pod, 1)).startsWith("500 ");
    assertThat(cluster.amount("reserved", GPU)).isEqualTo("1");
    cluster
        .server()
        .objects()
        .remove("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "", "zzz");
  }

  @Test
  void what_a_later_webhook_denied_is_given_back_when_it_expires() throws Exception {
    limit(1);
    isDeniedByALaterWebhook("a");

    cluster.forward(Duration.ofMinutes(2));

    awaitUsed(0);
  }

  @Test
  void what_a_later_webhook_denied_yields_to_whoever_needs_it() throws Exception {
    limit(1);
    isDeniedByALaterWebhook("a");

    Await.until("there is room", () -> cluster.createPod("team", "b", 1).isEmpty());

    awaitUsed(1);
    assertThat(cluster.createPod("team", "c", 1)).startsWith(DENIED + "exceeded quota: gpus");
  }

  @Test
  void what_a_name_that_exists_was_refused_for_yields_to_whoever_needs_it() throws Exception {
    limit(2);
    assertThat(cluster.createPod("team", "a", 1)).isEmpty();
    assertThat(cluster.createPod("team", "a", 1)).startsWith("409 ");

    Await.until("there is room", () -> cluster.createPod("team", "b", 1).isEmpty());

    awaitUsed(2);
  }
}
