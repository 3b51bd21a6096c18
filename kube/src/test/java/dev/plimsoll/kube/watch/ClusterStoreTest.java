package dev.plimsoll.kube.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.ArgumentMatchers.same;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockStatic;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import dev.plimsoll.kube.TestObjects;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.mockito.MockedStatic;

class ClusterStoreTest {
  private static final WatchedKind PODS =
      WatchedKind.ALL.stream().filter(k -> k.type() == Pod.class).findFirst().orElseThrow();

  private final ClusterStore state =
      new ClusterStore(WatchedKind.ALL, Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
  private final ChangeListener listener = mock();

  private static ApiObject pod(String name, String uid, int version) {
    return TestObjects.read(
        """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "%s", "namespace": "t",
                 "uid": "%s", "resourceVersion": "%d"},
                 "spec": {"nodeName": "n", "containers": [{"name": "c"}]}}
                """
            .formatted(name, uid, version));
  }

  @Test
  void an_empty_store_covers_what_is_watched() {
    assertThat(state.cluster().covers(Node.RESOURCE)).isTrue();
  }

  @Test
  void a_snapshot_says_up_to_which_version_its_objects_were_observed() {
    assertThat(state.observed().versions()).isEmpty();
    state.replace(PODS, List.of(pod("a", "1", 3)), "7");
    ObservedCluster listed = state.observed();
    state.put(pod("b", "2", 9));
    ObservedCluster added = state.observed();
    state.remove(pod("a", "1", 12));
    ObservedCluster removed = state.observed();
    state.reached(Pod.RESOURCE, "15");
    state.reached(Pod.RESOURCE, "14");

    assertThat(listed.versions()).containsExactly(Map.entry(Pod.RESOURCE, "7"));
    assertThat(added.versions()).containsExactly(Map.entry(Pod.RESOURCE, "9"));
    assertThat(added.cluster().list(Pod.class)).hasSize(2);
    assertThat(removed.versions()).containsExactly(Map.entry(Pod.RESOURCE, "12"));
    assertThat(removed.cluster().list(Pod.class)).hasSize(1);
    assertThat(state.observed().versions()).containsExactly(Map.entry(Pod.RESOURCE, "15"));
  }

  @Test
  void a_server_whose_history_was_set_back_sets_the_version_back_too() {
    state.replace(PODS, List.of(pod("a", "1", 3)), "7");

    state.setBack(PODS, List.of(pod("a", "1", 2)), "4");

    assertThat(state.observed().versions()).containsExactly(Map.entry(Pod.RESOURCE, "4"));
  }

  @Test
  void a_snapshot_taken_before_a_change_stays_as_it_was() {
    state.put(pod("a", "1", 1));
    Cluster before = state.cluster();
    state.put(pod("b", "2", 2));
    assertThat(before.podsOn("n")).hasSize(1);
    assertThat(state.cluster().podsOn("n")).hasSize(2);
  }

  @Test
  void the_same_version_again_is_no_change() {
    state.addListener(listener);
    state.put(pod("a", "1", 1));
    state.put(pod("a", "1", 1));
    verify(listener, times(1)).changed(any(), any());
  }

  @Test
  void the_end_of_a_former_object_does_not_take_away_the_one_in_its_place() {
    state.put(pod("a", "2", 5));
    state.remove(pod("a", "1", 3));
    assertThat(state.cluster().list(Pod.class)).hasSize(1);
  }

  @Test
  void an_object_with_another_uid_is_told_as_a_deletion_and_a_creation() {
    ApiObject former = pod("a", "1", 1);
    ApiObject next = pod("a", "2", 5);
    List<ObjectChange> both =
        List.of(
            new ObjectChange(Optional.of(former), Optional.empty()),
            new ObjectChange(Optional.empty(), Optional.of(next)));
    state.put(former);
    RecordingListener recordingListener = new RecordingListener(state);

    state.put(next);
    state.setBack(PODS, List.of(former), "4");
    state.replace(PODS, List.of(next), "6");
    state.correct(List.of(change(next, former)));

    List<ObjectChange> reversed =
        List.of(
            new ObjectChange(Optional.of(next), Optional.empty()),
            new ObjectChange(Optional.empty(), Optional.of(former)));
    assertThat(recordingListener.told()).containsExactly(both, reversed, both, reversed);
  }

  private static ObjectChange change(ApiObject before, ApiObject after) {
    return new ObjectChange(Optional.of(before), Optional.of(after));
  }

  @Test
  void corrections_of_several_kinds_are_one_change() {
    ApiObject pod = pod("a", "1", 10);
    ApiObject node =
        TestObjects.read(
            "{\"apiVersion\": \"v1\", \"kind\": \"Node\", \"metadata\": {\"name\": \"n\", \"uid\": \"n\"}}");
    state.put(pod);
    RecordingListener recordingListener = new RecordingListener(state);

    state.correct(
        List.of(
            new ObjectChange(Optional.of(pod), Optional.empty()),
            new ObjectChange(Optional.empty(), Optional.of(node))));

    assertThat(recordingListener.told()).hasSize(1);
    assertThat(state.cluster().list(Pod.class)).isEmpty();
    assertThat(state.cluster().nodes()).hasSize(1);
  }

  @Test
  void the_end_of_an_earlier_version_does_not_take_the_object_away() {
    state.put(pod("a", "1", 10));
    state.remove(pod("a", "1", 9));
    assertThat(state.cluster().list(Pod.class)).hasSize(1);
    state.remove(pod("a", "1", 10));
    assertThat(state.cluster().list(Pod.class)).isEmpty();
  }

  private String version() {
    return state.cluster().list(Pod.class).iterator().next().metadata().resourceVersion();
  }

  @Test
  void an_older_version_does_not_replace_a_newer_one() {
    state.put(pod("a", "1", 10));
    state.put(pod("a", "1", 9));
    assertThat(version()).isEqualTo("10");
  }

  @Test
  void a_former_object_of_the_name_does_not_replace_the_one_in_its_place() {
    state.put(pod("a", "2", 10));
    state.put(pod("a", "1", 9));
    assertThat(version()).isEqualTo("10");
  }

  @Test
  void a_version_that_cannot_be_compared_replaces_the_one_before() {
    ApiObject other = pod("a", "1", 9);
    state.put(pod("a", "1", 10));
    state.put(((Pod) other).withMetadata(other.metadata().withResourceVersion("x9")));
    assertThat(version()).isEqualTo("x9");
  }

  @Test
  void what_is_newer_than_a_list_stays() {
    state.put(pod("a", "1", 10));
    state.put(pod("b", "2", 11));
    state.put(pod("c", "3", 4));
    state.replace(PODS, List.of(pod("a", "1", 3), pod("d", "4", 5)), "8");
    assertThat(state.cluster().list(Pod.class))
        .extracting(p -> p.name() + p.metadata().resourceVersion())
        .containsExactlyInAnyOrder("a10", "b11", "d5");
  }

  @Test
  void a_correction_may_be_older_but_counts_only_if_nothing_has_come_since() {
    ApiObject stored = pod("a", "1", 10);
    state.put(stored);
    state.correct(List.of(change(pod("a", "1", 9), pod("a", "1", 5))));
    assertThat(version()).isEqualTo("10");
    state.correct(List.of(change(stored, pod("a", "1", 5))));
    assertThat(version()).isEqualTo("5");
  }

  @Test
  void a_relist_is_one_step() {
    state.put(pod("a", "1", 1));
    state.put(pod("b", "2", 2));
    RecordingListener recordingListener = new RecordingListener(state);
    state.replace(PODS, List.of(pod("b", "2", 2), pod("c", "3", 3)));
    assertThat(state.cluster().list(Pod.class)).extracting(Pod::name).containsExactly("b", "c");
    assertThat(recordingListener.told()).hasSize(1);
    assertThat(recordingListener.told().get(0)).hasSize(2);
  }

  @Test
  void a_listener_that_fails_harms_nobody() {
    ChangeListener failing = mock();
    doThrow(new IllegalStateException("on purpose")).when(failing).changed(any(), any());
    state.addListener(failing);
    state.addListener(listener);
    state.put(pod("a", "1", 1));
    verify(listener).changed(any(), same(state.cluster()));
  }

  @Test
  void a_consistent_snapshot_is_kept() {
    state.put(pod("a", "1", 1));
    Cluster before = state.cluster();
    assertThat(state.rebuildIfInconsistent()).isTrue();
    assertThat(state.cluster()).isSameAs(before);
  }

  @Test
  void listeners_get_the_snapshot_whose_indexes_are_rebuilt() {
    state.put(pod("a", "1", 1));
    state.addListener(listener);
    try (MockedStatic<IndexCheck> indexCheck = mockStatic(IndexCheck.class)) {
      indexCheck.when(() -> IndexCheck.agree(any(), any())).thenReturn(false);
      assertThat(state.rebuildIfInconsistent()).isFalse();
    }
    verify(listener).changed(eq(List.of()), same(state.cluster()));
  }
}
