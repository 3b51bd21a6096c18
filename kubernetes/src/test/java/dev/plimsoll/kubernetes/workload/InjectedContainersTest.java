package dev.plimsoll.kubernetes.workload;

import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.sidecar;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InjectedContainersTest {
  private static final Pod TEMPLATE = pod("t").requests("cpu=400m").build();

  private static Pod created(String name, int second, Container... added) {
    Pod pod = pod(name).requests("cpu=400m").build();
    return pod.withMetadata(
            pod.metadata()
                .with()
                .creationTimestamp(Optional.of(Instant.ofEpochSecond(second)))
                .build())
        .withSpec(
            pod.spec()
                .withContainers(
                    Stream.concat(pod.spec().containers().stream(), Stream.of(added)).toList()));
  }

  private static List<String> next(String kind, Pod... pods) {
    return owner(kind, pods).missingPods().get(0).spec().containers().stream()
        .map(Container::name)
        .toList();
  }

  private static PodTemplateOwner owner(String kind, Pod... pods) {
    Workload workload =
        new Workload(
            ObjectMeta.of("team-a", "w"),
            GroupVersionKind.of(kind.equals("Job") ? "batch/v1" : "apps/v1", kind),
            new GroupResource("apps", kind.toLowerCase(Locale.ROOT) + "s"),
            List.of(
                new Workload.PodTemplate(
                    "spec.template",
                    ObjectMeta.builder().build(),
                    TEMPLATE.spec(),
                    OptionalInt.of(3))),
            List.of(),
            false);
    return new PodTemplateOwner(workload, workload.templates().get(0), List.of(pods), 1, List.of());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ReplicaSet", "Job"})
  void the_next_pod_gets_what_admission_added_to_the_newest(String kind) {
    Pod old = created("a", 1);
    Pod newest = created("b", 2, container("proxy", "cpu=500m", ""));

    assertThat(next(kind, newest, old)).containsExactly("main", "proxy");
    assertThat(next(kind, created("c", 3), newest)).containsExactly("main");
    assertThat(next(kind)).containsExactly("main");
  }

  @ParameterizedTest
  @ValueSource(strings = {"StatefulSet", "DaemonSet", "ReplicationController"})
  void a_pod_of_a_former_template_tells_nothing(String kind) {
    assertThat(next(kind, created("a", 1, container("proxy", "cpu=500m", ""))))
        .containsExactly("main");
  }

  @Test
  void a_sidecar_keeps_its_turn_among_init_containers() {
    Pod made =
        pod("a")
            .requests("cpu=400m")
            .initContainers(sidecar("proxy", "cpu=1", ""), container("setup", "cpu=2", ""))
            .build();
    PodTemplateOwner owner = owner("ReplicaSet", made);
    Workload.PodTemplate template =
        new Workload.PodTemplate(
            "spec.template",
            ObjectMeta.builder().build(),
            pod("t")
                .requests("cpu=400m")
                .initContainers(container("setup", "cpu=3", ""))
                .build()
                .spec(),
            OptionalInt.of(3));

    assertThat(owner.withTemplate(template).missingPods().get(0).spec().initContainers())
        .containsExactly(sidecar("proxy", "cpu=1", ""), container("setup", "cpu=3", ""));
  }
}
