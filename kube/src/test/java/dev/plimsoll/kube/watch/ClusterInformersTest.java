package dev.plimsoll.kube.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.faults.FailureMode;
import dev.plimsoll.testkit.plane.Await;
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
import org.junit.jupiter.params.provider.ValueSource;

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
    ClusterInformers informers =
        ClusterInformers.start(
            new ClusterAccess(Optional.of(kubeconfig()), Optional.empty()),
            WatchedKind.WITH_POLICIES,
            options);
    open = Optional.of(informers);
    return informers;
  }

  private Path kubeconfig() throws IOException {
    return Files.writeString(
        folder.resolve("kubeconfig"),
        """
        current-context: here
        contexts: [{name: here, context: {cluster: c}}]
        clusters: [{name: c, cluster: {server: "%s"}}]
        """
            .formatted(server.url()));
  }

  private ClusterInformers synced() throws Exception {
    ClusterInformers informers = informers();
    assertThat(informers.awaitSynced(PATIENCE)).isTrue();
    return informers;
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

  private static long lists(ClusterInformers informers) {
    return informers.health().informers().values().stream().mapToLong(InformerHealth::lists).sum();
  }

  @Test
  void a_snapshot_is_of_the_last_moment_at_which_the_server_was_heard() throws Exception {
    node("n");
    Instant before = Instant.now();
    ClusterInformers informers = synced();
    Cluster old = informers.cluster().at(Instant.EPOCH);

    assertThat(informers.confirmed(old).asOf()).isBetween(before, Instant.now());

    server.close();
    Await.until("a problem", () -> !informers.health().problems().isEmpty());
    Instant unheard = Instant.now();
    Cluster newer = old.at(unheard.plusSeconds(60));
    assertThat(informers.confirmed(old).asOf()).isBetween(before, unheard);
    assertThat(informers.confirmed(newer)).isSameAs(newer);
  }

  @Test
  void the_snapshot_follows_the_server() throws Exception {
    node("n");
    pod("a", "n");
    ClusterInformers informers = synced();
    assertThat(informers.cluster().podsOn("n")).extracting(Pod::name).containsExactly("a");
    assertThat(informers.cluster().covers(Node.RESOURCE)).isTrue();
    RecordingListener recordingListener = new RecordingListener(informers.store());
    pod("b", "n");
    recordingListener.await(c -> c.podsOn("n").size() == 2);
    delete("a");
    recordingListener.await(c -> !has(c, "a"));
    assertThat(informers.cluster().podsOn("n")).extracting(Pod::name).containsExactly("b");
    assertThat(recordingListener.told())
        .extracting(objectChanges -> objectChanges.get(0).after().map(ApiObject::name).orElse(""))
        .containsExactly("b", "");
    assertThat(informers.health().synced()).isTrue();
    assertThat(informers.health().timeSinceLastReceived()).isPresent();
  }

  @Test
  void lists_longer_than_a_page_are_read_whole() throws Exception {
    IntStream.range(0, 1203).forEach(i -> pod("p" + i, "n"));
    ClusterInformers informers = synced();
    assertThat(informers.cluster().list(Pod.class)).hasSize(1203);
    assertThat(server.calls()).anyMatch(c -> c.contains("/pods?continue="));
  }

  @Test
  void a_watch_that_is_cut_goes_on_without_listing_again() throws Exception {
    ClusterInformers informers = synced();
    RecordingListener recordingListener = new RecordingListener(informers.store());
    pod("before", "n");
    recordingListener.await(c -> has(c, "before"));
    long lists = lists(informers);
    server.faults().cutWatches();
    pod("after", "n");
    recordingListener.await(c -> has(c, "after"));
    assertThat(lists(informers)).isEqualTo(lists);
  }

  @Test
  void a_forgotten_version_is_healed_by_listing_again() throws Exception {
    pod("old", "n");
    ClusterInformers informers = synced();
    RecordingListener recordingListener = new RecordingListener(informers.store());
    server.stop();
    delete("old");
    pod("new", "n");
    server.faults().compact();
    server.comeBack();
    recordingListener.await(c -> has(c, "new"));
    assertThat(has(informers.cluster(), "old")).isFalse();
    assertThat(recordingListener.told().get(recordingListener.told().size() - 1)).hasSize(2);
  }

  @Test
  void a_watch_told_that_its_version_is_gone_lists_again() throws Exception {
    ClusterInformers informers = synced();
    RecordingListener recordingListener = new RecordingListener(informers.store());
    pod("before", "n");
    recordingListener.await(c -> has(c, "before"));
    server.faults().expireWatches();
    pod("after", "n");
    recordingListener.await(c -> has(c, "after"));
  }

  @Test
  void a_watch_that_ends_with_an_error_goes_on_after_the_last_event() throws Exception {
    ClusterInformers informers = synced();
    RecordingListener recordingListener = new RecordingListener(informers.store());
    pod("deleted", "n");
    delete("deleted");
    pod("before", "n");
    recordingListener.await(c -> has(c, "before"));
    server.faults().failWatches();
    pod("after", "n");
    recordingListener.await(c -> has(c, "after"));

    assertThat(recordingListener.told())
        .extracting(changes -> changes.get(0).after().map(ApiObject::name).orElse("-"))
        .containsExactly("deleted", "-", "before", "after");
  }

  @Test
  void a_restart_of_the_server_does_not_make_all_be_listed_again() throws Exception {
    ClusterInformers informers = synced();
    RecordingListener recordingListener = new RecordingListener(informers.store());
    pod("a", "n");
    recordingListener.await(c -> has(c, "a"));
    long lists = lists(informers);
    server.restart();
    node("n");
    recordingListener.await(c -> !c.nodes().isEmpty());
    assertThat(lists(informers)).isEqualTo(lists);
    assertThat(server.calls())
        .filteredOn(c -> c.contains("watch=true"))
        .allMatch(c -> c.contains("allowWatchBookmarks=true"));
  }

  @ParameterizedTest
  @EnumSource(FailureMode.class)
  void failed_requests_are_retried(FailureMode failureMode) throws Exception {
    pod("a", "n");
    server.faults().fail(8, failureMode);
    ClusterInformers informers = synced();
    assertThat(has(informers.cluster(), "a")).isTrue();
  }

  @Test
  void events_sent_twice_are_told_once() throws Exception {
    server.faults().duplicateEvents(true);
    ClusterInformers informers = synced();
    RecordingListener recordingListener = new RecordingListener(informers.store());
    pod("a", "n");
    delete("a");
    pod("a", "n");
    pod("b", "n");
    recordingListener.await(c -> has(c, "b"));
    recordingListener.awaitTold(4);
    assertThat(recordingListener.told()).hasSize(4);
    assertThat(informers.cluster().list(Pod.class)).hasSize(2);
  }

  @Test
  void fields_from_the_future_are_skipped() throws Exception {
    server.faults().fieldsFromTheFuture(true);
    node("n");
    pod("a", "n");
    ClusterInformers informers = synced();
    assertThat(informers.cluster().podsOn("n")).hasSize(1);
    assertThat(informers.health().informers().values()).allMatch(h -> h.unreadable() == 0);
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
    ClusterInformers informers = synced();
    assertThat(informers.cluster().nodes()).extracting(Node::name).containsExactly("n");
    assertThat(informers.health().informers().get(Node.RESOURCE))
        .isNotNull()
        .extracting(h -> h.unreadable())
        .isEqualTo(1L);
  }

  @Test
  void a_server_that_was_away_is_followed_again() throws Exception {
    ClusterInformers informers = synced();
    RecordingListener recordingListener = new RecordingListener(informers.store());
    server.stop();
    pod("a", "n");
    server.comeBack();
    recordingListener.await(c -> has(c, "a"));
    assertThat(informers.health().synced()).isTrue();
  }

  @Test
  void an_informer_without_a_server_is_not_synced_and_says_why() throws Exception {
    server.stop();
    ClusterInformers informers = informers();
    assertThat(informers.awaitSynced(Duration.ofMillis(200))).isFalse();
    assertThat(informers.health().synced()).isFalse();
    assertThat(informers.health().timeSinceLastReceived()).isEmpty();
    assertThat(informers.health().informers().values())
        .anyMatch(h -> h.problem().contains("reached"));
  }

  private ClusterInformers countingWidgets() throws Exception {
    server
        .objects()
        .put(
            """
            {"apiVersion": "v1", "kind": "ResourceQuota",
             "metadata": {"name": "q", "namespace": "default"},
             "spec": {"hard": {"count/widgets.example.com": "3"}}}
            """);
    ClusterInformers informers =
        ClusterInformers.startForQuotas(
            new ClusterAccess(Optional.of(kubeconfig()), Optional.empty()), QUICK);
    open = Optional.of(informers);
    assertThat(informers.awaitSynced(PATIENCE)).isTrue();
    return informers;
  }

  private void serveWidgets() {
    server
        .objects()
        .put(
            """
            {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
             "metadata": {"name": "widgets.example.com"},
             "spec": {"group": "example.com", "scope": "Namespaced",
               "names": {"kind": "Widget", "plural": "widgets", "singular": "widget",
                 "listKind": "WidgetList"},
               "versions": [{"name": "v1", "served": true, "storage": true,
                 "schema": {"openAPIV3Schema": {"type": "object",
                   "x-kubernetes-preserve-unknown-fields": true}}}]}}
            """);
  }

  private static boolean counts(ClusterInformers informers) {
    return informers.health().informers().keySet().stream()
        .anyMatch(resource -> resource.resource().equals("widgets"));
  }

  private static void watchCounted(ClusterInformers informers) {
    try {
      informers.watchCounted();
    } catch (UnreachableException expected) {
      assertThat(expected).hasMessageContaining("503");
    }
  }

  @Test
  void a_counted_resource_is_watched_from_when_it_is_served() throws Exception {
    ClusterInformers informers = countingWidgets();
    informers.watchCounted();
    assertThat(counts(informers)).isFalse();

    serveWidgets();

    Await.until(
        "widgets are counted",
        () -> {
          watchCounted(informers);
          return counts(informers);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET /apis$", "GET /apis/example.com/v1$"})
  void a_counted_resource_is_watched_although_discovery_failed_once(String call) throws Exception {
    serveWidgets();
    ClusterInformers informers = countingWidgets();
    server.faults().fail(1, call, FailureMode.UNAVAILABLE);

    Await.until(
        "widgets are counted",
        () -> {
          watchCounted(informers);
          return counts(informers);
        });
  }

  @Test
  void a_self_check_that_throws_is_followed_by_another() throws Exception {
    node("n");
    ClusterInformers informers =
        informers(
            new InformerOptions(
                QUICK.initialBackoff(), QUICK.maxBackoff(), Duration.ofMillis(5), Duration.ZERO));
    assertThat(informers.awaitSynced(PATIENCE)).isTrue();
    Semaphore repairs = new Semaphore(0);
    informers
        .store()
        .addListener(
            (changes, now) -> {
              if (Thread.currentThread().getName().equals("plimsoll-self-check")) {
                repairs.release();
                throw new AssertionError("a listener failed");
              }
            });

    for (int i = 0; i < 2; i++) {
      informers.store().remove(informers.cluster().nodes().iterator().next());
      assertThat(repairs.tryAcquire(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
    assertThat(informers.selfCheckStatus().name()).isEqualTo("self-check");
    assertThat(informers.selfCheckStatus().failures()).isGreaterThanOrEqualTo(1);
  }

  private static Thread thread(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(t -> t.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void closing_ends_the_threads_of_watches_that_are_open_and_silent() throws Exception {
    ClusterInformers informers = synced();
    RecordingListener recordingListener = new RecordingListener(informers.store());
    pod("a", "n");
    recordingListener.await(c -> has(c, "a"));
    Thread thread = thread("plimsoll-informer-pods");

    informers.close();

    thread.join(1000);
    assertThat(thread.isAlive()).isFalse();
  }

  @Test
  void an_error_while_an_event_is_taken_does_not_end_the_informer() throws Exception {
    ClusterInformers informers = synced();
    informers
        .store()
        .addListener(
            (changes, now) -> {
              if (has(now, "a") && !has(now, "b")) {
                throw new AssertionError("a listener failed");
              }
            });
    RecordingListener recordingListener = new RecordingListener(informers.store());
    pod("a", "n");
    pod("b", "n");

    recordingListener.await(c -> has(c, "b"));
  }

  @Test
  void the_self_check_finds_and_repairs_what_went_missing() throws Exception {
    pod("lost", "n");
    pod("kept", "n");
    ClusterInformers informers = synced();
    Pod lost = informers.cluster().find(Pod.class, "default", "lost").orElseThrow();
    Pod ghost =
        new Pod(
            lost.metadata().with().name("ghost").uid("g").resourceVersion("1").build(),
            lost.spec(),
            lost.status());
    informers.store().remove(lost);
    informers.store().put(ghost);
    server.access().forbid("*", "get", "*");
    assertThat(informers.check())
        .extracting(Drift::toString)
        .containsExactlyInAnyOrder(
            "pods default/ghost was stored at version 1 but is gone",
            "pods default/lost was missing, the server has " + lost.metadata().resourceVersion());
    assertThat(informers.cluster().list(Pod.class))
        .extracting(Pod::name)
        .containsExactly("kept", "lost");
    assertThat(informers.health().drifts()).isEqualTo(2);
    assertThat(informers.check()).isEqualTo(List.of());
  }
}
