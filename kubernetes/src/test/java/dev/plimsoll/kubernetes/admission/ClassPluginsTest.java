package dev.plimsoll.kubernetes.admission;

import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.cluster;
import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpecBuilder;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.kubernetes.object.RuntimeClass;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The plug-ins for PriorityClasses and RuntimeClasses, as the whole chain shows them. */
class ClassPluginsTest {
  private static final Pod POD = pod(container("c", "cpu=1", "cpu=2")).build();
  private static final RuntimeClass KATA =
      new RuntimeClass(
          ObjectMeta.of("", "kata"), list("cpu=250m"), Map.of("runtime", "kata"), List.of());

  @Test
  void a_pod_without_class_gets_the_default_class_of_the_least_value() {
    Pod stored = stored(cluster(priority("high", 1000, true), priority("low", 10, true)), POD);

    assertThat(stored.spec().priorityClassName()).isEqualTo("low");
    assertThat(stored.spec().priority()).hasValue(10);
    assertThat(stored.spec().preemptionPolicy()).isEqualTo("PreemptLowerPriority");
  }

  @Test
  void a_class_that_is_not_there_is_denied_but_the_ones_of_the_system_always_are() {
    Cluster cluster = cluster(priority("low", 10, false));

    assertThat(denial(cluster, with(s -> s.priorityClassName("high"))))
        .isEqualTo("pods \"p\" is forbidden: no PriorityClass with name high was found");
    assertThat(
            stored(cluster, with(s -> s.priorityClassName("system-node-critical")))
                .spec()
                .priority())
        .hasValue(2_000_001_000);
  }

  @Test
  void a_priority_of_its_own_must_be_the_one_of_the_class() {
    Cluster cluster = cluster(priority("low", 10, false));

    assertThat(denial(cluster, with(s -> s.priorityClassName("low").priority(OptionalInt.of(11)))))
        .isEqualTo(
            "pods \"p\" is forbidden: the integer value of priority (11) must not be provided in"
                + " pod spec; priority admission controller computed 10 from the given"
                + " PriorityClass name");
  }

  @Test
  void an_update_that_says_nothing_of_the_priority_keeps_it() {
    Cluster cluster = cluster(priority("low", 10, true));
    Pod old = stored(cluster, POD);
    Pod update =
        old.withSpec(old.spec().with().priority(OptionalInt.empty()).preemptionPolicy("").build());

    AdmissionReport report =
        AdmissionChain.standard().admit(cluster, AdmissionRequest.update(old, update));

    assertThat(report.message()).isEmpty();
    assertThat(((Pod) report.object()).spec()).isEqualTo(old.spec());
  }

  @Test
  void a_runtime_class_adds_overhead_and_keeps_the_pod_to_its_nodes() {
    Pod stored = stored(cluster(KATA), with(s -> s.runtimeClassName("kata")));

    assertThat(stored.spec().overhead()).isEqualTo(list("cpu=250m"));
    assertThat(stored.spec().nodeSelector()).isEqualTo(Map.of("runtime", "kata"));
  }

  @Test
  void overhead_of_its_own_must_be_the_one_of_the_class() {
    assertThat(
            denial(
                cluster(KATA),
                pod(with(s -> s.runtimeClassName("kata"))).overhead("cpu=100m").build()))
        .isEqualTo(
            "pods \"p\" is forbidden: pod rejected: Pod's Overhead doesn't match RuntimeClass's"
                + " defined Overhead");
    assertThat(denial(cluster(KATA), pod(POD).overhead("cpu=100m").build()))
        .isEqualTo(
            "pods \"p\" is forbidden: pod rejected: Pod Overhead set without corresponding"
                + " RuntimeClass defined Overhead");
  }

  @Test
  void a_runtime_class_on_other_nodes_than_the_pod_selects_is_denied() {
    Pod elsewhere = with(s -> s.runtimeClassName("kata").nodeSelector(Map.of("runtime", "runc")));

    assertThat(denial(cluster(KATA), elsewhere))
        .isEqualTo(
            "pods \"p\" is forbidden: conflict: runtimeClass.scheduling.nodeSelector[runtime] ="
                + " kata; pod.spec.nodeSelector[runtime] = runc");
    assertThat(denial(cluster(KATA), with(s -> s.runtimeClassName("gvisor"))))
        .isEqualTo("pods \"p\" is forbidden: pod rejected: RuntimeClass \"gvisor\" not found");
  }

  private static String denial(Cluster cluster, Pod pod) {
    return AdmissionChain.standard().admit(cluster, AdmissionRequest.create(pod)).message();
  }

  private static Pod stored(Cluster cluster, Pod pod) {
    ApiObject stored =
        AdmissionChain.standard().admit(cluster, AdmissionRequest.create(pod)).object();
    return (Pod) stored;
  }

  private static Pod with(UnaryOperator<PodSpecBuilder> change) {
    return POD.withSpec(change.apply(POD.spec().with()).build());
  }

  private static PriorityClass priority(String name, int value, boolean globalDefault) {
    return new PriorityClass(ObjectMeta.of("", name), value, globalDefault, "");
  }
}
