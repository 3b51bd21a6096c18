package dev.plimsoll.kube.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import dev.plimsoll.testkit.faults.FailureMode;
import dev.plimsoll.testkit.faults.ListFault;
import dev.plimsoll.testkit.plane.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DoubtfulListTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int PODS = 40;
  private static final InformerOptions QUICK =
      new InformerOptions(
          Duration.ofMillis(5), Duration.ofMillis(50), Duration.ofDays(1), Duration.ZERO);

  @TempDir Path folder;
  private final KubeApiServer server = KubeApiServer.start();
  private final List<Set<String>> shown = new CopyOnWriteArrayList<>();
  private Optional<ClusterInformers> open = Optional.empty();

  @BeforeEach
  void fill() {
    server.access().token("t", User.ADMIN);
    for (int i = 0; i < PODS; i++) {
      pod(i);
    }
    for (int i = 0; i < 3; i++) {
      server
          .objects()
          .put("{'apiVersion': 'v1', 'kind': 'Node', 'metadata': {'name': 'n%d'}}".formatted(i));
    }
  }

  @AfterEach
  void stop() {
    open.ifPresent(ClusterInformers::close);
    server.close();
  }

  private void pod(int number) {
    server
        .objects()
        .put(
            """
            {'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'name': 'p%d', 'namespace': 'default'},
             'spec': {'nodeName': 'n0', 'containers': [{'name': 'c', 'image': 'i'}]}}
            """
                .formatted(number));
  }

  private void delete(int number) {
    server.objects().remove("v1", "Pod", "default", "p" + number);
  }

  private ClusterInformers synced() throws Exception {
    ClusterInformers informers =
        ClusterInformers.start(
            new ClusterAccess(
                Optional.of(server.kubeconfig(folder, "t", "default")), Optional.empty()),
            WatchedKind.WITH_POLICIES,
            QUICK);
    open = Optional.of(informers);
    assertThat(informers.awaitSynced(PATIENCE)).isTrue();
    informers.store().addListener((changes, now) -> shown.add(names(now)));
    return informers;
  }

  private static Set<String> names(Cluster cluster) {
    return cluster.list(Pod.class).stream().map(Pod::name).collect(Collectors.toSet());
  }

  private static InformerHealth health(ClusterInformers informers, GroupResource resource) {
    return Optional.ofNullable(informers.health().informers().get(resource)).orElseThrow();
  }

  /** Has all kinds listed again. */
  private void relist() {
    server.stop();
    pod(PODS);
    server.faults().compact();
    server.comeBack();
  }

  /** Has all kinds listed again, and waits until that shows. */
  private void relist(RecordingListener recordingListener) throws Exception {
    relist();
    recordingListener.await(c -> names(c).contains("p" + PODS));
  }

  @ParameterizedTest
  @EnumSource(names = {"WITHOUT_ITEMS", "NULL_ITEMS", "ITEMS_NO_LIST", "OTHER_KIND", "STATUS"})
  void an_answer_that_is_no_list_of_the_kind_is_an_error(ListFault fault) throws Exception {
    server.faults().lists(3, "/pods", fault);
    ClusterInformers informers = synced();
    assertThat(names(informers.cluster())).hasSize(PODS);
    assertThat(health(informers, Pod.RESOURCE).lists()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"WITHOUT_ITEMS", "NULL_ITEMS", "ITEMS_NO_LIST", "OTHER_KIND", "STATUS"})
  void a_relist_that_is_no_list_changes_nothing(ListFault fault) throws Exception {
    ClusterInformers informers = synced();
    RecordingListener recordingListener = new RecordingListener(informers.store());
    server.faults().lists(4, "/(pods|nodes|capacitypolicies)[?]limit", fault);
    relist(recordingListener);
    assertThat(shown).allMatch(names -> names.size() >= PODS);
    assertThat(informers.cluster().nodes()).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource(names = {"EMPTY", "HALF"})
  void a_relist_that_lost_much_does_not_count_if_the_next_one_differs(ListFault fault)
      throws Exception {
    ClusterInformers informers = synced();
    RecordingListener recordingListener = new RecordingListener(informers.store());
    server.faults().lists(1, "/pods[?]limit", fault);
    relist(recordingListener);
    assertThat(shown).allMatch(names -> names.size() >= PODS);
    Await.until(
        "nothing is wrong any more", () -> health(informers, Pod.RESOURCE).problem().isEmpty());
  }

  @Test
  void a_doubtful_list_is_told_and_the_kind_is_not_current_meanwhile() throws Exception {
    ClusterInformers informers = synced();
    server.faults().lists(1, "/pods[?]limit", ListFault.EMPTY);
    server.faults().lists(Integer.MAX_VALUE, "/pods[?]limit", ListFault.WITHOUT_ITEMS);
    relist();

    Await.until("a list without items followed", () -> isRefused(informers));

    assertThat(informers.health().isDoubtful()).isTrue();
    assertThat(informers.health().synced()).isTrue();
    assertThat(names(informers.cluster())).hasSize(PODS);
  }

  private static boolean isRefused(ClusterInformers informers) {
    return health(informers, Pod.RESOURCE).problem().contains("a list without items");
  }

  @Test
  void a_loss_that_a_second_list_confirms_counts() throws Exception {
    ClusterInformers informers = synced();
    RecordingListener recordingListener = new RecordingListener(informers.store());
    server.stop();
    for (int i = 0; i < PODS; i++) {
      delete(i);
    }
    server.faults().compact();
    server.comeBack();
    recordingListener.await(c -> names(c).isEmpty());
    Await.until("in sync again", () -> !informers.health().isDoubtful());
    Await.until(
        "nothing is wrong any more", () -> health(informers, Pod.RESOURCE).problem().isEmpty());
  }

  @Test
  void a_small_loss_counts_at_once() throws Exception {
    ClusterInformers informers = synced();
    RecordingListener recordingListener = new RecordingListener(informers.store());
    server.stop();
    delete(0);
    server.faults().compact();
    long before = lists();
    server.comeBack();
    recordingListener.await(c -> !names(c).contains("p0"));
    assertThat(lists() - before).isEqualTo(1);
  }

  private long lists() {
    return server.calls().stream().filter(c -> c.contains("/pods?limit")).count();
  }

  @Test
  void a_kind_that_is_not_served_once_keeps_its_objects() throws Exception {
    policies();
    ClusterInformers informers = synced();
    RecordingListener recordingListener = new RecordingListener(informers.store());
    List<Integer> policies = new CopyOnWriteArrayList<>();
    informers
        .store()
        .addListener((changes, now) -> policies.add(now.list(PolicyObject.class).size()));
    server.faults().fail(1, "/capacitypolicies[?]limit", FailureMode.NOT_FOUND);
    relist(recordingListener);
    Await.until("policies are listed", () -> health(informers, PolicyObject.RESOURCE).lists() > 1);
    assertThat(policies).isNotEmpty().containsOnly(1);
  }

  private void policies() {
    server
        .objects()
        .put(
            """
            {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition',
             'metadata': {'name': 'capacitypolicies.plimsoll.dev'},
             'spec': {'group': 'plimsoll.dev', 'scope': 'Cluster',
               'names': {'kind': 'CapacityPolicy', 'plural': 'capacitypolicies',
                 'listKind': 'CapacityPolicyList', 'singular': 'capacitypolicy'},
               'versions': [{'name': 'v1alpha1', 'served': true, 'storage': true,
                 'schema': {'openAPIV3Schema': {'type': 'object',
                   'x-kubernetes-preserve-unknown-fields': true}}}]}}
            """);
    server
        .objects()
        .put(
            """
            {'apiVersion': 'plimsoll.dev/v1alpha1', 'kind': 'CapacityPolicy',
             'metadata': {'name': 'p'}, 'spec': {}}
            """);
  }

  @Test
  void old_events_that_come_again_change_nothing() throws Exception {
    for (int i = 0; i < 5; i++) {
      delete(i);
    }
    ClusterInformers informers = synced();
    RecordingListener recordingListener = new RecordingListener(informers.store());
    Set<String> before = names(informers.cluster());
    server.faults().replayedEvents(true);
    server.faults().cutWatches();
    pod(PODS);
    recordingListener.await(c -> names(c).contains("p" + PODS));
    assertThat(shown).hasSize(1);
    assertThat(before).isSubsetOf(names(informers.cluster()));
    assertThat(informers.cluster().list(Pod.class)).hasSize(PODS - 5 + 1);
  }

  @Test
  void after_a_doubtful_list_the_self_check_comes_at_once() throws Exception {
    ClusterInformers informers = synced();
    Node node = informers.cluster().nodes().iterator().next();
    RecordingListener recordingListener = new RecordingListener(informers.store());
    informers.store().remove(node);
    server.faults().lists(1, "/pods[?]limit", ListFault.EMPTY);
    server.faults().fail(1, "/pods[?].*watch=true", FailureMode.GONE);
    server.faults().cutWatches();
    recordingListener.await(c -> c.nodes().size() == 3);
    Await.until("the pods are listed", () -> health(informers, Pod.RESOURCE).lists() > 1);
    assertThat(names(informers.cluster())).hasSize(PODS);
  }

  @Test
  void a_self_check_that_a_doubtful_list_asked_for_is_tried_again_after_a_failure()
      throws Exception {
    ClusterInformers informers = synced();
    Node node = informers.cluster().nodes().iterator().next();
    RecordingListener recordingListener = new RecordingListener(informers.store());
    informers.store().remove(node);
    server.faults().fail(1, "/nodes[?]limit", FailureMode.INTERNAL_ERROR);
    server.faults().lists(1, "/pods[?]limit", ListFault.EMPTY);
    server.faults().fail(1, "/pods[?].*watch=true", FailureMode.GONE);
    server.faults().cutWatches();
    recordingListener.await(c -> c.nodes().size() == 3);
    Await.until("the snapshot is whole", () -> informers.repair().isEmpty());
  }

  @Test
  void a_repair_of_several_kinds_is_one_change() throws Exception {
    ClusterInformers informers = synced();
    RecordingListener recordingListener = new RecordingListener(informers.store());
    List<ApiObject> all = new ArrayList<>(informers.cluster().list(Pod.class));
    all.addAll(informers.cluster().nodes());
    all.addAll(informers.cluster().list(Namespace.class));
    all.forEach(informers.store()::remove);
    int before = recordingListener.told().size();
    long lists = lists();

    assertThat(informers.check()).hasSize(all.size());

    assertThat(recordingListener.told()).hasSize(before + 1);
    assertThat(names(informers.cluster())).hasSize(PODS);
    assertThat(informers.cluster().nodes()).hasSize(3);
    assertThat(lists() - lists).isEqualTo(2);
  }
}
