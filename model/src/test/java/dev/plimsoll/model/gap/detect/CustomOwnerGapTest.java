package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.GPUS;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static dev.plimsoll.model.gap.detect.GapScenario.gpuPod;
import static dev.plimsoll.model.gap.detect.GapScenario.simulation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.patch.KubectlCommand;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Gaps and remedies of pods whose outermost owner is a custom resource. */
class CustomOwnerGapTest {
  private static final String JOB_SET = "jobset.x-k8s.io/v1alpha2";

  private static Workload.PodTemplate template(String path, int count, Pod pod) {
    return new Workload.PodTemplate(
        path, ObjectMeta.builder().build(), pod.spec(), OptionalInt.of(count));
  }

  private static Workload custom(
      String apiVersion, String kind, String name, Workload.PodTemplate... templates) {
    GroupVersionKind type = GroupVersionKind.of(apiVersion, kind);
    return new Workload(
        ObjectMeta.of("team-a", name),
        type,
        new GroupResource(type.group(), kind.toLowerCase(Locale.ROOT) + "s"),
        List.of(templates),
        List.of(),
        false);
  }

  private static List<OwnerReference> ownedBy(String apiVersion, String kind, String name) {
    return List.of(new OwnerReference(apiVersion, kind, name, "u", true));
  }

  private static Workload job(String name, int count, Pod pod) {
    Workload job = custom("batch/v1", "Job", name, template("spec.template", count, pod));
    return job.withMetadata(job.metadata().withOwners(ownedBy(JOB_SET, "JobSet", "train")));
  }

  private static Pod pending(String name, String owner, Pod like) {
    String[] parts = owner.split("/", -1);
    Pod made = pod(name).build();
    return made.withSpec(like.spec())
        .withMetadata(made.metadata().withOwners(ownedBy("example.com/v1", parts[0], parts[1])));
  }

  private static Pod on(String node, Pod pod) {
    return pod.withSpec(pod.spec().withNodeName(node));
  }

  private static Pod selecting(int gpus, String pool) {
    Pod pod = gpuPod(gpus);
    return pod.withSpec(pod.spec().withNodeSelector(Map.of("pool", pool)));
  }

  private static String commands(Gap gap) {
    return gap.remedies().stream()
        .filter(Remedy::helps)
        .limit(1)
        .flatMap(r -> r.commands().stream())
        .map(KubectlCommand::text)
        .collect(Collectors.joining("\n"));
  }

  @Test
  void equal_pods_of_the_Jobs_of_one_JobSet_are_one_gap_whose_remedy_admits_them_all() {
    Gap gap =
        gap(
            GapKind.QuotaExhaustedCapacityFree,
            node("n").has(GPU, "8").build(),
            quota("q").hard(GPUS + "=1").used(GPUS + "=0").build(),
            custom(JOB_SET, "JobSet", "train", template("spec.x", 4, gpuPod(1))),
            job("train-0", 2, gpuPod(1)),
            job("train-1", 2, gpuPod(1)));

    assertThat(gap.object().name()).isEqualTo("train");
    assertThat(gap.pods()).isEqualTo(3);
    assertThat(gap.message()).startsWith("3 of 4 pods are denied");
    assertThat(gap.remedies())
        .filteredOn(Remedy::helps)
        .extracting(Remedy::action)
        .containsExactly("raise requests.nvidia.com/gpu of quota q from 1 to 4");
  }

  @Test
  void a_quota_that_denies_pods_of_two_templates_is_raised_once_for_all_of_them() {
    List<Gap> gaps =
        GapFinder.find(
                GapScenario.simulation(
                    node("n").has(GPU, "8").build(),
                    quota("q").hard(GPUS + "=0").used(GPUS + "=0").build(),
                    custom(
                        JOB_SET,
                        "JobSet",
                        "train",
                        template("a", 1, gpuPod(1)),
                        template("b", 3, gpuPod(2))),
                    job("train-a", 1, gpuPod(1)),
                    job("train-b", 3, gpuPod(2))))
            .stream()
            .filter(f -> f.gap().kind() == GapKind.QuotaExhaustedCapacityFree)
            .map(Finding::withRemedies)
            .toList();

    assertThat(gaps).extracting(Gap::pods).containsExactlyInAnyOrder(1, 3);
    assertThat(gaps)
        .allSatisfy(
            gap ->
                assertThat(gap.remedies())
                    .filteredOn(Remedy::helps)
                    .extracting(Remedy::action, Remedy::result)
                    .containsExactly(
                        tuple(
                            "raise requests.nvidia.com/gpu of quota q from 0 to 7",
                            "4 of 4 pods of jobset/train admitted and placed on n (4)")));
  }

