package dev.plimsoll.kubernetes.limits;

import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.sidecar;
import static dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder.item;
import static dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder.limitRange;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder;
import dev.plimsoll.kubernetes.limits.LimitRangeViolation.Rule;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LimitRangerValidateTest {

  static Stream<Arguments> containers() {
    return Stream.of(
        Arguments.of(
            item("Container").min("cpu=1"),
            "",
            "cpu=1",
            "minimum cpu usage per Container is 1.  No request is specified"),
        Arguments.of(
            item("Container").min("cpu=1"),
            "cpu=500m",
            "",
            "minimum cpu usage per Container is 1, but request is 500m"),
        Arguments.of(
            item("Container").min("cpu=1"),
            "cpu=1",
            "cpu=999m",
            "minimum cpu usage per Container is 1, but limit is 999m"),
        Arguments.of(item("Container").min("cpu=1"), "cpu=1", "", ""),
        Arguments.of(item("Container").min("cpu=1"), "cpu=1", "cpu=1", ""),
        Arguments.of(
            item("Container").max("memory=1Gi"),
            "memory=1Gi",
            "",
            "maximum memory usage per Container is 1Gi.  No limit is specified"),
        Arguments.of(
            item("Container").max("memory=1Gi"),
            "memory=3Gi",
            "memory=2Gi",
            "maximum memory usage per Container is 1Gi, but limit is 2Gi"),
        Arguments.of(
            item("Container").max("memory=1Gi"),
            "memory=3Gi",
            "memory=1Gi",
            "maximum memory usage per Container is 1Gi, but request is 3Gi"),
        Arguments.of(item("Container").max("memory=1Gi"), "", "memory=1Gi", ""),
        Arguments.of(
            item("Container").ratio("cpu=2"),
            "cpu=0",
            "cpu=1",
            "cpu max limit to request ratio per Container is 2, but no request is specified or"
                + " request is 0"),
        Arguments.of(
            item("Container").ratio("cpu=2"),
            "cpu=1",
            "",
            "cpu max limit to request ratio per Container is 2, but no limit is specified or"
                + " limit is 0"),
        Arguments.of(
            item("Container").ratio("cpu=1500m"),
            "cpu=1",
            "cpu=2",
            "cpu max limit to request ratio per Container is 1500m, but provided ratio is"
                + " 2.000000"),
        Arguments.of(item("Container").ratio("cpu=2"), "cpu=1", "cpu=2", ""),
        Arguments.of(item("Container").ratio("memory=10P"), "memory=1", "memory=10P", ""),
        Arguments.of(
            item("Container").ratio("memory=10P"),
            "memory=1",
            "memory=10000000000002k",
            "memory max limit to request ratio per Container is 10P, but provided ratio is"
                + " 10000000000002000.000000"),
        Arguments.of(
            item("Container").max("memory=12E"),
            "",
            "memory=1Mi",
            "maximum memory usage per Container is 12E, but limit is 1Mi"));
  }

  @ParameterizedTest(name = "{3} ({1} / {2})")
  @MethodSource("containers")
  void a_container_is_held_to_each_bound(
      LimitRangeItemBuilder item, String requests, String limits, String want) {
    Pod pod = pod(container("c", requests, limits)).build();

    assertThat(message(pod, item)).isEqualTo(want);
  }

  /** All three amounts are compared in milli up to the largest amount that has so many. */
  static Stream<Arguments> largest() {
    long largest = Quantity.MAX_MILLI_VALUE;
    return Stream.of(
        Arguments.of("cpu=1500m", "cpu=" + largest, "cpu=1200m", "limit is 1200m"),
        Arguments.of("cpu=1500m", "cpu=" + (largest + 1), "cpu=1200m", ""),
        Arguments.of("cpu=1500m", "cpu=1200m", "cpu=" + largest, "request is 1200m"),
        Arguments.of("cpu=1500m", "cpu=1200m", "cpu=" + (largest + 1), ""),
        Arguments.of(
            "cpu=" + largest,
            "cpu=" + (largest - 1) + "500m",
            "",
            "request is " + (largest - 1) + "500m"),
        Arguments.of("cpu=" + (largest + 1), "cpu=" + largest + "500m", "", ""));
  }

  @ParameterizedTest
  @MethodSource("largest")
  void amounts_are_compared_in_units_once_one_has_no_milli(
      String min, String requests, String limits, String want) {
    assertThat(message(pod(container("c", requests, limits)).build(), item("Container").min(min)))
        .endsWith(want)
        .matches(message -> message.isEmpty() == want.isEmpty());
  }

  @Test
  void the_example_of_a_gpu_too_many() {
    Pod pod = pod(container("c", "nvidia.com/gpu=3", "nvidia.com/gpu=3")).build();

    List<LimitRangeViolation> limitRangeViolations =
        LimitRanger.violations(
            pod, List.of(limitRange("l", item("Container").max("nvidia.com/gpu=2"))));

    assertThat(limitRangeViolations).hasSize(1);
    LimitRangeViolation limitRangeViolation = limitRangeViolations.get(0);
    assertThat(limitRangeViolation.limitRange()).isEqualTo("l");
    assertThat(limitRangeViolation.container()).isEqualTo("c");
    assertThat(limitRangeViolation.rule()).isEqualTo(Rule.MAX);
    assertThat(limitRangeViolation.bound()).hasToString("2");
    assertThat(limitRangeViolation.message())
        .isEqualTo("maximum nvidia.com/gpu usage per Container is 2, but limit is 3");
  }

  @Test
  void init_containers_and_sidecars_are_held_to_container_bounds_too() {
    Pod pod =
        pod(container("c", "", "cpu=1"))
            .initContainers(container("i", "", "cpu=3"), sidecar("s", "", "cpu=4"))
            .build();

    assertThat(message(pod, item("Container").max("cpu=2")))
        .isEqualTo(
            "[maximum cpu usage per Container is 2, but limit is 3, maximum cpu usage per"
                + " Container is 2, but limit is 4]");
  }

  @Test
  void equal_messages_are_told_once_and_a_single_one_without_brackets() {
    Pod pod = pod(container("a", "", ""), container("b", "", "")).build();

    assertThat(message(pod, item("Container").max("cpu=2")))
        .isEqualTo("maximum cpu usage per Container is 2.  No limit is specified");
    assertThat(message(pod, item("Container").max("cpu=2,memory=1Gi")))
        .isEqualTo(
            "[maximum cpu usage per Container is 2.  No limit is specified, maximum memory usage"
                + " per Container is 1Gi.  No limit is specified]");
  }

  @Test
  void a_pod_is_bound_by_its_totals_without_overhead() {
    Pod pod =
        pod(container("a", "cpu=1", "cpu=1"), container("b", "cpu=1", "cpu=1"))
            .overhead("cpu=1")
            .build();

    assertThat(message(pod, item("Pod").max("cpu=2"))).isEmpty();
    assertThat(message(pod, item("Pod").max("cpu=1900m")))
        .isEqualTo("maximum cpu usage per Pod is 1900m, but limit is 2");
  }

  @Test
  void a_pods_own_resources_stand_for_its_totals() {
    Pod pod = pod(container("a", "cpu=1", "cpu=1")).resources("cpu=2", "cpu=4").build();

    assertThat(message(pod, item("Pod").max("cpu=2")))
        .isEqualTo("maximum cpu usage per Pod is 2, but limit is 4");
  }

  @Test
  void the_message_names_the_first_limit_range_that_is_violated() {
    Pod pod = pod(container("a", "cpu=3", "cpu=3")).build();

    List<LimitRangeViolation> violations =
        LimitRanger.violations(
            pod,
            List.of(
                limitRange("fine", item("Pod").max("cpu=3")),
                limitRange("tight", item("Container").max("cpu=2")),
                limitRange("tighter", item("Container").max("cpu=1"))));

    assertThat(violations)
        .extracting(LimitRangeViolation::limitRange)
        .containsExactly("tight", "tighter");
    assertThat(LimitRangeViolation.message(violations))
        .isEqualTo("maximum cpu usage per Container is 2, but limit is 3");
  }

  @Test
  void claims_are_held_to_bounds_on_their_requests() {
    LimitRangeItemBuilder bounds =
        item("PersistentVolumeClaim").max("storage=10Gi").min("storage=1Gi");

    assertThat(message(claim("storage=5Gi"), bounds)).isEmpty();
    assertThat(message(claim("storage=1Gi"), bounds)).isEmpty();
    assertThat(message(claim("storage=10Gi"), bounds)).isEmpty();
    assertThat(message(claim("storage=512Mi"), bounds))
        .isEqualTo("minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 512Mi");
    assertThat(message(claim("storage=11Gi"), bounds))
        .isEqualTo("maximum storage usage per PersistentVolumeClaim is 10Gi, but request is 11Gi");
    assertThat(message(claim(""), bounds))
        .isEqualTo(
            "[minimum storage usage per PersistentVolumeClaim is 1Gi.  No request is specified,"
                + " maximum storage usage per PersistentVolumeClaim is 10Gi.  No request is"
                + " specified]");
  }

  /** As {@code SupportsAttributes} and {@code runLimitFunc} of limitranger/admission.go have it. */
  @Test
  void pods_are_looked_at_when_created_or_resized_and_claims_when_created_or_changed() {
    Pod pod = pod(container("c", "", "")).build();
    PersistentVolumeClaim claim = claim("storage=5Gi");
    PersistentVolumeClaim going =
        claim.withMetadata(
            claim.metadata().with().deletionTimestamp(Optional.of(Instant.EPOCH)).build());
    Namespace namespace = new Namespace(ObjectMeta.of("", "team-a"));

    assertThat(
            List.of(
                AdmissionRequest.create(pod),
                AdmissionRequest.resize(pod, pod),
                AdmissionRequest.create(claim),
                AdmissionRequest.update(claim, claim)))
        .allMatch(LimitRanger::handles);
    assertThat(
            List.of(
                AdmissionRequest.update(pod, pod),
                AdmissionRequest.create(pod).onSubresource("resize"),
                AdmissionRequest.update(pod, pod).onSubresource("status"),
                AdmissionRequest.update(claim, claim).onSubresource("status"),
                AdmissionRequest.update(going, claim),
                AdmissionRequest.create(namespace)))
        .noneMatch(LimitRanger::handles);
  }

  private static String message(ApiObject object, LimitRangeItemBuilder item) {
    List<LimitRangeViolation> violations =
        LimitRanger.violations(object, List.of(limitRange("l", item)));
    return violations.isEmpty() ? "" : LimitRangeViolation.message(violations);
  }

  private static PersistentVolumeClaim claim(String requests) {
    return new PersistentVolumeClaim(
        ObjectMeta.of("team-a", "data"),
        list(requests),
        Optional.empty(),
        "",
        "Filesystem",
        Optional.empty(),
        List.of(),
        "",
        "",
        Resources.EMPTY,
        "",
        "");
  }
}
