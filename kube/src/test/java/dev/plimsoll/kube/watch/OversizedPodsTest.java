package dev.plimsoll.kube.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.testkit.KubeApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a pod carries, what it takes of its node counts. */
class OversizedPodsTest {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  private static final InformerOptions QUICK =
      new InformerOptions(
          Duration.ofMillis(5), Duration.ofMillis(50), Duration.ofDays(1), Duration.ZERO);

  private final KubeApiServer server = KubeApiServer.start();
  private ClusterInformers informers;
  private RecordingListener listener;

  @BeforeEach
  void start(@TempDir Path folder) throws IOException, InterruptedException {
    node(16);
    Path kubeconfig =
        Files.writeString(
            folder.resolve("kubeconfig"),
            """
            current-context: here
            contexts: [{name: here, context: {cluster: c}}]
            clusters: [{name: c, cluster: {server: "%s"}}]
            """
                .formatted(server.url()));
    informers =
        ClusterInformers.start(
            new ClusterAccess(Optional.of(kubeconfig), Optional.empty()),
            WatchedKind.WITH_POLICIES,
            QUICK);
    listener = new RecordingListener(informers.store());
    assertThat(informers.awaitSynced(Duration.ofSeconds(30))).isTrue();
  }

  @AfterEach
  void stop() {
    informers.close();
    server.close();
  }

  private void node(int gpus) {
    server
        .objects()
        .put(
            """
            {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"},
             "status": {"allocatable": {"cpu": "64", "nvidia.com/gpu": "%d"}}}
            """
                .formatted(gpus));
  }

  private static String many(int count, IntFunction<String> one) {
    return IntStream.range(0, count).mapToObj(one).collect(Collectors.joining(", "));
  }

  private static String container(String requests) {
    return "{\"name\": \"c\", \"resources\": {\"requests\": {%s}}}".formatted(requests);
  }

  private Pod pod(String metadata, String spec) throws InterruptedException {
    server
        .objects()
        .put(
            """
            {"apiVersion": "v1", "kind": "Pod",
             "metadata": {"name": "p", "namespace": "default"%s}, "spec": {%s}}
            """
                .formatted(metadata, spec));
    listener.await(c -> c.find(Pod.class, "default", "p").isPresent());
    return stored();
  }

  private Pod stored() {
    return informers.cluster().find(Pod.class, "default", "p").orElseThrow();
  }

  private static Resources requests(Pod pod) {
    return PodResources.requests(pod, PodResourcesOptions.SCHEDULER_PLACED);
  }

  private static void assertRequests(Pod pod, long gpus) {
    assertThat(requests(pod).getOrZero(GPU)).isEqualTo(Quantity.of(gpus));
    assertThat(requests(pod).names().size()).isLessThan(10);
  }

  @Test
  void resources_of_which_a_pod_requests_nothing_are_left_out() throws Exception {
    String zeros =
        many(1100, i -> "\"made.up/r%d\": \"%s\"".formatted(i, i % 2 == 0 ? "0" : "0Gi"));

    Pod pod =
        pod(
            "",
            "\"nodeName\": \"n\", \"containers\": ["
                + container(zeros + ", \"nvidia.com/gpu\": \"8\"")
                + "]");

    assertRequests(pod, 8);
  }

  @Test
  void resources_that_no_node_has_are_left_out() throws Exception {
    String others = many(1100, i -> "\"made.up/r%d\": \"1\"".formatted(i));

    Pod pod =
        pod(
            "",
            "\"nodeName\": \"n\", \"containers\": ["
                + container(others + ", \"nvidia.com/gpu\": \"8\", \"cpu\": \"2\"")
                + "]");

    assertRequests(pod, 8);
    assertThat(requests(pod).getOrZero(ResourceName.CPU)).isEqualTo(Quantity.of(2));
  }

  @Test
  void very_many_containers_request_what_they_request_together() throws Exception {
    Pod pod =
        pod(
            "",
            "\"nodeName\": \"n\", \"containers\": ["
                + many(1200, i -> container("\"cpu\": \"1m\""))
                + ", "
                + container("\"nvidia.com/gpu\": \"8\"")
                + "]");

    assertRequests(pod, 8);
    assertThat(requests(pod).getOrZero(ResourceName.CPU)).isEqualTo(Quantity.parse("1200m"));
  }

  @Test
  void a_pod_with_very_many_labels_keeps_its_gates_its_gang_and_its_state() throws Exception {
    Pod pod =
        pod(
            ", \"labels\": {\"plimsoll.dev/group\": \"g\", \"plimsoll.dev/group-size\": \"4\", "
                + many(1200, i -> "\"made.up/l%d\": \"v\"".formatted(i))
                + "}, \"creationTimestamp\": \"2026-01-01T00:00:00Z\"",
            "\"schedulingGates\": [{\"name\": \"plimsoll.dev/share\"}], \"containers\": ["
                + container("\"nvidia.com/gpu\": \"8\"")
                + "]");

    assertThat(pod.spec().schedulingGates()).containsExactly("plimsoll.dev/share");
    assertThat(Gang.of(pod)).contains(Gang.ofSize("default", "g", 4));
    assertThat(pod.metadata().creationTimestamp()).isPresent();
    assertThat(pod.metadata().labels()).hasSize(2);
    assertRequests(pod, 8);
  }

  @Test
  void a_pod_that_can_not_be_read_counts_as_all_of_its_node() throws Exception {
    Pod pod =
        pod(
            "",
            "\"nodeName\": \"n\", \"containers\": ["
                + container("\"nvidia.com/gpu\": \"what\"")
                + "]");
    assertRequests(pod, 16);

    node(8);
    listener.await(
        c -> requests(c.find(Pod.class, "default", "p").orElseThrow()).getOrZero(GPU).value() == 8);

    assertThat(requests(stored()).getOrZero(ResourceName.CPU)).isEqualTo(Quantity.of(64));
    assertThat(informers.health().informers().get(Pod.RESOURCE))
        .isNotNull()
        .extracting(InformerHealth::unreadable)
        .isEqualTo(1L);
  }
}
