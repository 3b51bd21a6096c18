package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveClusterTest {
  @TempDir Path folder;
  private StubApi api;

  @BeforeEach
  void start() throws Exception {
    api = new StubApi();
  }

  @AfterEach
  void stop() {
    api.close();
  }

  private Cluster read() {
    return LiveCluster.read(api.access(folder), n -> {});
  }

  private static String pod(String name) {
    return """
    {"metadata": {"name": "%s", "namespace": "team", "uid": "%s"},
     "spec": {"containers": [{"name": "c", "fieldFromTheFuture": {"x": [1]}}]}}
    """
        .formatted(name, name);
  }

  private static String named(String name) {
    return "{\"metadata\": {\"name\": \"" + name + "\", \"namespace\": \"team\"}}";
  }

  @Test
  void pages_are_followed_to_the_end() {
    api.on(
        "/api/v1/pods?limit=500",
        "{\"metadata\": {\"continue\": \"a/b\"}, \"items\": [" + pod("one") + "]}");
    api.on("/api/v1/pods?continue=a%2Fb&limit=500", "{\"items\": [" + pod("two") + "]}");
    List<Long> progress = new ArrayList<>();
    Cluster cluster = LiveCluster.read(api.access(folder), progress::add);
    assertThat(cluster.list(Pod.class)).extracting(Pod::name).containsExactly("one", "two");
    assertThat(cluster.omissions()).isEmpty();
    assertThat(progress).isSorted().endsWith(2L);
  }

  @Test
  void a_resource_in_unknown_versions_only_is_not_read_and_not_absent() {
    api.instead(
        "/apis",
        """
        {"groups": [{"name": "resource.k8s.io", "preferredVersion": {"version": "v3"},
          "versions": [{"version": "v3"}]}]}
        """);
    api.on(
        "/apis/resource.k8s.io/v3",
        """
        {"resources": [{"name": "resourceclaims", "kind": "ResourceClaim", "namespaced": true,
          "verbs": ["list"]}]}
        """);
    Cluster cluster = read();

    assertThat(cluster.covers(ResourceClaim.RESOURCE)).isFalse();
    assertThat(cluster.omissions())
        .containsExactly(
            "the API server serves resourceclaims.resource.k8s.io only in v3, which Plimsoll"
                + " doesn't know, so they were not read; answers omit claims on devices, in quotas"
                + " and in placement.");
  }

  @Test
  void a_list_starts_anew_when_its_version_is_forgotten() {
    api.on(
        "/api/v1/pods?limit=500",
        "{\"metadata\": {\"continue\": \"x\"}, \"items\": [" + pod("gone") + "]}");
    api.list("/api/v1/pods", pod("new"));
    api.on("/api/v1/pods?continue=x&limit=500", 410, "{\"message\": \"expired\"}", Map.of());
    assertThat(read().list(Pod.class)).extracting(Pod::name).containsExactly("new");
  }

  @Test
  void a_list_that_is_forgotten_again_and_again_is_asked_for_in_one_piece() {
    api.on(
        "/api/v1/pods?limit=500",
        "{\"metadata\": {\"continue\": \"x\"}, \"items\": [" + pod("gone") + "]}");
    api.on("/api/v1/pods?continue=x&limit=500", 410, "{\"message\": \"expired\"}", Map.of());
    api.on("/api/v1/pods", "{\"items\": [" + pod("new") + "]}");
    assertThat(read().list(Pod.class)).extracting(Pod::name).containsExactly("new");
  }

  @Test
  void a_busy_server_is_asked_again() {
    api.on("/api/v1/pods?limit=500", 429, "", Map.of("Retry-After", "0"));
    api.list("/api/v1/pods", pod("one"));
    assertThat(read().list(Pod.class)).hasSize(1);
  }

  @Test
  void what_is_forbidden_is_told_with_the_permission_and_the_loss() {
    api.forbids("/api/v1/nodes").forbids("/apis/batch/v1/jobs").list("/api/v1/pods", pod("one"));
    Cluster cluster = read();
    assertThat(cluster.omissions())
        .containsExactly(
            "cannot list nodes, jobs at cluster scope (forbidden); answers omit what the nodes can"
                + " take, so every placement; the pods they failed to create.");
    assertThat(cluster.covers(new GroupResource("", "nodes"))).isFalse();
    assertThat(cluster.covers(ResourceQuota.RESOURCE)).isTrue();
  }

  @Test
  void one_namespace_is_read_alone() {
    api.on("/api/v1/namespaces/team", named("team"));
    api.list("/api/v1/namespaces/team/pods", pod("one"));
    api.forbids("/api/v1/nodes").forbids("/api/v1/namespaces/team/services");
    Cluster cluster =
        LiveCluster.read(
            api.access(folder), NamespaceScope.only("team"), Set.of(), n -> {}, p -> {});
    assertThat(cluster.list(Namespace.class)).hasSize(1);
    assertThat(cluster.list(Pod.class)).hasSize(1);
    assertThat(cluster.omissions())
        .containsExactly(
            "only namespace team was read, without nodes, services (forbidden); answers omit what"
                + " pods of other namespaces hold on the nodes; what the nodes can take, so every"
                + " placement; services counted by quotas.");
    assertThat(api.requests()).noneMatch(r -> r.startsWith("/api/v1/pods"));
  }

  @Test
  void a_namespace_that_is_not_there_is_bad_input() {
    assertThatThrownBy(
            () ->
                LiveCluster.read(
                    api.access(folder), NamespaceScope.only("nope"), Set.of(), n -> {}, p -> {}))
        .isInstanceOf(InputException.class)
        .hasMessage("The cluster has no namespace \"nope\".");
  }

  @Test
  void an_older_version_serves_where_the_newest_is_missing() {
    api.list("/apis/resource.k8s.io/v1beta1/resourceclaims", named("claim"));
    assertThat(read().list(ResourceClaim.class)).hasSize(1);
    assertThat(api.requests()).noneMatch(r -> r.contains("quota.openshift.io"));
  }

  @Test
  void custom_resources_that_own_pods_are_found_by_discovery() {
    api.list(
        "/api/v1/pods",
        """
        {"metadata": {"name": "w", "namespace": "team", "ownerReferences": [
          {"apiVersion": "example.com/v1", "kind": "TrainJob", "name": "t", "controller": true}]},
         "spec": {"containers": [{"name": "c"}]}}
        """);
    api.on(
        "/apis/example.com/v1",
        """
        {"resources": [
          {"name": "trainjobz", "kind": "TrainJob", "namespaced": true, "verbs": ["get", "list"]},
          {"name": "trainjobz/status", "kind": "TrainJob", "namespaced": true, "verbs": ["get"]}]}
        """);
    api.list(
        "/apis/example.com/v1/trainjobz",
        """
        {"metadata": {"name": "t", "namespace": "team"}, "spec": {"worker": {"replicas": 3,
          "template": {"spec": {"containers": [{"name": "c"}]}}}}}
        """);
    assertThat(read().list(Workload.class))
        .singleElement()
        .satisfies(
            w -> {
              assertThat(w.identity()).isEqualTo("trainjobz.example.com/t");
              assertThat(w.templates().get(0).replicas()).hasValue(3);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"trainjob", "trainjobs", "trainjobs.example.com", "trainjob.example.com"})
  void a_custom_kind_without_pods_is_read_if_somebody_wants_to_know(String kind) {
    api.on(
        "/apis/example.com/v1",
        """
        {"resources": [
          {"name": "others", "kind": "Other", "namespaced": true, "verbs": ["list"]}]}
        """);
    api.on(
        "/apis/example.com/v1alpha1",
        """
        {"resources": [
          {"name": "trainjobs", "kind": "TrainJob", "namespaced": true, "verbs": ["list"]}]}
        """);
    api.list(
        "/apis/example.com/v1alpha1/trainjobs",
        """
        {"metadata": {"name": "t", "namespace": "team"}, "spec": {"worker": {
          "template": {"spec": {"containers": [{"name": "c"}]}}}}}
        """);

    assertThat(read().list(Workload.class)).isEmpty();
    assertThat(readKinds(kind).list(Workload.class))
        .extracting(Workload::identity)
        .containsExactly("trainjobs.example.com/t");
    assertThat(readKinds("trainjob.other.com").list(Workload.class)).isEmpty();
    assertThat(readKinds("others").list(Workload.class)).isEmpty();
  }

  @Test
  void a_custom_kind_that_somebody_wants_to_know_about_and_may_not_list_is_unread() {
    api.on(
        "/apis/example.com/v1alpha1",
        """
        {"resources": [
          {"name": "trainjobs", "kind": "TrainJob", "namespaced": true, "verbs": ["list"]}]}
        """);
    api.forbids("/apis/example.com/v1alpha1/trainjobs");

    assertThat(readKinds("trainjob").partlyRead())
        .contains(new GroupResource("example.com", "trainjobs"));
    assertThat(read().partlyRead()).doesNotContain(new GroupResource("example.com", "trainjobs"));
  }

  private Cluster readKinds(String kind) {
    return LiveCluster.read(
        api.access(folder), NamespaceScope.ALL, Set.of(), Set.of(kind), n -> {}, p -> {});
  }

  @Test
  void a_custom_kind_that_cannot_be_converted_is_not_read_and_hides_no_answer() {
    api.list(
        "/api/v1/pods",
        """
        {"metadata": {"name": "w", "namespace": "team", "ownerReferences": [
          {"apiVersion": "example.com/v1", "kind": "TrainJob", "name": "t", "controller": true}]},
         "spec": {"containers": [{"name": "c"}]}}
        """);
    api.on(
        "/apis/example.com/v1",
        """
        {"resources": [
          {"name": "trainjobs", "kind": "TrainJob", "namespaced": true, "verbs": ["list"]}]}
        """);
    api.on(
        "/apis/example.com/v1/trainjobs?limit=500",
        500,
        "{\"message\": \"conversion webhook failed: EOF\"}",
        Map.of());

    Cluster cluster = read();

    assertThat(cluster.list(Pod.class)).hasSize(1);
    assertThat(cluster.covers(new GroupResource("example.com", "trainjobs"))).isFalse();
    assertThat(cluster.partlyRead()).contains(new GroupResource("example.com", "trainjobs"));
    Unread unread =
        Unread.of(
            cluster,
            List.of(
                Requirement.in("team", new GroupResource("example.com", "trainjobs")),
                Requirement.in("team", new GroupResource("example.com", "trainjobs"))));
    assertThat(unread.message()).isEqualTo("trainjobs.example.com of namespace team were not read");
    assertThat(unread.failed()).containsExactly("trainjobs.example.com");
    assertThat(unread.rights()).isEmpty();
    assertThat(cluster.omissions())
        .containsExactly(
            "the API server can't list trainjobs.example.com: it answered with 500,"
                + " \"conversion webhook failed: EOF\"; answers omit the pods they failed to create,"
                + " or wait to create.");
  }

  @Test
  void what_quotas_count_is_read_without_its_content() {
    api.list(
        "/api/v1/resourcequotas",
        """
        {"metadata": {"name": "q", "namespace": "team"}, "spec": {"hard": {"secrets": "10"}}}
        """);
    api.on(
        "/api/v1",
        """
        {"resources": [{"name": "secrets", "kind": "Secret", "namespaced": true, "verbs": ["list"]}]}
        """);
    api.list("/api/v1/secrets", named("a"), named("b"));
    assertThat(read().count("team", new GroupResource("", "secrets"))).isEqualTo(2);
    int asked = api.requests().indexOf("/api/v1/secrets?limit=500");
    assertThat(api.accepted().get(asked)).contains("as=PartialObjectMetadataList");
  }

  @Test
  void an_object_that_can_not_be_read_is_told() {
    api.list(
        "/api/v1/nodes",
        "{\"metadata\": {\"name\": \"n\"}, \"status\": {\"allocatable\": {\"cpu\": \"many\"}}}");
    assertThat(read().omissions()).singleElement().asString().startsWith("skipped Node n: ");
  }
}
