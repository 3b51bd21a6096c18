package dev.plimsoll.extender.requeue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A node is full of a pod that no other pod may evict, since the quota of 0 would hold it. */
class NominationsTest {
  private static final Map<String, List<String>> VICTIMS = Map.of("a", List.of("uid-low"));

  private final List<String> written = new ArrayList<>();
  private int failure;
  private final FakeClock clock = new FakeClock();
  private Cluster cluster =
      ExtenderFixtures.cluster()
          .add(ExtenderFixtures.node("a", 8))
          .add(ExtenderFixtures.quota("team", 0))
          .add(ExtenderFixtures.pod("other", "low", 8, "a"))
          .build();
  private final Decisions decisions =
      new Decisions(cluster, ExtenderSettings.DEFAULT, clock::nanos);
  private final Nominations nominations = new Nominations(decisions, this::write, clock::nanos, 1);

  private void write(String method, String path, JsonObject patch) throws StatusException {
    if (failure > 0) {
      throw new StatusException(failure, "no");
    }
    written.add(method + " " + path + " " + patch);
  }

  private void show(ApiObject object) {
    Optional<ApiObject> before =
        cluster.find(object.getClass(), object.namespace(), object.name()).map(o -> o);
    cluster = cluster.with(object);
    decisions.changed(List.of(new ObjectChange(before, Optional.of(object))), cluster);
  }

  private Pod pod(String name, String nominatedNode) {
    Pod pod =
        PodBuilder.pod("team", name)
            .uid("uid-" + name)
            .requests("nvidia.com/gpu=8")
            .limits("nvidia.com/gpu=8")
            .nominatedFor(nominatedNode)
            .build();
    Pod versioned = pod.withMetadata(pod.metadata().withResourceVersion("7"));
    show(versioned);
    return versioned;
  }

  private List<String> look() throws StatusException {
    written.clear();
    nominations.sync();
    clock.pass(Duration.ofSeconds(1));
    return List.copyOf(written);
  }

  @Test
  void the_nomination_of_a_held_pod_is_cleared_unless_the_pod_has_changed() throws StatusException {
    Pod pod = pod("held", "a");
    assertThat(look()).isEmpty();
    decisions.preempt(pod, VICTIMS);

    assertThat(look())
        .containsExactly(
            "PATCH /api/v1/namespaces/team/pods/held/status"
                + " {\"metadata\":{\"uid\":\"uid-held\",\"resourceVersion\":\"7\"},"
                + "\"status\":{\"nominatedNodeName\":null}}");
    failure = 409;
    assertThatCode(this::look).doesNotThrowAnyException();
    failure = 500;
    assertThatThrownBy(this::look).isInstanceOf(StatusException.class);
    pod("held", "");
    assertThat(look()).isEmpty();
  }

  @Test
  void a_pod_that_only_evictions_can_help_is_requeued_by_a_nomination_that_ends()
      throws StatusException {
    Requeuer requeuer = new Requeuer(decisions, this::write, clock, clock::nanos, 1);
    decisions.preempt(pod("held", ""), VICTIMS);
    show(ExtenderFixtures.quota("team", 8));

    for (int i = 0; i < 2; i++) {
      requeuer.sync();
      clock.pass(Duration.ofSeconds(1));
    }

    assertThat(written)
        .containsExactly(
            "PATCH /api/v1/namespaces/team/pods/held/status {\"metadata\":{\"uid\":\"uid-held\"},"
                + "\"status\":{\"nominatedNodeName\":\"requeue.plimsoll.dev\"}}");
    pod("held", "requeue.plimsoll.dev");
    assertThat(look()).hasSize(1).allMatch(w -> w.contains("\"nominatedNodeName\":null"));
  }

  @Test
  void so_many_are_cleared_in_a_second_and_the_others_later() throws StatusException {
    pod("first", "requeue.plimsoll.dev");
    pod("second", "requeue.plimsoll.dev");

    assertThat(look()).hasSize(1).allMatch(w -> w.contains("/pods/first/"));
    pod("first", "");
    assertThat(look()).hasSize(1).allMatch(w -> w.contains("/pods/second/"));
  }
}
