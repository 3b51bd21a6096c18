package dev.plimsoll.model.patch;

import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane.Origin;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.ChangeCommands;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SuspendedJobDiffTest {
  private static final String UID = "batch.kubernetes.io/controller-uid";

  private static Workload job(boolean suspended, Map<String, String> labels, PodSpec spec) {
    return new Workload(
        ObjectMeta.builder().namespace("team-a").name("train").labels(labels).build(),
        GroupVersionKind.of("batch/v1", "Job"),
        new GroupResource("batch", "jobs"),
        List.of(
            new Workload.PodTemplate(
                "spec.template",
                ObjectMeta.builder().labels(Map.of(UID, "1")).build(),
                spec,
                OptionalInt.of(2))),
        List.of(),
        suspended,
        suspended,
        Optional.empty(),
        new WorkloadDetails.Job(suspended, 2, OptionalInt.of(2), false, true, 0, 0));
  }

  private static PodSpec requesting(String cpu) {
    return pod("p").requests("cpu=" + cpu).build().spec();
  }

  private static String commands(KubernetesVersion version, Workload before, Workload after) {
    return ChangeCommands.of(
            ClusterFixture.cluster(before)
                .withControlPlane(KubernetesControlPlane.of(version, Origin.OPTION)),
            List.of(new Change.Apply(after)))
        .stream()
        .map(KubectlCommand::text)
        .collect(Collectors.joining("\n"));
  }

  @Test
  void since_1_36_requests_of_a_job_change_while_it_is_suspended() {
    Workload before = job(false, Map.of(), requesting("3"));
    Workload after = job(false, Map.of(), requesting("1"));

    assertThat(commands(KubernetesVersion.V1_36, before, after))
        .containsSubsequence(
            "kubectl patch job train -n team-a --type=merge -p '{\"spec\":{\"suspend\":true}}'\n",
            "kubectl wait job train -n team-a --for=condition=Suspended\n",
            "kubectl patch job train -n team-a --type=json --patch-file=/dev/stdin <<'EOF'\n",
            "/spec/template/spec/containers/0/resources/requests/cpu",
            "EOF\n",
            "kubectl patch job train -n team-a --type=merge -p '{\"spec\":{\"suspend\":false}}'")
        .doesNotContain("/metadata/labels", "/spec/selector", "force");
    assertThat(commands(KubernetesVersion.V1_35, before, after)).contains("replace --force");
  }

  @Test
  void a_job_that_is_suspended_stays_suspended() {
    Workload before = job(true, Map.of(), requesting("3"));
    Workload after = job(true, Map.of(), requesting("1"));

    assertThat(commands(KubernetesVersion.V1_36, before, after))
        .startsWith("kubectl patch job train -n team-a --type=json")
        .doesNotContain("suspend", "force");
  }

  @Test
  void any_other_change_and_a_job_of_kueue_take_a_new_job() {
    PodSpec elsewhere = requesting("1").withNodeSelector(Map.of());
    Workload selecting =
        job(false, Map.of(), requesting("3").withNodeSelector(Map.of("zone", "nowhere")));
    Map<String, String> queue = Map.of("kueue.x-k8s.io/queue-name", "q");

    assertThat(commands(KubernetesVersion.V1_36, selecting, job(false, Map.of(), elsewhere)))
        .contains("replace --force");
    assertThat(
            commands(
                KubernetesVersion.V1_36,
                job(false, queue, requesting("3")),
                job(false, queue, requesting("1"))))
        .contains("replace --force");
  }
}
