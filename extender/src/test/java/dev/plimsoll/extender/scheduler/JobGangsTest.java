package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.pod.Gang;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Gangs whose size is the parallelism of their Job. */
class JobGangsTest {
  private static final List<String> NODES = List.of("n0", "n1", "n2", "n3", "n4", "n5");

  private Cluster cluster = nodes();
  private final Decisions decisions = new Decisions(cluster, ExtenderSettings.DEFAULT, () -> 0);

  private static Cluster nodes() {
    ClusterBuilder builder = ExtenderFixtures.cluster();
    NODES.forEach(n -> builder.add(ExtenderFixtures.node(n, 8)));
    return builder.build();
  }

  private void put(ApiObject object) {
    Optional<ApiObject> before =
        cluster.find(object.getClass(), object.namespace(), object.identity()).map(o -> o);
    cluster = cluster.with(object);
    decisions.changed(List.of(new ObjectChange(before, Optional.of(object))), cluster);
  }

  private void putJob(int parallelism) {
    put(
        new Workload(
                ObjectMeta.of("team", "train").withUid("u"),
                new GroupVersionKind("batch", "v1", "Job"),
                new GroupResource("batch", "jobs"),
                List.of(),
                List.of(),
                false)
            .withDetails(
                new WorkloadDetails.Job(false, parallelism, OptionalInt.of(8), true, true, 0, 0)));
  }

  private static Pod member(int number) {
    Pod pod = ExtenderFixtures.pod("team", "train-" + number, 8, "");
    return pod.withMetadata(
        pod.metadata()
            .withAnnotations(Map.of(Gang.SIZE, Gang.PARALLELISM))
            .withOwners(List.of(new OwnerReference("batch/v1", "Job", "train", "u", true))));
  }

  private boolean passes(Pod pod) {
    if (cluster.find(Pod.class, pod.namespace(), pod.name()).isEmpty()) {
      put(pod);
    }
    return decisions.filter(pod, NODES.size(), () -> NODES).filtered().anyPasses(NODES.size());
  }

  private List<Boolean> ask(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> passes(member(i))).toList();
  }

  private void look() {
    new GangAdmission(decisions).sync();
  }

  private void bind(int from, int to) {
    IntStream.range(from, to)
        .forEach(
            i -> {
              Pod pod = member(i);
              put(pod.withSpec(pod.spec().withNodeName("n" + i)));
            });
  }

  @Test
  void pods_wait_for_as_many_as_their_job_runs_at_once() {
    putJob(4);
    assertThat(ask(0, 3)).containsOnly(false);
    look();
    assertThat(ask(0, 3)).containsOnly(false);

    assertThat(ask(0, 4)).containsOnly(false);
    look();
    assertThat(ask(0, 4)).containsOnly(true);
  }

  private static Pod sized(int number, String job) {
    Pod pod = member(number);
    return pod.withMetadata(
        pod.metadata()
            .withAnnotations(Map.of(Gang.SIZE, "2"))
            .withOwners(List.of(new OwnerReference("batch/v1", "Job", "train", job, true))));
  }

  /** The garbage collector deletes the pods of a job a moment after the job. */
  @Test
  void pods_of_a_former_job_of_the_same_name_do_not_complete_a_gang() {
    for (int i = 0; i < 2; i++) {
      Pod former = sized(i, "first");
      put(former.withSpec(former.spec().withNodeName("n" + i)));
    }

    assertThat(passes(sized(2, "second"))).isFalse();
    assertThat(passes(sized(3, "second"))).isFalse();
    look();
    assertThat(passes(sized(2, "second"))).isTrue();
    assertThat(passes(sized(3, "second"))).isTrue();
  }

  @Test
  void pods_whose_job_is_not_known_wait_for_it() {
    assertThat(ask(0, 2)).containsOnly(false);
    look();
    assertThat(ask(0, 2)).containsOnly(false);
    assertThat(decisions.held().stream().map(h -> h.reason().text()))
        .containsOnly("gang Job/train waits until its Job is known");

    putJob(2);
    look();
    assertThat(ask(0, 2)).containsOnly(true);
  }

  @Test
  void more_pods_of_a_job_that_grows_wait_for_each_other() {
    putJob(2);
    ask(0, 2);
    look();
    assertThat(ask(0, 2)).containsOnly(true);
    bind(0, 2);

    putJob(4);
    assertThat(ask(2, 3)).containsOnly(false);
    look();
    assertThat(ask(2, 3)).containsOnly(false);
    assertThat(ask(2, 4)).containsOnly(false);
    look();
    assertThat(ask(2, 4)).containsOnly(true);
  }

  @Test
  void a_job_that_shrinks_while_its_pods_wait_runs_with_fewer() {
    putJob(4);
    assertThat(ask(0, 2)).containsOnly(false);
    look();
    assertThat(ask(0, 2)).containsOnly(false);

    putJob(2);
    look();
    assertThat(ask(0, 2)).containsOnly(true);
  }
}
