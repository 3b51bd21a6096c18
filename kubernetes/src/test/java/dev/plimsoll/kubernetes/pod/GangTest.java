package dev.plimsoll.kubernetes.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodGroupApi;
import dev.plimsoll.kubernetes.object.PodGroupReference;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GangTest {
  private static final OwnerReference JOB =
      new OwnerReference("batch/v1", "Job", "train", "uid", true);

  private static PodBuilder pod() {
    return PodBuilder.pod("team", "p");
  }

  private static Pod ofJob(Pod pod) {
    return pod.withMetadata(pod.metadata().withOwners(List.of(JOB)));
  }

  @Test
  void a_pod_of_a_job_is_no_gang_unless_it_says_how_many_there_must_be() {
    assertThat(Gang.of(ofJob(pod().build()))).isEmpty();
    assertThat(Gang.of(ofJob(pod().label(Gang.SIZE, "4").build())))
        .contains(Gang.ofSize("team", JOB, 4));
  }

  @Test
  void a_job_that_is_created_again_has_another_gang_unless_its_pods_carry_a_name() {
    OwnerReference again = new OwnerReference("batch/v1", "Job", "train", "second", true);
    Pod sized = pod().label(Gang.SIZE, "4").build();
    Pod named = pod().label(Gang.SIZE, "4").label(Gang.NAME, "train").build();

    assertThat(Gang.of(ofJob(sized))).isNotEqualTo(Gang.of(owned(sized, again)));
    assertThat(Gang.of(ofJob(sized)).map(GangKey::of))
        .isEqualTo(Gang.of(owned(sized, again)).map(GangKey::of));
    assertThat(Gang.of(ofJob(named))).isEqualTo(Gang.of(owned(named, again)));
  }

  private static Pod owned(Pod pod, OwnerReference owner) {
    return pod.withMetadata(pod.metadata().withOwners(List.of(owner)));
  }

  @Test
  void a_pod_may_leave_the_size_to_the_parallelism_of_its_job() {
    PodBuilder sized = pod().label(Gang.SIZE, Gang.PARALLELISM);

    assertThat(Gang.of(ofJob(sized.build()))).contains(Gang.ofJob("team", JOB));
    assertThat(Gang.problem(ofJob(sized.build()))).isEmpty();
    assertThat(Gang.of(sized.build())).isEmpty();
    assertThat(Gang.problem(sized.build()))
        .contains("plimsoll.dev/group-size: no Job manages pod p: set a number");
  }

  @Test
  void a_gang_of_the_size_of_one_job_has_the_name_of_the_job() {
    Pod pod =
        pod()
            .label(Gang.SIZE, Gang.PARALLELISM)
            .label("jobset.sigs.k8s.io/jobset-name", "jobs")
            .build();

    assertThat(Gang.of(ofJob(pod)).map(Gang::name)).contains("Job/train");
  }

  @Test
  void the_name_that_a_pod_carries_comes_before_that_of_its_owners() {
    Pod pod = pod().label(Gang.SIZE, "4").label("jobset.sigs.k8s.io/jobset-name", "jobs").build();

    assertThat(Gang.of(ofJob(pod))).contains(Gang.ofSize("team", "jobs", 4));
    assertThat(Gang.of(ofJob(PodBuilder.pod(pod).label(Gang.NAME, "own").build())))
        .contains(Gang.ofSize("team", "own", 4));
  }

  @Test
  void the_label_of_scheduler_plugins_names_a_gang() {
    Pod pod = pod().label(Gang.SIZE, "4").label("scheduling.x-k8s.io/pod-group", "pg").build();

    assertThat(Gang.of(pod)).contains(Gang.ofSize("team", "pg", 4));
  }

  @Test
  void a_pod_that_names_a_group_leaves_the_size_to_it() {
    Pod labelled = pod().label("scheduling.x-k8s.io/pod-group", "pg").build();
    PodGroupReference reference =
        new PodGroupReference(PodGroupApi.WORKLOAD, "train", "workers", "1");
    Pod referring = labelled.withSpec(labelled.spec().withSchedulingGroup(Optional.of(reference)));

    assertThat(Gang.of(labelled))
        .contains(Gang.of("team", PodGroupReference.to(PodGroupApi.SCHEDULER_PLUGINS, "pg")))
        .hasValueSatisfying(g -> assertThat(g.size()).isEmpty());
    assertThat(Gang.of(referring))
        .contains(Gang.of("team", reference))
        .hasValueSatisfying(g -> assertThat(g.name()).isEqualTo("train/workers/1"));
  }

  @Test
  void the_annotation_of_volcano_names_a_group() {
    Pod pod = pod().build();
    Pod annotated =
        pod.withMetadata(
            pod.metadata().withAnnotations(Map.of(PodGroupReference.VOLCANO_ANNOTATION, "pg")));

    assertThat(Gang.of(annotated))
        .contains(Gang.of("team", PodGroupReference.to(PodGroupApi.VOLCANO, "pg")));
  }

  @Test
  void annotations_say_it_as_labels_do() {
    Pod pod = pod().build();
    Pod annotated =
        pod.withMetadata(pod.metadata().withAnnotations(Map.of(Gang.NAME, "own", Gang.SIZE, "2")));

    assertThat(Gang.of(annotated)).contains(Gang.ofSize("team", "own", 2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "1", "-1", "four", "04", "1e3", "99999999999"})
  void a_size_that_is_no_whole_number_above_one_makes_no_gang(String size) {
    assertThat(Gang.of(pod().label(Gang.SIZE, size).label(Gang.NAME, "own").build())).isEmpty();
  }

  @Test
  void a_size_without_a_name_or_an_owner_makes_no_gang() {
    assertThat(Gang.of(pod().label(Gang.SIZE, "4").build())).isEmpty();
  }
}
