package dev.plimsoll.kube.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListedResourcesTest {
  private static final Coverage VISION = Coverage.of(Set.of("vision"));
  private static final String EMPTY_QUOTAS =
      "{\"apiVersion\":\"v1\",\"kind\":\"ResourceQuotaList\",\"metadata\":{},\"items\":[]}";

  @TempDir Path folder;

  private static String pod(String namespace) {
    return """
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","namespace":"%s"},
         "spec":{"containers":[{"name":"c"}]}}"""
        .formatted(namespace);
  }

  private static String node() {
    return "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n\"}}";
  }

  private static String list(String kind, String... items) {
    return Stream.of(items)
        .collect(
            Collectors.joining(
                ",", "{\"apiVersion\":\"v1\",\"kind\":\"" + kind + "\",\"items\":[", "]}"));
  }

  private void write(String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.resolveSibling(""));
    Files.writeString(path, text);
  }

  private Cluster read() {
    return SnapshotReader.read(List.of(folder), n -> {});
  }

  @Test
  void an_object_by_itself_covers_nothing() throws IOException {
    write("pod.json", pod("vision"));
    write("node.yaml", "---\n" + node() + "\n---\n" + pod("nlp"));

    assertThat(read().coverage(Pod.RESOURCE)).isEqualTo(Coverage.NONE);
    assertThat(read().coverage(Node.RESOURCE)).isEqualTo(Coverage.NONE);
  }

  @Test
  void a_list_of_any_kind_covers_the_kinds_in_it_where_it_spans_namespaces() throws IOException {
    write("all.json", list("List", pod("vision"), pod("nlp"), node()));

    assertThat(read().covers(Pod.RESOURCE)).isTrue();
    assertThat(read().covers(Node.RESOURCE)).isTrue();
    assertThat(read().coverage(ResourceQuota.RESOURCE)).isEqualTo(Coverage.NONE);
  }

  @Test
  void a_list_of_any_kind_covers_the_one_namespace_of_its_objects() throws IOException {
    write("all.yaml", list("List", pod("vision"), node()));

    assertThat(read().coverage(Pod.RESOURCE)).isEqualTo(VISION);
    assertThat(read().covers(Node.RESOURCE)).isTrue();
  }

  @Test
  void a_list_of_one_kind_covers_it_even_if_it_is_empty() throws IOException {
    write("pods.json", list("PodList", pod("vision"), pod("nlp")));
    write("quotas.json", EMPTY_QUOTAS);
    write("limits.yaml", "apiVersion: v1\nkind: LimitRangeList\nitems: null\n");
    write("nodes.json", "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"items\":null}");

    assertThat(List.of(Pod.RESOURCE, ResourceQuota.RESOURCE, LimitRange.RESOURCE, Node.RESOURCE))
        .allMatch(r -> read().covers(r));
  }

  @Test
  void a_list_of_one_kind_covers_one_namespace_where_the_dump_has_no_other() throws IOException {
    write("pods.json", list("PodList", pod("vision")));
    write("quotas.json", EMPTY_QUOTAS);
    write("nodes.json", "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"items\":[]}");

    assertThat(read().coverage(Pod.RESOURCE)).isEqualTo(VISION);
    assertThat(read().coverage(ResourceQuota.RESOURCE)).isEqualTo(VISION);
    assertThat(read().covers(Node.RESOURCE)).isTrue();
  }

  @Test
  void several_lists_of_one_kind_cover_a_namespace_each() throws IOException {
    write(
        "dump.json",
        String.join(
            "\n",
            list("NodeList", node()),
            list("PodList", pod("kube-system")),
            EMPTY_QUOTAS,
            list("PodList", pod("vision")),
            EMPTY_QUOTAS));

    assertThat(read().coverage(Pod.RESOURCE))
        .isEqualTo(Coverage.of(Set.of("kube-system", "vision")));
    assertThat(read().coverage(ResourceQuota.RESOURCE)).isEqualTo(Coverage.NONE);
    assertThat(read().covers(Node.RESOURCE)).isTrue();
  }

  private void clusterInfoDump(String... namespaces) throws IOException {
    write("nodes.json", list("NodeList", node()));
    for (String namespace : namespaces) {
      write(
          namespace + "/pods.json",
          namespace.equals("vision")
              ? list("PodList", pod(namespace))
              : "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":null}");
      write(namespace + "/replication-controllers.json", list("ReplicationControllerList"));
    }
  }

  @Test
  void a_namespaces_folder_of_cluster_info_dump_covers_that_namespace() throws IOException {
    clusterInfoDump("kube-system", "vision");

    assertThat(read().coverage(Pod.RESOURCE))
        .isEqualTo(Coverage.of(Set.of("kube-system", "vision")));
    assertThat(read().coverage(new GroupResource("", "replicationcontrollers")))
        .isEqualTo(Coverage.of(Set.of("kube-system", "vision")));
    assertThat(read().covers(Node.RESOURCE)).isTrue();
    assertThat(SnapshotReader.read(List.of(folder.resolve("vision/pods.json")), n -> {}))
        .extracting(c -> c.coverage(Pod.RESOURCE))
        .isEqualTo(VISION);
  }

  @Test
  void a_cluster_info_dump_with_the_namespaces_that_every_cluster_has_is_of_all_namespaces()
      throws IOException {
    clusterInfoDump("default", "kube-node-lease", "kube-public", "kube-system", "vision");

    assertThat(read().covers(Pod.RESOURCE)).isTrue();
  }

  @Test
  void a_must_gather_covers_namespaces_by_its_lists_and_nodes_by_their_files() throws IOException {
    write("namespaces/vision/core/pods.yaml", list("PodList", pod("vision")));
    write("namespaces/default/core/pods.yaml", list("PodList"));
    write("namespaces/default/pods/p/p.yaml", pod("default"));
    write("cluster-scoped-resources/core/nodes/n.yaml", node());

    assertThat(read().coverage(Pod.RESOURCE)).isEqualTo(Coverage.of(Set.of("default", "vision")));
    assertThat(read().coverage(Node.RESOURCE)).isEqualTo(Coverage.NONE);

    write("version", "openshift/must-gather\n4.20.1\n");

    assertThat(read().covers(Node.RESOURCE)).isTrue();
  }

  @Test
  void what_the_writer_of_a_snapshot_recorded_is_what_it_covers() throws IOException {
    write(
        "snapshot.json",
        list(
            "List",
            pod("vision"),
            pod("nlp"),
            EMPTY_QUOTAS,
            """
            {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "SnapshotCoverage", "metadata": {},
             "complete": ["nodes", "clusterresourcequotas.quota.openshift.io"],
             "partial": [{"resource": "pods", "namespaces": ["vision"]}],
             "forbidden": [{"resource": "runs.example.com", "answersOmit": "the runs"}]}
            """));

    assertThat(read().coverage(Pod.RESOURCE)).isEqualTo(VISION);
    assertThat(read().covers(Node.RESOURCE)).isTrue();
    assertThat(read().covers(ClusterResourceQuota.RESOURCE)).isTrue();
    assertThat(read().coverage(ResourceQuota.RESOURCE)).isEqualTo(Coverage.NONE);
    assertThat(read().omissions())
        .contains(
            "only namespace vision was read, without runs.example.com (forbidden); answers omit"
                + " what pods of other namespaces hold on the nodes; the runs.");
  }

  @Test
  void a_kind_is_covered_under_the_plural_of_its_definition() throws IOException {
    write(
        "all.json",
        list(
            "List",
            """
            {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
             "metadata": {"name": "runz.example.com"},
             "spec": {"group": "example.com", "names": {"kind": "Run", "plural": "runz"}}}
            """,
            "{\"apiVersion\":\"example.com/v1\",\"kind\":\"RunList\",\"items\":[]}"));

    assertThat(read().covers(new GroupResource("example.com", "runz"))).isTrue();
  }

  @Test
  void what_is_said_to_be_complete_lacks_nothing() throws IOException {
    write("pod.json", pod("vision"));

    Cluster cluster = SnapshotReader.read(List.of(folder), Unlisted.NONEXISTENT, n -> {}, p -> {});

    assertThat(cluster.covers(Pod.RESOURCE)).isTrue();
    assertThat(cluster.covers(Node.RESOURCE)).isTrue();
    assertThat(cluster.omissions()).isEmpty();
  }

  @Test
  void what_a_dump_may_lack_is_said_once_with_the_command_that_reads_it() throws IOException {
    write("all.json", list("List", pod("vision"), node()));

    assertThat(read().omissions())
        .singleElement()
        .asString()
        .startsWith("the snapshot may lack resourcequotas, limitranges, namespaces, events, ")
        .contains(
            ", and has pods of namespace vision only; answers omit ",
            ". To read them: kubectl get pods,resourcequotas,limitranges,namespaces,events,",
            " -A -o json > more.json, and add more.json to --snapshot; or say --complete if");
  }
}
