package dev.plimsoll.kubernetes.placement.plugins;

import static dev.plimsoll.kubernetes.fixtures.PersistentVolumeBuilder.volume;
import static dev.plimsoll.kubernetes.fixtures.PersistentVolumeClaimBuilder.claim;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.Volume;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ClaimReportTest {
  private static final Volume DATA = new Volume("data", Optional.of("data"));
  private static final Volume EPHEMERAL =
      new Volume("scratch", Optional.empty(), Optional.of(claim("template").build()));
  private static final PersistentVolumeClaim CLASSED = claim("data").of("disks").build();

  static Stream<Arguments> claims() {
    PersistentVolumeClaim shared = claim("data").boundTo("v").build();
    PersistentVolumeClaim single = claim("data").boundTo("v").modes("ReadWriteOncePod").build();
    PersistentVolume available = volume("v").of("disks").build();
    return Stream.of(
        row("doesn't exist"),
        row("is being deleted", claim("data").deleted().build()),
        row(
            "is lost: its volume v doesn't exist any more",
            claim("data").keptFor("v").lost().build()),
        row("", shared),
        row("", shared, user("user").on("a").build()),
        row("", single, user("user").build()),
        row("", single, user("user").on("a").status(s -> s.phase("Succeeded")).build()),
        row("", single, user("p").on("a").build()),
        row("", single, pod("other").on("a").volumes(EPHEMERAL).build()),
        row(
            "is for one pod only (ReadWriteOncePod), and in use by user",
            single,
            user("user").on("a").build()),
        row(
            "is pending: volume v, which it names, doesn't exist",
            claim("data").keptFor("v").of("disks").build()),
        row(
            "is pending: it names no storage class, none is the default, and no volume without a"
                + " class was bound to it",
            claim("data").keptFor("v").build(),
            available),
        row(
            "is pending: it names no storage class, and no volume without a class was bound to it",
            claim("data").build(),
            disks("csi", "Immediate", true)),
        row(
            "is pending: it names no storage class, and no volume without a class was bound to it",
            claim("data").of("").build()),
        row("is pending: its storage class disks doesn't exist", CLASSED),
        row("", CLASSED, disks("csi", "WaitForFirstConsumer", false)),
        row(
            "",
            CLASSED,
            disks("kubernetes.io/no-provisioner", "WaitForFirstConsumer", false),
            available),
        row(
            "is pending: its storage class disks makes no volumes, and none is available",
            CLASSED,
            disks("kubernetes.io/no-provisioner", "WaitForFirstConsumer", false),
            available.withPhase("Released"),
            volume("w").of("others").build()),
        row(
            "is pending: provisioner csi of storage class disks hasn't made its volume",
            CLASSED,
            disks("csi", "Immediate", false)),
        row(
            "is pending: storage class disks makes no volumes, and none was bound to it",
            CLASSED,
            disks("kubernetes.io/no-provisioner", "Immediate", false)));
  }

  @ParameterizedTest
  @MethodSource("claims")
  void a_claim_that_is_not_usable_says_why(String why, List<ApiObject> objects) {
    assertThat(ClaimReport.of(cluster(objects), user("p").build()))
        .containsExactlyElementsOf(why.isEmpty() ? List.of() : List.of("claim data " + why));
  }

  /** A pod that is only asked about has no claims of its templates yet. */
  @Test
  void a_claim_that_a_template_makes_is_missed_once_the_pod_is_there() {
    Pod pod = pod("p").volumes(EPHEMERAL).build();

    assertThat(ClaimReport.of(cluster(List.of()), pod)).isEmpty();
    assertThat(ClaimReport.of(cluster(List.of(pod)), pod))
        .containsExactly("claim p-scratch of its ephemeral volume isn't made yet");
    assertThat(ClaimReport.of(cluster(List.of()), user("p").build())).hasSize(1);
  }

  @Test
  void of_what_was_not_read_nothing_is_missed() {
    Pod pod = user("p").build();
    PersistentVolumeClaim named = claim("data").keptFor("v").of("disks").build();
    StorageClass none = disks("kubernetes.io/no-provisioner", "WaitForFirstConsumer", false);

    assertThat(ClaimReport.of(unread(PersistentVolumeClaim.RESOURCE), pod)).isEmpty();
    assertThat(ClaimReport.of(unread(StorageClass.RESOURCE, CLASSED), pod))
        .containsExactly("claim data is pending");
    assertThat(ClaimReport.of(unread(StorageClass.RESOURCE, claim("data").build()), pod))
        .containsExactly(
            "claim data is pending: it names no storage class, and no volume without a class was"
                + " bound to it");
    assertThat(ClaimReport.of(unread(PersistentVolume.RESOURCE, CLASSED, none), pod)).isEmpty();
    assertThat(ClaimReport.of(unread(PersistentVolume.RESOURCE, named), pod))
        .containsExactly("claim data is pending: its storage class disks doesn't exist");
  }

  private static Cluster unread(GroupResource resource, ApiObject... objects) {
    return cluster(List.of(objects)).withCoverage(resource, Coverage.NONE);
  }

  private static Cluster cluster(List<ApiObject> objects) {
    return ClusterFixture.cluster(objects.toArray(ApiObject[]::new));
  }

  private static Arguments row(String why, ApiObject... objects) {
    return Arguments.of(why, List.of(objects));
  }

  private static PodBuilder user(String name) {
    return pod(name).volumes(DATA);
  }

  private static StorageClass disks(String provisioner, String mode, boolean isDefault) {
    return new StorageClass(ObjectMeta.of("", "disks"), provisioner, mode, isDefault, List.of());
  }
}