  @Test
  void a_JobSet_is_created_again_since_its_templates_are_immutable() {
    String path = "spec.replicatedJobs[%d].template.spec.template";
    Gap gap =
        gap(
            GapKind.NoEligibleNode,
            node("n").has(GPU, "8").label("pool", "gen").build(),
            custom(
                JOB_SET,
                "JobSet",
                "train",
                template(path.formatted(0), 1, selecting(1, "gen")),
                template(path.formatted(1), 1, selecting(2, "gone"))),
            job("train-0", 1, selecting(1, "gen")),
            job("train-1", 1, selecting(2, "gone")),
            on("n", pending("train-0-0", "Job/train-0", selecting(1, "gen"))),
            pending("train-1-0", "Job/train-1", selecting(2, "gone")));

    assertThat(gap.remedies().get(0).costs())
        .containsExactly(
            "jobset/train is deleted and created again: its 1 running pod starts again");
    assertThat(commands(gap))
        .startsWith("kubectl patch JobSet.v1alpha2.jobset.x-k8s.io train -n team-a --type=json")
        .contains("| kubectl replace --force -f -")
        .contains("/spec/replicatedJobs/1/template/spec/template/spec/nodeSelector/pool")
        .doesNotContain("/spec/replicatedJobs/0/");
  }

  @Test
  void pending_pods_of_a_RayCluster_are_deleted_once_their_group_is_changed() {
    Gap gap =
        gap(
            GapKind.NoEligibleNode,
            node("n").has(GPU, "8").label("pool", "gen").build(),
            custom(
                "ray.io/v1",
                "RayCluster",
                "ray",
                template("spec.workerGroupSpecs[0].template", 1, selecting(2, "gone"))),
            pending("ray-w", "RayCluster/ray", selecting(2, "gone")));

    assertThat(commands(gap))
        .contains("kubectl patch RayCluster.v1.ray.io ray")
        .doesNotContain("--force")
        .endsWith("kubectl delete pod ray-w -n team-a");
  }

  @Test
  void a_remedy_says_that_an_unknown_controller_may_keep_the_pods() {
    Gap gap =
        gap(
            GapKind.NoEligibleNode,
            node("n").has(GPU, "8").label("pool", "gen").build(),
            custom(
                "example.com/v1",
                "Training",
                "bert",
                template("spec.template", 1, selecting(2, "gone"))),
            pending("bert-0", "Training/bert", selecting(2, "gone")));

    assertThat(gap.remedies().get(0).costs())
        .containsExactly(
            "Plimsoll doesn't know the controller of Training: if the controller keeps the pods,"
                + " delete them");
    assertThat(commands(gap)).startsWith("kubectl patch Training.v1.example.com bert");
  }

  @Test
  void the_limit_of_a_template_without_requests_is_lowered() {
    Pod limited = gpuPod(8);
    Container container = limited.spec().containers().get(0);
    Pod template =
        limited.withSpec(
            limited
                .spec()
                .withContainers(
                    List.of(
                        container.withResources(
                            container.resources().withRequests(Resources.EMPTY)))));
    Gap gap =
        gap(
            GapKind.CapacityExhausted,
            node("n").has(GPU, "6").build(),
            custom(
                "leaderworkerset.x-k8s.io/v1",
                "LeaderWorkerSet",
                "serve",
                template("spec.leaderWorkerTemplate.workerTemplate", 1, template)),
            pending("serve-0", "LeaderWorkerSet/serve", limited));

    assertThat(commands(gap))
        .contains("workerTemplate/spec/containers/0/resources/limits/nvidia.com~1gpu")
        .doesNotContain("resources/requests");
  }

  private static Event denied(String job) {
    return denied(job, "q");
  }

  private static Event denied(String job, String quota) {
    return denied(job, quota, "");
  }

  private static Event denied(String job, String quota, String uid) {
    return new Event(
        ObjectMeta.of("team-a", "e-" + job),
        new ObjectReference("JobSet", "team-a", "train", uid),
        "",
        "Warning",
        "JobCreationFailed",
        "job \"%1$s\" creation failed with error: jobs.batch \"%1$s\" is forbidden: exceeded quota: %2$s"
            .formatted(job, quota),
        Optional.of(Instant.EPOCH),
        Optional.of(Instant.EPOCH),
        1);
  }

  @Test
  void what_an_earlier_JobSet_of_the_same_name_could_not_create_is_no_gap() {
    Workload set = custom(JOB_SET, "JobSet", "train", template("spec.x", 2, gpuPod(1)));
    Workload second = set.withMetadata(set.metadata().withUid("second"));

    assertThat(GapFinder.find(simulation(second, denied("train-1", "q", "first")))).isEmpty();
    assertThat(GapFinder.find(simulation(second, denied("train-1", "q", "second")))).hasSize(1);
  }

