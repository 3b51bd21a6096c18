package dev.plimsoll.kubernetes.quota;

import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static dev.plimsoll.kubernetes.quota.QuotaChecks.usage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.DeviceRequest.DeviceSubRequest;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResourceClaimEvaluatorTest {
  private static final String IMPLICIT = "requests.deviceclass.resource.kubernetes.io/";
  private static final ResourceName EXTENDED = ResourceName.of("requests.nvidia.com/gpu");
  private static final DeviceClass NAMED =
      new DeviceClass(ObjectMeta.of("", "gpu"), List.of(), "nvidia.com/gpu");

  @Test
  void devices_are_charged_under_their_class_in_both_spellings() {
    assertThat(usage(claim(exactly("gpu", "ExactCount", 2), exactly("gpu", "ExactCount", 1))))
        .isEqualTo(
            list(
                "count/resourceclaims.resource.k8s.io=1,"
                    + "gpu.deviceclass.resource.k8s.io/devices=3,"
                    + IMPLICIT
                    + "gpu=3"));
  }

  @Test
  void a_request_for_all_devices_is_charged_as_the_most_that_one_claim_can_have() {
    assertThat(devices(claim(exactly("gpu", "All", 0)))).isEqualTo("32");
  }

  @Test
  void of_alternatives_each_class_is_charged_its_worst() {
    DeviceRequest request =
        new DeviceRequest(
            "g",
            List.of(
                DeviceSubRequest.of("gpu", "ExactCount", 1),
                DeviceSubRequest.of("gpu", "ExactCount", 4),
                DeviceSubRequest.of("mig", "ExactCount", 7)),
            true);

    assertThat(usage(claim(request)))
        .isEqualTo(
            list(
                "count/resourceclaims.resource.k8s.io=1,"
                    + "gpu.deviceclass.resource.k8s.io/devices=4,"
                    + "mig.deviceclass.resource.k8s.io/devices=7,"
                    + IMPLICIT
                    + "gpu=4,"
                    + IMPLICIT
                    + "mig=7"));
  }

  @Test
  void a_class_with_an_extended_resource_is_charged_under_its_requests_key_too() {
    assertThat(
            usage(claim(exactly("gpu", "ExactCount", 2)), NAMED)
                .getOrZero(ResourceName.of("requests.nvidia.com/gpu")))
        .hasToString("2");
  }

  @Test
  void what_the_pod_is_charged_is_not_charged_to_its_claim_again() {
    Pod pod = pod(container("c", "nvidia.com/gpu=2", "nvidia.com/gpu=2")).build();
    Pod stored = pod.withMetadata(pod.metadata().withUid("u"));

    assertThat(
            usage(owned("u"), NAMED, stored).contains(ResourceName.of("requests.nvidia.com/gpu")))
        .isFalse();
    assertThat(
            usage(owned("other"), NAMED, stored)
                .getOrZero(ResourceName.of("requests.nvidia.com/gpu")))
        .hasToString("2");
  }

  @Test
  void the_keys_of_a_class_are_charged_only_if_some_class_serves_them() {
    Evaluator without = Evaluators.of(ClusterFixture.cluster()).get(ResourceClaim.RESOURCE);
    Evaluator with = Evaluators.of(ClusterFixture.cluster(NAMED)).get(ResourceClaim.RESOURCE);
    ResourceName extended = ResourceName.of("requests.nvidia.com/gpu");
    ResourceName anyClass = ResourceName.of("x.deviceclass.resource.k8s.io/devices");

    assertThat(without.tracks(extended)).isFalse();
    assertThat(with.tracks(extended)).isTrue();
    assertThat(without.tracks(anyClass)).isTrue();
  }

  private static ResourceClaim owned(String uid) {
    ObjectMeta metadata =
        ObjectMeta.builder()
            .namespace("team-a")
            .name("p-extended-resources-x")
            .annotations(Map.of("resource.kubernetes.io/extended-resource-claim", "true"))
            .owners(List.of(new OwnerReference("v1", "Pod", "p", uid, true)))
            .build();
    return ResourceClaim.of(metadata, List.of(exactly("gpu", "ExactCount", 2)));
  }

  private static ResourceClaim claim(DeviceRequest... requests) {
    return ResourceClaim.of(ObjectMeta.of("team-a", "c"), List.of(requests));
  }

  private static DeviceRequest exactly(String deviceClass, String mode, long count) {
    return new DeviceRequest("g", List.of(DeviceSubRequest.of(deviceClass, mode, count)), false);
  }

  private static String devices(ResourceClaim claim) {
    return usage(claim)
        .getOrZero(ResourceName.of("gpu.deviceclass.resource.k8s.io/devices"))
        .toString();
  }

  /** As {@code resource_claims.go} finds the pod whose charge the claim is exempt from. */
  @Test
  void of_two_claims_of_one_pod_the_older_is_exempt_unless_the_pod_says_which_one() {
    Pod plain = pod(container("c", "nvidia.com/gpu=2", "nvidia.com/gpu=2")).uid("u").build();
    ResourceClaim old = owned("u", "b", 1);
    ResourceClaim recent = owned("u", "a", 2);
    Pod saying = plain.withStatus(plain.status().with().extendedResourceClaim("a").build());

    assertThat(List.of(old, recent))
        .extracting(c -> usage(c, NAMED, plain, old, recent).contains(EXTENDED))
        .containsExactly(false, true);
    assertThat(List.of(old, recent))
        .extracting(c -> usage(c, NAMED, saying, old, recent).contains(EXTENDED))
        .containsExactly(true, false);
    assertThat(usage(recent, NAMED, plain, recent, owned("other", "c", 1)).contains(EXTENDED))
        .isFalse();
  }

  @Test
  void keys_in_force_that_a_class_or_its_extended_resource_has_are_charged() {
    Evaluator with = Evaluators.of(ClusterFixture.cluster(NAMED)).get(ResourceClaim.RESOURCE);

    assertThat(
            List.of(
                "count/resourceclaims.resource.k8s.io",
                IMPLICIT + "gpu",
                IMPLICIT + "mig",
                "requests.cpu",
                "requests.amd.com/gpu"))
        .extracting(key -> with.tracks(ResourceName.of(key)))
        .containsExactly(true, true, false, false, false);
    AdmissionRequest request = AdmissionRequest.create(claim());
    assertThat(with.handles(request)).isTrue();
    assertThat(with.handles(request.onSubresource("status"))).isFalse();
  }

  private static ResourceClaim owned(String uid, String name, long createdAt) {
    ResourceClaim claim = owned(uid);
    return claim.withMetadata(
        claim
            .metadata()
            .with()
            .name(name)
            .creationTimestamp(Optional.of(Instant.ofEpochSecond(createdAt)))
            .build());
  }
}
