package dev.plimsoll.extender.requeue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequeuerTest {
  private String forbidden = "";
  private StatusException answer = new StatusException(403, "not there");
  private final List<String> written = new ArrayList<>();
  private final FakeClock clock = new FakeClock();
  private Cluster cluster =
      ExtenderFixtures.cluster()
          .add(ExtenderFixtures.node("a", 8))
          .add(ExtenderFixtures.quota("blue", 0))
          .add(ExtenderFixtures.quota("green", 0))
          .add(ExtenderFixtures.quota("red", 0))
          .build();
  private final Decisions decisions =
      new Decisions(cluster, ExtenderSettings.DEFAULT, clock::nanos);
  private final Requeuer requeuer = new Requeuer(decisions, this::write, clock, clock::nanos, 2);

  private void write(String method, String path, JsonObject patch) throws StatusException {
    assertThat(method).isEqualTo("PATCH");
    assertThat(patch.getAsJsonObject("metadata").getAsJsonObject("annotations").keySet())
        .containsExactly("plimsoll.dev/requeued-at");
    if (path.contains("/namespaces/" + forbidden + "/")) {
      throw answer;
    }
    written.add(path.replaceAll(".*/namespaces/(.*)/pods/(.*)", "$1/$2"));
  }

  @BeforeEach
  void hold_pods() {
    for (String namespace : List.of("blue", "green")) {
      for (int i = 0; i < 3; i++) {
        ask(namespace, "p" + i);
      }
    }
  }

  private boolean ask(String namespace, String name) {
    return ask(namespace, name, 1);
  }

  private boolean ask(String namespace, String name, long gpus) {
    return ask(ExtenderFixtures.pod(namespace, namespace + "-" + name, gpus, ""));
  }

  private boolean ask(Pod pod) {
    Optional<ApiObject> known = cluster.find(Pod.class, pod.namespace(), pod.name()).map(p -> p);
    cluster = cluster.with(pod);
    decisions.changed(List.of(new ObjectChange(known, Optional.of(pod))), cluster);
    return decisions.filter(pod, 1, () -> List.of("a")).filtered().passes(0);
  }

  @ParameterizedTest
  @CsvSource({
    "404, pods \"blue-p0\" not found",
    "409, Operation cannot be fulfilled on pods \"blue-p0\"",
    "422, 'Pod \"blue-p0\" is invalid: metadata.uid: Invalid value: \"1\": field is immutable'"
  })
  void a_pod_in_whose_place_another_one_is_is_not_tried_again(int code, String message)
      throws StatusException {
    forbidden = "blue";
    answer = new StatusException(code, message);
    grow("blue", 3);

    requeuer.sync();
    requeuer.sync();

    assertThat(decisions.held()).noneMatch(h -> h.pod().name().equals("blue-p0"));
  }

  /** Has a pod gone that was held in namespace blue. */
  private void leave(String name) {
    decisions.removeHeld(ExtenderFixtures.pod("blue", "blue-" + name, 1, ""));
  }

  private void grow(String namespace, long gpus) {
    ResourceQuota before = cluster.find(ResourceQuota.class, namespace, "gpus").orElseThrow();
    ResourceQuota after = ExtenderFixtures.quota(namespace, gpus);
    cluster = cluster.with(after);
    decisions.changed(List.of(new ObjectChange(Optional.of(before), Optional.of(after))), cluster);
  }

  private List<String> look() throws StatusException {
    written.clear();
    requeuer.sync();
    clock.pass(Duration.ofSeconds(1));
    return List.copyOf(written);
  }

  @Test
  void nothing_is_requeued_while_nothing_has_grown() throws StatusException {
    assertThat(look()).isEmpty();
    assertThat(look()).isEmpty();
  }

  @Test
  void as_many_are_requeued_as_there_is_room_for_once_the_scheduler_has_not_come_by_itself()
      throws StatusException {
    grow("blue", 2);

    assertThat(look()).isEmpty();
    assertThat(look()).containsExactly("blue/blue-p0", "blue/blue-p1");
    assertThat(look()).isEmpty();
  }

  @Test
  void namespaces_are_requeued_in_turn_and_no_more_than_so_many_a_second() throws StatusException {
    grow("blue", 8);
    grow("green", 8);
    look();

    assertThat(look()).containsExactly("blue/blue-p0", "green/green-p0");
    assertThat(look()).containsExactly("blue/blue-p1", "green/green-p1");
    assertThat(look()).containsExactly("blue/blue-p2", "green/green-p2");
    assertThat(look()).isEmpty();
  }

  @Test
  void forty_large_pods_do_not_keep_small_ones_that_fit_from_being_requeued()
      throws StatusException {
    for (int i = 0; i < 40; i++) {
      ask("red", "large-" + i, 8);
    }
    ask("red", "small", 1);
    grow("red", 7);
    look();

    assertThat(look()).containsExactly("red/red-small");
  }

  @Test
  void pods_that_never_come_back_keep_what_they_were_requeued_for_no_longer_than_a_while()
      throws StatusException {
    grow("blue", 1);
    look();
    assertThat(look()).containsExactly("blue/blue-p0");
    clock.pass(Duration.ofSeconds(10));
    assertThat(look()).isEmpty();
    clock.pass(Duration.ofSeconds(20));
    look();

    assertThat(look()).containsExactly("blue/blue-p1");
  }

  @Test
  void an_older_pod_comes_before_one_that_was_held_longer() throws StatusException {
    Pod young = pod("young", Instant.EPOCH.plusSeconds(2), 0);
    Pod old = pod("old", Instant.EPOCH.plusSeconds(1), 0);
    Pod important = pod("important", Instant.EPOCH.plusSeconds(3), 5);
    for (Pod pod : List.of(young, old, important)) {
      ask(pod);
    }
    leave("p0");
    leave("p1");
    leave("p2");
    grow("blue", 2);
    look();

    assertThat(look()).containsExactly("blue/important", "blue/old");
  }

  private static Pod pod(String name, Instant created, int priority) {
    Pod pod = ExtenderFixtures.pod("blue", name, 1, "");
    return pod.withMetadata(pod.metadata().withCreationTimestamp(Optional.of(created)))
        .withSpec(pod.spec().withPriority(OptionalInt.of(priority)));
  }

  @Test
  void a_pod_that_has_been_asked_about_again_is_not_requeued() throws StatusException {
    grow("blue", 1);
    look();

    assertThat(ask("blue", "p0")).isTrue();
    assertThat(look()).isEmpty();
  }

  @Test
  void a_pod_that_is_not_retried_is_requeued_again_after_a_while() throws StatusException {
    leave("p1");
    leave("p2");
    grow("blue", 1);
    look();
    look();
    clock.pass(Duration.ofSeconds(30));

    assertThat(look()).containsExactly("blue/blue-p0");
  }

  @Test
  void a_namespace_that_may_not_be_written_to_does_not_keep_the_others_from_their_turn()
      throws StatusException {
    grow("blue", 8);
    grow("green", 8);
    look();
    forbidden = "blue";

    assertThatThrownBy(this::look).isInstanceOf(StatusException.class);
    requeuer.sync();

    assertThat(written).containsExactly("green/green-p0");
  }

  @Test
  void a_clock_that_is_set_back_an_hour_does_not_put_it_off_for_an_hour() throws StatusException {
    leave("p1");
    leave("p2");
    grow("blue", 1);
    look();
    look();
    clock.setBack(Duration.ofHours(1));
    clock.pass(Duration.ofSeconds(30));

    assertThat(look()).containsExactly("blue/blue-p0");
  }
}
