package dev.plimsoll.kubernetes.limits;

import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder.item;
import static dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder.limitRange;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceLists.requirements;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder;
import dev.plimsoll.kubernetes.limits.Injection.Target;
import dev.plimsoll.kubernetes.limits.LimitRanger.Admitted;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.QosClass;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.List;
import org.junit.jupiter.api.Test;

class LimitRangerAdmitTest {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");

  @Test
  void a_container_that_says_nothing_gets_defaults_and_the_max() {
    LimitRangeItemBuilder item =
        item("Container").max("nvidia.com/gpu=2").defaultLimits("cpu=500m");
    Pod pod = pod(container("c", "", "")).build();

    Admitted admitted = LimitRanger.admit(pod, List.of(limitRange("l", item)));

    assertThat(admitted.pod().spec().containers().get(0).resources())
        .isEqualTo(requirements("cpu=500m,nvidia.com/gpu=2", "cpu=500m,nvidia.com/gpu=2"));
    assertThat(annotation(admitted))
        .isEqualTo(
            "LimitRanger plugin set: cpu, nvidia.com/gpu request for container c; cpu,"
                + " nvidia.com/gpu limit for container c");
    assertThat(QosClass.of(admitted.pod())).isEqualTo(QosClass.BURSTABLE);
  }

  @Test
  void what_a_container_names_is_left_alone_even_when_it_is_zero_or_does_not_fit() {
    Pod pod =
        pod(
                container("zero", "nvidia.com/gpu=0", "nvidia.com/gpu=0"),
                container("half", "nvidia.com/gpu=1", ""))
            .build();

    Admitted admitted =
        LimitRanger.admit(
            pod, List.of(limitRange("l", item("Container").defaultLimits("nvidia.com/gpu=2"))));

    assertThat(admitted.pod().spec().containers().get(0)).isEqualTo(pod.spec().containers().get(0));
    assertThat(admitted.pod().spec().containers().get(1).resources())
        .isEqualTo(requirements("nvidia.com/gpu=1", "nvidia.com/gpu=2"));
    assertThat(admitted.injections())
        .containsExactly(new Injection("l", "half", false, Target.LIMIT, GPU, Quantity.of(2)));
  }

  @Test
  void init_containers_are_filled_and_told_last() {
    Pod pod = pod(container("c", "cpu=1", "")).initContainers(container("i", "", "cpu=1")).build();

    Admitted admitted =
        LimitRanger.admit(pod, List.of(limitRange("l", item("Container").defaultLimits("cpu=2"))));

    assertThat(annotation(admitted))
        .isEqualTo(
            "LimitRanger plugin set: cpu limit for container c; cpu request for init container i");
    assertThat(admitted.injections()).extracting(Injection::init).containsExactly(false, true);
  }

  @Test
  void the_first_limit_range_wins_and_the_last_that_set_anything_is_told() {
    Pod pod = pod(container("c", "", "")).build();
    LimitRange first = limitRange("first", item("Container").defaultRequests("cpu=1"));
    LimitRange second = limitRange("second", item("Container").defaultRequests("cpu=2,memory=1Gi"));

    Admitted admitted = LimitRanger.admit(pod, List.of(first, second, first));

    assertThat(admitted.pod().spec().containers().get(0).resources())
        .isEqualTo(requirements("cpu=1,memory=1Gi", ""));
    assertThat(annotation(admitted))
        .isEqualTo("LimitRanger plugin set: memory request for container c");
    assertThat(admitted.injections())
        .extracting(Injection::limitRange)
        .containsExactly("first", "second");
  }

  @Test
  void a_later_item_of_one_limit_range_goes_before_an_earlier_one() {
    Pod pod = pod(container("c", "", "")).build();
    LimitRange both =
        limitRange(
            "l",
            item("Container").defaultRequests("cpu=1,memory=1Gi"),
            item("Container").defaultRequests("cpu=2"));

    Admitted admitted = LimitRanger.admit(pod, List.of(both));

    assertThat(admitted.pod().spec().containers().get(0).resources())
        .isEqualTo(requirements("cpu=2,memory=1Gi", ""));
  }

  @Test
  void a_pod_that_lacks_nothing_is_not_annotated() {
    Pod pod = pod(container("c", "cpu=1", "cpu=1")).build();

    Admitted admitted =
        LimitRanger.admit(
            pod,
            List.of(
                limitRange("l", item("Container").max("cpu=2"), item("Pod").max("memory=1Gi"))));

    assertThat(admitted.pod()).isEqualTo(pod);
    assertThat(admitted.injections()).isEmpty();
  }

  private static String annotation(Admitted admitted) {
    return admitted.pod().metadata().annotations().getOrDefault(LimitRanger.ANNOTATION, "");
  }
}
