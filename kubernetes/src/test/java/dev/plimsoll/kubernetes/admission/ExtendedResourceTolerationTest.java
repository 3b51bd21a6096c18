package dev.plimsoll.kubernetes.admission;

import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.NOW;
import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.cluster;
import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.kubernetes.object.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ExtendedResourceTolerationTest {
  private static final Toleration GPU =
      new Toleration("nvidia.com/gpu", "Exists", "", "NoSchedule");
  private static final Toleration NIC =
      new Toleration("example.com/nic", "Exists", "", "NoSchedule");

  @Test
  void a_pod_tolerates_its_extended_resources_where_a_pod_shows_that_the_plug_in_runs() {
    Pod both =
        pod("new")
            .requests("nvidia.com/gpu=1,example.com/nic=1,cpu=1")
            .limits("nvidia.com/gpu=1,example.com/nic=1")
            .build();

    assertThat(
            admitted(cluster(job("nvidia.com/gpu=1"), of(job("nvidia.com/gpu=1"), 0, GPU)), both))
        .containsSubsequence(NIC, GPU);
  }

  @Test
  void a_toleration_of_the_template_shows_nothing() {
    Workload tolerant = job("nvidia.com/gpu=1", GPU);

    assertThat(admitted(cluster(tolerant, of(tolerant, 0, GPU)), gpuPod())).doesNotContain(GPU);
  }

  @Test
  void the_newest_pod_decides() {
    Workload job = job("nvidia.com/gpu=1");
    Pod without = withCreation(pod("bare").requests("nvidia.com/gpu=1").build(), 5);

    assertThat(admitted(cluster(job, of(job, 0, GPU), without), gpuPod())).doesNotContain(GPU);
    assertThat(admitted(cluster(job, of(job, 9, GPU), without), gpuPod())).contains(GPU);
  }

  @Test
  void the_service_decides_where_no_pod_does() {
    Cluster gke = cluster(node("a").kubelet("v1.35.2-gke.1842000").build());
    Cluster eks = cluster(node("a").kubelet("v1.34.1-eks-c39b1d0").build());
    Cluster plain = cluster(node("a").kubelet("v1.36.2").build());
    Pod without = withCreation(pod("bare").requests("nvidia.com/gpu=1").build(), 5);

    assertThat(admitted(gke, gpuPod())).contains(GPU);
    assertThat(admitted(eks, gpuPod())).contains(GPU);
    assertThat(admitted(gke.with(without), gpuPod())).doesNotContain(GPU);
    assertThat(admitted(plain, gpuPod())).doesNotContain(GPU);
    assertThat(chain(plain).uncertainTolerations(gpuPod())).containsExactly(GPU);
    assertThat(chain(gke).uncertainTolerations(gpuPod())).isEmpty();
    assertThat(AdmissionChain.standard().uncertainTolerations(gpuPod())).isEmpty();
  }

  @Test
  void a_pod_without_extended_resources_or_with_the_toleration_is_left_alone() {
    Cluster gke = cluster(node("a").kubelet("v1.35.2-gke.1842000").build());

    assertThat(
            admitted(
                gke,
                pod("new").requests("cpu=1,hugepages-2Mi=2Mi").limits("hugepages-2Mi=2Mi").build()))
        .extracting(Toleration::key)
        .containsOnly("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");
    Pod tolerant = gpuPod();
    assertThat(admitted(gke, tolerant.withSpec(tolerant.spec().withTolerations(List.of(GPU)))))
        .containsOnlyOnce(GPU);
  }

  private static AdmissionChain chain(Cluster cluster) {
    return AdmissionChain.standard().of(cluster);
  }

  private static List<Toleration> admitted(Cluster cluster, Pod pod) {
    AdmissionReport report = chain(cluster).admit(cluster, AdmissionRequest.create(pod));
    assertThat(report.allowed()).as(report.message()).isTrue();
    return ((Pod) report.object()).spec().tolerations();
  }

  private static Pod gpuPod() {
    return pod("new").requests("nvidia.com/gpu=1").limits("nvidia.com/gpu=1").build();
  }

  private static Workload job(String limits, Toleration... tolerations) {
    Pod made = pod("j").limits(limits).build();
    return new Workload(
        ObjectMeta.of("team-a", "job").withUid("u"),
        new GroupVersionKind("batch", "v1", "Job"),
        new GroupResource("batch", "jobs"),
        List.of(
            new Workload.PodTemplate(
                "spec.template",
                ObjectMeta.builder().build(),
                made.spec().withTolerations(List.of(tolerations)),
                OptionalInt.of(1))),
        List.of(),
        false);
  }

  /** Returns a pod of a workload as it was stored. */
  private static Pod of(Workload owner, int seconds, Toleration added) {
    Pod stored = withCreation(pod("job-x").requests("nvidia.com/gpu=1").build(), seconds);
    List<Toleration> all = new ArrayList<>(List.of(added));
    return stored
        .withSpec(stored.spec().withTolerations(all))
        .withMetadata(
            stored
                .metadata()
                .withOwners(
                    List.of(new OwnerReference("batch/v1", "Job", owner.name(), "u", true))));
  }

  private static Pod withCreation(Pod pod, int seconds) {
    return pod.withMetadata(
        pod.metadata().withCreationTimestamp(Optional.of(NOW.plusSeconds(seconds - 100))));
  }
}