  @Test
  void a_Job_that_a_JobSet_could_not_create_is_a_gap_until_the_Job_is_there() {
    Workload set = custom(JOB_SET, "JobSet", "train", template("spec.x", 2, gpuPod(1)));
    Gap gap =
        gap(
            GapKind.AdmissionRefused,
            set,
            job("train-0", 1, gpuPod(1)),
            denied("train-0"),
            denied("train-1"));

    assertThat(gap.object().name()).isEqualTo("train");
    assertThat(gap.pods()).isEqualTo(1);
    assertThat(gap.message())
        .isEqualTo(
            "1 of the objects that would create its pods is denied:"
                + " jobs.batch \"train-1\" is forbidden: exceeded quota: q");
  }

  @Test
  void a_quota_that_denies_Jobs_by_their_number_is_raised_for_all_of_them() {
    String quota =
        "q, requested: count/jobs.batch=1, used: count/jobs.batch=1, limited: count/jobs.batch=1";
    Gap gap =
        gap(
            GapKind.AdmissionRefused,
            custom(JOB_SET, "JobSet", "train", template("spec.x", 3, gpuPod(1))),
            job("train-0", 1, gpuPod(1)),
            quota("q").hard("count/jobs.batch=1").used("count/jobs.batch=1").build(),
            denied("train-1", quota),
            denied("train-2", quota));

    assertThat(gap.remedies())
        .extracting(Remedy::action)
        .containsExactly("raise count/jobs.batch of quota q to 3");
  }

  @Test
  void no_limit_allows_Jobs_of_which_another_rule_denies_one() {
    String quota =
        "q, requested: count/jobs.batch=1, used: count/jobs.batch=1, limited: count/jobs.batch=1";
    Gap gap =
        gap(
            GapKind.AdmissionRefused,
            custom(JOB_SET, "JobSet", "train", template("spec.x", 3, gpuPod(1))),
            job("train-0", 1, gpuPod(1)),
            quota("q").hard("count/jobs.batch=1").used("count/jobs.batch=1").build(),
            denied("train-1", quota),
            denied("train-2"));

    assertThat(gap.remedies()).isEmpty();
  }

  private static Workload cronJob(String lastScheduled) {
    return custom("batch/v1", "CronJob", "nightly", template("spec.x", 0, gpuPod(1)))
        .withDetails(
            new WorkloadDetails.CronJob(
                "* * * * *", false, Optional.of(Instant.parse(lastScheduled)), ""));
  }

  private static Event deniedRun(String run) {
    return new Event(
        ObjectMeta.of("team-a", "e-" + run),
        new ObjectReference("CronJob", "team-a", "nightly", ""),
        "cronjob-controller",
        "Warning",
        "FailedCreate",
        "Error creating job: jobs.batch \"%s\" is forbidden: exceeded quota: q, requested: count/jobs.batch=1, used: count/jobs.batch=1, limited: count/jobs.batch=1"
            .formatted(run),
        Optional.of(Instant.EPOCH),
        Optional.of(
            Instant.parse(run.endsWith("3") ? "2026-12-01T02:33:09Z" : "2026-12-01T02:32:09Z")),
        1);
  }

  @Test
  void the_last_run_that_a_CronJob_could_not_create_is_a_gap() {
    ResourceQuota full = quota("q").hard("count/jobs.batch=1").used("count/jobs.batch=1").build();
    Event before = deniedRun("nightly-29934872");
    Event last = deniedRun("nightly-29934873");

    Gap gap = gap(GapKind.AdmissionRefused, cronJob("2026-12-01T02:31:00Z"), full, before, last);

    assertThat(gap.message())
        .startsWith(
            "1 of the objects that would create its pods is denied:"
                + " jobs.batch \"nightly-29934873\" is forbidden: exceeded quota: q");
    assertThat(gap.remedies())
        .extracting(Remedy::action)
        .containsExactly("raise count/jobs.batch of quota q to 2");
    assertThat(isRefused(cronJob("2026-12-01T02:33:00Z"), full, before, last))
        .as("the CronJob has made that run or a later one")
        .isFalse();
    assertThat(
            isRefused(
                cronJob("2026-12-01T02:31:00Z"),
                quota("q").hard("count/jobs.batch=9").used("count/jobs.batch=1").build(),
                before,
                last))
        .as("the quota has another limit since")
        .isFalse();
  }

  private static boolean isRefused(ApiObject... objects) {
    return GapFinder.find(simulation(objects)).stream()
        .anyMatch(f -> f.gap().kind() == GapKind.AdmissionRefused);
  }
}
