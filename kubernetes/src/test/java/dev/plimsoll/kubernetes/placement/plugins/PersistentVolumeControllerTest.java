package dev.plimsoll.kubernetes.placement.plugins;

import static dev.plimsoll.kubernetes.fixtures.PersistentVolumeBuilder.volume;
import static dev.plimsoll.kubernetes.fixtures.PersistentVolumeClaimBuilder.claim;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.PersistentVolumeClaimBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.StorageClass;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PersistentVolumeControllerTest {
  private static StorageClass disks(String mode) {
    return new StorageClass(
        ObjectMeta.of("", "disks"), "kubernetes.io/no-provisioner", mode, false, List.of());
  }

  private static Cluster cluster(ApiObject... objects) {
    ClusterBuilder cluster = Cluster.builder(Instant.EPOCH);
    List.of(objects).forEach(cluster::add);
    return cluster.build();
  }

  /** Returns the volume that the claim {@code data} gets, or nothing. */
  private static String volumeOf(PersistentVolumeClaim claim, ApiObject... objects) {
    Cluster synced = PersistentVolumeController.sync(cluster(objects).with(claim), claim);
    return synced
        .find(PersistentVolumeClaim.class, claim.namespace(), claim.name())
        .orElseThrow()
        .volumeName();
  }

  @Test
  void a_claim_that_does_not_wait_gets_the_smallest_volume_that_is_large_enough() {
    PersistentVolumeClaim data = claim("data").of("disks").size("2Gi").build();
    ApiObject[] volumes = {
      disks("Immediate"),
      volume("a").of("disks").size("5Gi").build(),
      volume("b").of("disks").size("3Gi").build(),
      volume("c").of("disks").size("1Gi").build(),
      volume("d").of("others").size("2Gi").build()
    };

    assertThat(volumeOf(data, volumes)).isEqualTo("b");
    assertThat(volumeOf(claim("data").of("disks").size("6Gi").build(), volumes)).isEmpty();
    assertThat(volumeOf(claim("data").of("disks").modes("ReadWriteMany").build(), volumes))
        .isEmpty();
    assertThat(volumeOf(claim("data").of("disks").selects("disk", "ssd").build(), volumes))
        .isEmpty();
  }

  @Test
  void a_volume_with_fewer_access_modes_goes_before_a_smaller_volume() {
    PersistentVolume small = volume("small").of("disks").size("1Gi").build();
    PersistentVolume shared =
        new PersistentVolume(
            small.metadata(),
            small.capacity(),
            small.storageClassName(),
            List.of("ReadWriteOnce", "ReadWriteMany"),
            small.volumeMode(),
            "",
            small.claim(),
            small.nodeAffinity(),
            small.phase(),
            small.csi());
    PersistentVolume large = volume("large").of("disks").size("9Gi").build();

    assertThat(volumeOf(claim("data").of("disks").build(), disks("Immediate"), shared, large))
        .isEqualTo("large");
  }

  @Test
  void a_claim_that_waits_for_a_pod_gets_only_a_volume_that_is_kept_for_it() {
    PersistentVolumeClaim data = claim("data").of("disks").build();
    StorageClass late = disks("WaitForFirstConsumer");

    assertThat(volumeOf(data, late, volume("a").of("disks").build())).isEmpty();
    assertThat(volumeOf(data, late, volume("b").of("disks").keptFor("data").build()))
        .isEqualTo("b");
  }

  @Test
  void a_new_volume_becomes_available_and_goes_to_a_claim_that_lacks_it() {
    PersistentVolume fresh = volume("a").of("disks").build().withPhase("");
    PersistentVolumeClaim data = claim("data").of("disks").build();

    Cluster alone = PersistentVolumeController.sync(cluster(fresh), fresh);
    Cluster claimed =
        PersistentVolumeController.sync(cluster(disks("Immediate"), data, fresh), fresh);

    assertThat(alone.find(PersistentVolume.class, "", "a").orElseThrow().phase())
        .isEqualTo("Available");
    assertThat(claimed.find(PersistentVolume.class, "", "a").orElseThrow().claim())
        .hasValueSatisfying(c -> assertThat(c.name()).isEqualTo("data"));
  }

  /** As {@code syncUnboundClaim} of pv_controller.go binds a claim that names its volume. */
  @Test
  void a_claim_that_names_a_volume_gets_it_if_it_is_free_and_alike() {
    PersistentVolumeClaim data = claim("data").of("disks").size("2Gi").keptFor("v").build();
    PersistentVolume free = volume("v").of("disks").size("2Gi").build();

    assertThat(
            List.of(
                free,
                volume("v").of("disks").size("1Gi").keptFor("data").build(),
                volume("v").of("disks").size("2Gi").keptFor("other").build(),
                volume("v").of("others").size("2Gi").build(),
                volume("v").of("disks").size("1Gi").build()))
        .extracting(v -> gets(data, v))
        .containsExactly(true, true, false, false, false);
    PersistentVolumeClaimBuilder other = claim("data").of("disks").keptFor("v");
    assertThat(gets(other.modes("ReadWriteMany").build(), free)).isFalse();
    assertThat(gets(other.modes("ReadWriteOnce").build(), free)).isTrue();
    assertThat(gets(other.lost().build(), free)).isFalse();
    assertThat(gets(claim("data").of("disks").keptFor("v").deleted().build(), free)).isFalse();
  }

  private static boolean gets(PersistentVolumeClaim claim, PersistentVolume volume) {
    return PersistentVolumeController.sync(cluster(volume).with(claim), claim)
        .find(PersistentVolumeClaim.class, claim.namespace(), claim.name())
        .orElseThrow()
        .isFullyBound();
  }

  @Test
  void a_volume_is_kept_for_the_claim_of_its_namespace_and_uid() {
    PersistentVolumeClaim plain = claim("data").of("disks").build();
    PersistentVolumeClaim data = plain.withMetadata(plain.metadata().with().uid("u").build());

    assertThat(
            List.of(kept("team-a", "u"), kept("team-a", ""), kept("team-a", "x"), kept("b", "u")))
        .extracting(v -> volumeOf(data, disks("Immediate"), v))
        .containsExactly("v", "v", "", "");
    assertThat(
            volumeOf(
                data, disks("Immediate"), volume("a").of("disks").build(), kept("team-a", "u")))
        .as("a volume that is kept for it goes before one that is free")
        .isEqualTo("v");
  }

  private static PersistentVolume kept(String namespace, String uid) {
    PersistentVolume volume = volume("v").of("disks").size("9Gi").build();
    return volume.storedAs(
        volume.metadata(),
        Optional.of(new ObjectReference("PersistentVolumeClaim", namespace, "data", uid)),
        "Available");
  }

  @Test
  void only_a_new_volume_that_no_claim_has_becomes_available() {
    PersistentVolume pending = volume("a").of("disks").build().withPhase("Pending");
    PersistentVolume taken = kept("b", "u").withPhase("");
    PersistentVolume reserved = kept("b", "").withPhase("");
    PersistentVolume failed = volume("a").of("disks").build().withPhase("Failed");

    assertThat(List.of(pending, taken, reserved, failed))
        .extracting(
            v ->
                PersistentVolumeController.sync(cluster(v), v)
                    .find(PersistentVolume.class, "", v.name())
                    .orElseThrow()
                    .phase())
        .containsExactly("Available", "", "Available", "Failed");
  }
}
