package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodStatus;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExtenderTest {
  private static final String HELD = "quota gpus has no requests.nvidia.com/gpu left for placement";

  private final Cluster cluster =
      ExtenderFixtures.cluster()
          .add(ExtenderFixtures.node("a", 8))
          .add(ExtenderFixtures.node("b", 8))
          .add(ExtenderFixtures.quota("team", 4))
          .add(ExtenderFixtures.pod("team", "old", 2, "a"))
          .build();

  private long nanos;
  private String bindingError = "";

  private final Extender extender =
      new Extender(cluster, ExtenderSettings.DEFAULT.withBind(), b -> bindingError, () -> nanos);

  /** Returns a pod that the watch has shown. */
  private Pod created(String namespace, String name, long gpus) {
    return created(extender, namespace, name, gpus);
  }

  private static Pod created(Extender asked, String namespace, String name, long gpus) {
    Pod pod = ExtenderFixtures.pod(namespace, name, gpus, "");
    ExtenderFixtures.changed(asked, Optional.empty(), Optional.of(pod), asked.cluster().with(pod));
    return pod;
  }

  private JsonObject filter(Extender asked, Pod pod) {
    return object(asked.filter(bytes(ExtenderFixtures.args(pod, "b", "a"))));
  }

  private static JsonObject object(Extender.Response response) {
    return JsonParser.parseString(ExtenderFixtures.text(response.json())).getAsJsonObject();
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void a_pod_within_its_quota_passes_everywhere_in_the_order_asked() {
    JsonObject answer = filter(extender, created("team", "new", 2));

    assertThat(answer.get("NodeNames")).isEqualTo(JsonParser.parseString("[\"b\",\"a\"]"));
    assertThat(extender.decisions().assumedPods()).hasSize(1);
  }

  @Test
  void a_pod_beyond_what_placed_pods_leave_is_held_unresolvably() {
    JsonObject answer = filter(extender, created("team", "new", 3));

    assertThat(answer.getAsJsonArray("NodeNames")).isEmpty();
    assertThat(answer.getAsJsonObject("FailedNodes").keySet()).isEmpty();
    assertThat(answer.getAsJsonObject("FailedAndUnresolvableNodes").get("a").getAsString())
        .isEqualTo(HELD);
    assertThat(extender.decisions().assumedPods()).isEmpty();
  }

  @Test
  void pods_on_their_way_count_once_however_often_they_are_asked_about() {
    Pod first = created("team", "first", 2);
    JsonArray before = filter(extender, first).getAsJsonArray("NodeNames");

    JsonArray again = filter(extender, first).getAsJsonArray("NodeNames");
    JsonArray second = filter(extender, created("team", "second", 1)).getAsJsonArray("NodeNames");

    assertThat(again).isEqualTo(before).hasSize(2);
    assertThat(second).isEmpty();
  }

  @Test
  void an_assumed_pod_is_forgotten_when_it_expires() {
    filter(extender, created("team", "first", 2));
    nanos += Duration.ofSeconds(30).toNanos();

    assertThat(extender.decisions().assumedPods()).isEmpty();
    assertThat(filter(extender, created("team", "second", 2)).getAsJsonArray("NodeNames"))
        .hasSize(2);
  }

  @Test
  void a_pod_whose_end_was_seen_does_not_count_if_it_is_asked_about_again() {
    Pod ended = created("team", "first", 2);
    filter(extender, ended);
    ExtenderFixtures.changed(
        extender, Optional.of(ended), Optional.empty(), extender.cluster().without(ended));

    filter(extender, ended);
    extender.decisions().preempt(ended, Map.of("a", List.of("uid-old")));

    assertThat(extender.decisions().assumedPods()).isEmpty();
    assertThat(extender.decisions().nominatedPods()).isEmpty();
    assertThat(extender.decisions().unknownPods()).isZero();
    assertThat(object(extender.bind(bytes(ExtenderFixtures.binding(ended, "a")))).get("Error"))
        .isNotNull();
    assertThat(filter(extender, created("team", "second", 2)).getAsJsonArray("NodeNames"))
        .hasSize(2);
  }

  @Test
  void a_pod_that_is_being_deleted_does_not_count_if_it_is_asked_about_again() {
    Pod pod = created("team", "first", 2);
    filter(extender, pod);
    Pod ending = pod.withMetadata(pod.metadata().withDeletionTimestamp(Optional.of(Instant.EPOCH)));
    ExtenderFixtures.changed(
        extender, Optional.of(pod), Optional.of(ending), extender.cluster().with(ending));

    filter(extender, pod);

    assertThat(extender.decisions().assumedPods()).isEmpty();
    assertThat(filter(extender, created("team", "second", 2)).getAsJsonArray("NodeNames"))
        .hasSize(2);
  }

  @Test
  void a_pod_of_the_name_of_one_that_is_gone_counts() {
    Pod ended = created("team", "first", 2);
    ExtenderFixtures.changed(
        extender, Optional.of(ended), Optional.empty(), extender.cluster().without(ended));
    Pod again = ended.withMetadata(ended.metadata().withUid("uid-again"));

    filter(extender, again);

    assertThat(extender.decisions().assumedPods()).hasSize(1);
  }

  @Test
  void an_assumed_pod_is_forgotten_when_the_binding_is_seen_and_then_counts_as_placed() {
    Pod pending = created("team", "first", 2);
    filter(extender, pending);
    Pod bound = ExtenderFixtures.pod("team", "first", 2, "b");
    ExtenderFixtures.changed(
        extender, Optional.of(pending), Optional.of(bound), extender.cluster().with(bound));

    assertThat(extender.decisions().assumedPods()).isEmpty();
    assertThat(filter(extender, created("team", "second", 1)).getAsJsonArray("NodeNames"))
        .isEmpty();
  }

  @Test
  void a_finished_pod_gives_its_quota_back() {
    Pod old = ExtenderFixtures.pod("team", "old", 2, "a");
    Pod ended = old.withStatus(PodStatus.builder().phase("Succeeded").build());
    ExtenderFixtures.changed(extender, Optional.of(old), Optional.of(ended), cluster.with(ended));

    assertThat(filter(extender, created("team", "new", 4)).getAsJsonArray("NodeNames")).hasSize(2);
  }

  @Test
  void a_failed_binding_forgets_the_pod() {
    Pod pod = created("team", "first", 2);
    filter(extender, pod);
    bindingError = "the API server says no";

    JsonObject answer = object(extender.bind(bytes(ExtenderFixtures.binding(pod, "a"))));

    assertThat(answer.get("Error").getAsString()).isEqualTo("the API server says no");
    assertThat(extender.decisions().assumedPods()).isEmpty();
  }

  @Test
  void nothing_is_evicted_for_a_pod_that_quota_would_still_hold_back() {
    String victims = ",\"NodeNameToMetaVictims\":{\"a\":{\"Pods\":[{\"UID\":\"x\"}]}}}";
    String held = "{\"Pod\":" + ExtenderFixtures.podJson(created("team", "new", 3)) + victims;
    String free = "{\"Pod\":" + ExtenderFixtures.podJson(created("team", "new", 2)) + victims;

    assertThat(object(extender.preempt(bytes(held))).toString())
        .isEqualTo("{\"NodeNameToMetaVictims\":{}}");
    assertThat(object(extender.preempt(bytes(free))).toString())
        .isEqualTo(
            "{\"NodeNameToMetaVictims\":{\"a\":{\"Pods\":[{\"UID\":\"x\"}],"
                + "\"NumPDBViolations\":0}}}");
  }

  @Test
  void preemption_tells_for_how_long_the_pod_had_been_held() {
    Pod pod = created("team", "new", 3);
    filter(extender, pod);
    nanos += Duration.ofMinutes(7).toNanos();
    String call = "{\"Pod\":" + ExtenderFixtures.podJson(pod) + ",\"NodeNameToMetaVictims\":";

    assertThat(extender.preempt(bytes(call + "{}}")).decided().orElseThrow().heldFor())
        .contains(Duration.ofMinutes(7));
    nanos += Duration.ofMinutes(1).toNanos();
    String victims = "{\"a\":{\"Pods\":[{\"UID\":\"uid-old\"}]}}}";
    Extender.Response ended = extender.preempt(bytes(call + victims));

    assertThat(ended.reason()).isEqualTo("passed");
    assertThat(ended.decided().orElseThrow().heldFor()).contains(Duration.ofMinutes(8));
    assertThat(extender.preempt(bytes(call + victims)).decided().orElseThrow().heldFor()).isEmpty();
  }

  @Test
  void resources_that_the_scheduler_ignores_are_checked_with_assumed_pods() {
    ExtenderSettings ignoring =
        new ExtenderSettings(true, Set.of(ExtenderFixtures.GPU), Duration.ofSeconds(30));
    Extender checking = new Extender(cluster, ignoring.withBind(), b -> "", () -> nanos);
    Pod first = created(checking, "other", "first", 6);
    JsonObject answer = filter(checking, first);
    checking.bind(bytes(ExtenderFixtures.binding(first, "a")));

    JsonObject next = filter(checking, created(checking, "other", "second", 1));

    assertThat(answer.getAsJsonArray("NodeNames")).hasSize(2);
    assertThat(next.getAsJsonObject("FailedAndUnresolvableNodes").toString())
        .isEqualTo("{\"a\":\"Insufficient nvidia.com/gpu\"}");
    assertThat(next.getAsJsonArray("NodeNames").toString()).isEqualTo("[\"b\"]");
  }

  @Test
  void a_partly_used_node_scores_higher_than_a_whole_one() {
    Extender.Response response =
        extender.prioritize(bytes(ExtenderFixtures.args(created("team", "new", 1), "b", "a")));
    JsonArray scores =
        JsonParser.parseString(ExtenderFixtures.text(response.json())).getAsJsonArray();

    assertThat(scores.get(1).getAsJsonObject().get("Score").getAsInt())
        .isGreaterThan(scores.get(0).getAsJsonObject().get("Score").getAsInt());
  }
}
