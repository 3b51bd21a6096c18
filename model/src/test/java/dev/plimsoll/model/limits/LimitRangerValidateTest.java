package dev.plimsoll.model.limits;

import static dev.plimsoll.model.limits.Ranges.max;
import static dev.plimsoll.model.limits.Ranges.min;
import static dev.plimsoll.model.limits.Ranges.ratio;
import static dev.plimsoll.model.pod.Pods.container;
import static dev.plimsoll.model.pod.Pods.list;
import static dev.plimsoll.model.pod.Pods.sidecar;
import static dev.plimsoll.model.pod.Pods.withInit;
import static dev.plimsoll.model.pod.Pods.withOverhead;
import static dev.plimsoll.model.pod.Pods.withResources;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.limits.Violation.Rule;
import dev.plimsoll.model.object.LimitRangeItem;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.PersistentVolumeClaim;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.pod.Pods;
import dev.plimsoll.model.quantity.Resources;
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
            min("Container", "cpu=1"),
            "",
            "cpu=1",
            "minimum cpu usage per Container is 1.  No request is specified"),
        Arguments.of(
            min("Container", "cpu=1"),
            "cpu=500m",
            "",
            "minimum cpu usage per Container is 1, but request is 500m"),
        Arguments.of(
            min("Container", "cpu=1"),
            "cpu=1",
            "cpu=999m",
            "minimum cpu usage per Container is 1, but limit is 999m"),
        Arguments.of(min("Container", "cpu=1"), "cpu=1", "", ""),
        Arguments.of(
            max("Container", "memory=1Gi"),
            "memory=1Gi",
            "",
            "maximum memory usage per Container is 1Gi.  No limit is specified"),
        Arguments.of(
            max("Container", "memory=1Gi"),
            "memory=3Gi",
            "memory=2Gi",
            "maximum memory usage per Container is 1Gi, but limit is 2Gi"),
        Arguments.of(
            max("Container", "memory=1Gi"),
            "memory=3Gi",
            "memory=1Gi",
            "maximum memory usage per Container is 1Gi, but request is 3Gi"),
        Arguments.of(max("Container", "memory=1Gi"), "", "memory=1Gi", ""),
        Arguments.of(
            ratio("Container", "cpu=2"),
            "cpu=0",
            "cpu=1",
            "cpu max limit to request ratio per Container is 2, but no request is specified or"
                + " request is 0"),
        Arguments.of(
            ratio("Container", "cpu=2"),
            "cpu=1",
            "",
            "cpu max limit to request ratio per Container is 2, but no limit is specified or"
                + " limit is 0"),
        Arguments.of(
            ratio("Container", "cpu=1500m"),
            "cpu=1",
            "cpu=2",
            "cpu max limit to request ratio per Container is 1500m, but provided ratio is"
                + " 2.000000"),
        Arguments.of(ratio("Container", "cpu=2"), "cpu=1", "cpu=2", ""),
        Arguments.of(
            max("Container", "memory=12E"),
            "",
            "memory=1Mi",
            "maximum memory usage per Container is 12E, but limit is 1Mi"));
  }

  @ParameterizedTest(name = "{3} ({1} / {2})")
  @MethodSource("containers")
  void aContainerIsHeldToEachBound(
      LimitRangeItem item, String requests, String limits, String want) {
    Pod pod = Pods.of(container("c", requests, limits));

    assertThat(message(pod, item)).isEqualTo(want);
  }

  @Test
  void theExampleOfAGpuTooMany() {
    Pod pod = Pods.of(container("c", "nvidia.com/gpu=3", "nvidia.com/gpu=3"));

    List<Violation> violations =
        LimitRanger.violations(pod, Ranges.of("l", max("Container", "nvidia.com/gpu=2")));

    assertThat(violations).hasSize(1);
    Violation violation = violations.get(0);
    assertThat(violation.limitRange()).isEqualTo("l");
    assertThat(violation.container()).isEqualTo("c");
    assertThat(violation.rule()).isEqualTo(Rule.MAX);
    assertThat(violation.bound()).hasToString("2");
    assertThat(violation.message())
        .isEqualTo("maximum nvidia.com/gpu usage per Container is 2, but limit is 3");
  }

  @Test
  void initContainersAndSidecarsAreHeldToContainerBoundsToo() {
    Pod pod =
        withInit(
            Pods.of(container("c", "", "cpu=1")),
            container("i", "", "cpu=3"),
            sidecar("s", "", "cpu=4"));

    assertThat(message(pod, max("Container", "cpu=2")))
        .isEqualTo(
            "[maximum cpu usage per Container is 2, but limit is 3, maximum cpu usage per"
                + " Container is 2, but limit is 4]");
  }

  @Test
  void equalMessagesAreToldOnceAndASingleOneWithoutBrackets() {
    Pod pod = Pods.of(container("a", "", ""), container("b", "", ""));

    assertThat(message(pod, max("Container", "cpu=2")))
        .isEqualTo("maximum cpu usage per Container is 2.  No limit is specified");
    assertThat(message(pod, max("Container", "cpu=2,memory=1Gi")))
        .isEqualTo(
            "[maximum cpu usage per Container is 2.  No limit is specified, maximum memory usage"
                + " per Container is 1Gi.  No limit is specified]");
  }

  @Test
  void aPodIsBoundByItsTotalsWithoutOverhead() {
    Pod pod =
        withOverhead(
            Pods.of(container("a", "cpu=1", "cpu=1"), container("b", "cpu=1", "cpu=1")), "cpu=1");

    assertThat(message(pod, max("Pod", "cpu=2"))).isEmpty();
    assertThat(message(pod, max("Pod", "cpu=1900m")))
        .isEqualTo("maximum cpu usage per Pod is 1900m, but limit is 2");
  }

  @Test
  void aPodsOwnResourcesStandForItsTotals() {
    Pod pod = withResources(Pods.of(container("a", "cpu=1", "cpu=1")), "cpu=2", "cpu=4");

    assertThat(message(pod, max("Pod", "cpu=2")))
        .isEqualTo("maximum cpu usage per Pod is 2, but limit is 4");
  }

  @Test
  void theFirstLimitRangeThatRefusesIsTheOneThatIsTold() {
    Pod pod = Pods.of(container("a", "cpu=3", "cpu=3"));

    Optional<Refusal> refusal =
        LimitRanger.validate(
            pod,
            List.of(
                Ranges.of("fine", max("Pod", "cpu=3")),
                Ranges.of("tight", max("Container", "cpu=2")),
                Ranges.of("tighter", max("Container", "cpu=1"))));

    assertThat(refusal).isPresent();
    assertThat(refusal.orElseThrow().violations())
        .extracting(Violation::limitRange)
        .containsExactly("tight");
  }

  @Test
  void claimsAreHeldToBoundsOnTheirRequests() {
    LimitRangeItem bounds =
        new LimitRangeItem(
            "PersistentVolumeClaim",
            list("storage=10Gi"),
            list("storage=1Gi"),
            list(""),
            list(""),
            list(""));

    assertThat(message(claim("storage=5Gi"), bounds)).isEmpty();
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

  private static String message(Pod pod, LimitRangeItem item) {
    return LimitRanger.validate(pod, List.of(Ranges.of("l", item)))
        .map(Refusal::message)
        .orElse("");
  }

  private static String message(PersistentVolumeClaim claim, LimitRangeItem item) {
    return LimitRanger.validate(claim, List.of(Ranges.of("l", item)))
        .map(Refusal::message)
        .orElse("");
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
