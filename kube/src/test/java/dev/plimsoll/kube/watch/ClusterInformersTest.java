package dev.plimsoll.kube.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.faults.FailureMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClusterInformersTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final InformerOptions QUICK =
      new InformerOptions(
          Duration.ofMillis(5), Duration.ofMillis(50), Duration.ofDays(1), Duration.ZERO);

  @TempDir Path folder;
  private KubeApiServer server;
  private Optional<ClusterInformers> open = Optional.empty();

  @BeforeEach
  void start() {
    server = KubeApiServer.start();
  }

  @AfterEach
  void stop() {
    open.ifPresent(ClusterInformers::close);
    server.close();
  }

  private ClusterInformers informers() throws IOException {
    return informers(QUICK);
  }

  private ClusterInformers informers(InformerOptions options) throws IOException {
    Path kubeconfig =
        Files.writeString(
            folder.resolve("kubeconfig"),
            """
            current-context: here
            contexts: [{name: here, context: {cluster: c}}]
            clusters: [{name: c, cluster: {server: "%s"}}]
            """
                .formatted(server.url()));
    ClusterInformers feed =
        ClusterInformers.start(
            new ClusterAccess(Optional.of(kubeconfig), Optional.empty()),
            WatchedKind.WITH_POLICIES,
            options);
    open = Optional.of(feed);
    return feed;
  }

  private ClusterInformers synced() throws Exception {
    ClusterInformers feed = informers();
    assertThat(feed.awaitSynced(PATIENCE)).isTrue();
    return feed;
  }

  private void pod(String name, String node) {
    server
        .objects()
        .put(
            """
            {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "%s", "namespace": "default"},
             "spec": {"nodeName": "%s", "containers": [{"name": "c", "image": "i"}]}}
            """
                .formatted(name, node));
  }

  private void node(String name) {
    server
        .objects()
        .put(
            """
            {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "%s"},
             "status": {"allocatable": {"cpu": "8", "memory": "16Gi", "pods": "110"}}}
            """
                .formatted(name));
  }

  private void delete(String pod) {
    server.objects().remove("v1", "Pod", "default", pod);
  }

  private static boolean has(Cluster cluster, String pod) {
    return cluster.find(Pod.class, "default", pod).isPresent();
  }

  private static long lists(ClusterInformers feed) {
    return feed.health().informers().values().stream().mapToLong(InformerHealth::lists).sum();
  }

  @Test
  void the_snapshot_follows_the_server() throws Exception {
    node("n");
    pod("a", "n");
    ClusterInformers feed = synced();
    assertThat(feed.cluster().podsOn("n")).extracting(Pod::name).containsExactly("a");
    assertThat(feed.cluster().covers(Node.RESOURCE)).isTrue();
    RecordingListener recordingListener = new RecordingListener(feed.store());
    pod("b", "n");
    recordingListener.await(c -> c.podsOn("n").size() == 2);
    delete("a");
    recordingListener.await(c -> !has(c, "a"));
    assertThat(feed.cluster().podsOn("n")).extracting(Pod::name).containsExactly("b");
    assertThat(recordingListener.told())
        .extracting(objectChanges -> objectChanges.get(0).after().map(ApiObject::name).orElse(""))
        .containsExactly("b", "");
    assertThat(feed.health().synced()).isTrue();
    assertThat(feed.health().timeSinceLastReceived(Instant.now())).isPresent();
  }

  @Test
  void lists_longer_than_a_page_are_read_whole() throws Exception {
    IntStream.range(0, 1203).forEach(i -> pod("p" + i, "n"));
    ClusterInformers feed = synced();
    assertThat(feed.cluster().list(Pod.class)).hasSize(1203);
    assertThat(server.calls()).anyMatch(c -> c.contains("/pods?continue="));
  }

  @Test
  void a_watch_that_is_cut_goes_on_without_listing_again() throws Exception {
    ClusterInformers feed = synced();
    RecordingListener recordingListener = new RecordingListener(feed.store());
    pod("before", "n");
    recordingListener.await(c -> has(c, "before"));
    long lists = lists(feed);
    server.faults().cutWatches();
    pod("after", "n");
    recordingListener.await(c -> has(c, "after"));
    assertThat(lists(feed)).isEqualTo(lists);
  }

  @Test
  void a_forgotten_version_is_healed_by_listing_again() throws Exception {
    pod("old", "n");
    ClusterInformers feed = synced();
    RecordingListener recordingListener = new RecordingListener(feed.store());
    server.stop();
    delete("old");
    pod("new", "n");
    server.faults().compact();
    server.comeBack();
    recordingListener.await(c -> has(c, "new"));
    assertThat(has(feed.cluster(), "old")).isFalse();
    assertThat(recordingListener.told().get(recordingListener.told().size() - 1)).hasSize(2);
  }

  @Test
  void a_watch_told_that_its_version_is_gone_lists_again() throws Exception {
    ClusterInformers feed = synced();
    RecordingListener recordingListener = new RecordingListener(feed.store());
    pod("before", "n");
    recordingListener.await(c -> has(c, "before"));
    server.faults().expireWatches();
    pod("after", "n");
    recordingListener.await(c -> has(c, "after"));
  }

  @Test
  void a_restart_of_the_server_does_not_make_all_be_listed_again() throws Exception {
    ClusterInformers feed = synced();
    RecordingListener recordingListener = new RecordingListener(feed.store());
    pod("a", "n");
    recordingListener.await(c -> has(c, "a"));
    long lists = lists(feed);
    server.restart();
    node("n");
    recordingListener.await(c -> !c.nodes().isEmpty());
    assertThat(lists(feed)).isEqualTo(lists);
    assertThat(server.calls())
        .filteredOn(c -> c.contains("watch=true"))
        .allMatch(c -> c.contains("allowWatchBookmarks=true"));
  }

  @ParameterizedTest
  @EnumSource(FailureMode.class)
  void failed_requests_are_retried(FailureMode failureMode) throws Exception {
    pod("a", "n");
    server.faults().fail(8, failureMode);
    ClusterInformers feed = synced();
    assertThat(has(feed.cluster(), "a")).isTrue();
  }

  @Test
  void events_sent_twice_are_told_once() throws Exception {
    server.faults().duplicateEvents(true);
    ClusterInformers feed = synced();
    RecordingListener recordingListener = new RecordingListener(feed.store());
    pod("a", "n");
    delete("a");
    pod("a", "n");
    pod("b", "n");
    recordingListener.await(c -> has(c, "b"));
    assertThat(recordingListener.told()).hasSize(4);
    assertThat(feed.cluster().list(Pod.class)).hasSize(2);
  }

  @Test
  void fields_from_the_future_are_skipped() throws Exception {
    server.faults().fieldsFromTheFuture(true);
    node("n");
    pod("a", "n");
    ClusterInformers feed = synced();
    assertThat(feed.cluster().podsOn("n")).hasSize(1);
    assertThat(feed.health().informers().values()).allMatch(h -> h.unreadable() == 0);
  }

  @Test
  void an_object_that_can_not_be_read_is_left_out_and_counted() throws Exception {
    server
        .objects()
        .put(
            """
            {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "odd"},
             "status": {"allocatable": {"cpu": "many"}}}
            """);
    node("n");
    ClusterInformers feed = synced();
    assertThat(feed.cluster().nodes()).extracting(Node::name).containsExactly("n");
    assertThat(feed.health().informers().get(Node.RESOURCE))
        .isNotNull()
        .extracting(h -> h.unreadable())
        .isEqualTo(1L);
  }

  @Test
  void a_server_that_was_away_is_followed_again() throws Exception {
    ClusterInformers feed = synced();
    RecordingListener recordingListener = new RecordingListener(feed.store());
    server.stop();
    pod("a", "n");
    server.comeBack();
    recordingListener.await(c -> has(c, "a"));
    assertThat(feed.health().synced()).isTrue();
  }

  @Test
  void an_informer_without_a_server_is_not_synced_and_says_why() throws Exception {
    server.stop();
    ClusterInformers feed = informers();
    assertThat(feed.awaitSynced(Duration.ofMillis(200))).isFalse();
    assertThat(feed.health().synced()).isFalse();
    assertThat(feed.health().timeSinceLastReceived(Instant.now())).isEmpty();
    assertThat(feed.health().informers().values()).anyMatch(h -> h.problem().contains("reached"));
  }

  @Test
  void a_self_check_that_throws_is_followed_by_another() throws Exception {
    node("n");
    ClusterInformers feed =
        informers(
            new InformerOptions(
                QUICK.initialBackoff(), QUICK.maxBackoff(), Duration.ofMillis(5), Duration.ZERO));
    assertThat(feed.awaitSynced(PATIENCE)).isTrue();
    Semaphore repairs = new Semaphore(0);
    feed.store()
        .addListener(
            (changes, now) -> {
              if (Thread.currentThread().getName().equals("plimsoll-self-check")) {
                repairs.release();
                throw new AssertionError("a listener failed");
              }
            });

    for (int i = 0; i < 2; i++) {
      feed.store().remove(feed.cluster().nodes().iterator().next());
      assertThat(repairs.tryAcquire(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
    assertThat(feed.selfCheckStatus().name()).isEqualTo("self-check");
    assertThat(feed.selfCheckStatus().failures()).isGreaterThanOrEqualTo(1);
  }

  @Test
  void the_self_check_finds_and_repairs_what_went_missing() throws Exception {
    pod("lost", "n");
    pod("kept", "n");
    ClusterInformers feed = synced();
    Pod lost = feed.cluster().find(Pod.class, "default", "lost").orElseThrow();
    Pod ghost =
        new Pod(
            lost.metadata().toBuilder().name("ghost").uid("g").resourceVersion("1").build(),
            lost.spec(),
            lost.status());
    feed.store().remove(lost);
    feed.store().put(ghost);
    assertThat(feed.check())
        .extracting(Drift::toString)
        .containsExactlyInAnyOrder(
            "pods default/ghost was held at version 1 but is gone",
            "pods default/lost was missing, the server has " + lost.metadata().resourceVersion());
    assertThat(feed.cluster().list(Pod.class))
        .extracting(Pod::name)
        .containsExactly("kept", "lost");
    assertThat(feed.health().drifts()).isEqualTo(2);
    assertThat(feed.check()).isEqualTo(List.of());
  }
}
