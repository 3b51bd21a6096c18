package dev.plimsoll.kubernetes.quota;

import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static dev.plimsoll.kubernetes.quota.QuotaChecks.check;
import static dev.plimsoll.kubernetes.quota.QuotaChecks.scope;
import static dev.plimsoll.kubernetes.quota.QuotaChecks.usage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane.Origin;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PersistentVolumeClaimEvaluatorTest {

  @Test
  void a_claim_is_charged_under_its_class_too() {
    assertThat(usage(claim("storage=1Gi", Optional.of("gold"), "", "")))
        .isEqualTo(
            list(
                "count/persistentvolumeclaims=1,persistentvolumeclaims=1,requests.storage=1Gi,"
                    + "gold.storageclass.storage.k8s.io/persistentvolumeclaims=1,"
                    + "gold.storageclass.storage.k8s.io/requests.storage=1Gi"));
  }

  @Test
  void a_claim_that_asks_for_no_class_is_charged_under_none() {
    assertThat(usage(claim("storage=1Gi", Optional.of(""), "", "")))
        .isEqualTo(
            list("count/persistentvolumeclaims=1,persistentvolumeclaims=1,requests.storage=1Gi"));
  }

  @Test
  void the_annotation_goes_before_the_field() {
    PersistentVolumeClaim claim = claim("storage=1Gi", Optional.of("gold"), "", "");
    ObjectMeta annotated =
        claim
            .metadata()
            .withAnnotations(Map.of(PersistentVolumeClaim.BETA_STORAGE_CLASS_ANNOTATION, "bronze"));

    assertThat(usage(claim.withMetadata(annotated)).toString())
        .contains("bronze.storageclass")
        .doesNotContain("gold.storageclass");
  }

  @Test
  void what_an_expansion_has_set_aside_counts_where_it_is_more_in_whole_bytes() {
    assertThat(usage(claim("storage=1Gi", Optional.empty(), "storage=2147483648500m", "")))
        .isEqualTo(
            list(
                "count/persistentvolumeclaims=1,persistentvolumeclaims=1,"
                    + "requests.storage=2147483649"));
  }

  @Test
  void growth_seen_in_the_status_is_charged_beyond_the_ceiling() {
    PersistentVolumeClaim old = claim("storage=1Gi", Optional.empty(), "", "");
    PersistentVolumeClaim grown = claim("storage=1Gi", Optional.empty(), "storage=3Gi", "");
    AdmissionRequest request = AdmissionRequest.update(old, grown).onSubresource("status");

    QuotaOutcome outcome =
        check(
            request, quota("q").hard("requests.storage=2Gi").used("requests.storage=1Gi").build());

    assertThat(outcome).isInstanceOf(QuotaOutcome.Allowed.class);
    assertThat(outcome.accounts().get(0).after()).isEqualTo(list("requests.storage=3Gi"));
  }

  @Test
  void any_of_the_attributes_classes_may_match_a_scope() {
    PersistentVolumeClaim moving = claim("storage=1Gi", Optional.empty(), "", "fast");

    assertThat(matches(scope("VolumeAttributesClass", "In", "fast"), moving)).isTrue();
    assertThat(matches(scope("VolumeAttributesClass", "In", "slow"), moving)).isTrue();
    assertThat(matches(scope("VolumeAttributesClass", "Exists"), moving)).isTrue();
    assertThat(matches(scope("VolumeAttributesClass", "DoesNotExist"), moving)).isFalse();
  }

  @Test
  void a_claim_without_attributes_class_matches_what_excludes_one() {
    PersistentVolumeClaim plain = claim("storage=1Gi", Optional.empty(), "", "");

    assertThat(matches(scope("VolumeAttributesClass", "NotIn", "fast"), plain)).isTrue();
    assertThat(matches(scope("VolumeAttributesClass", "DoesNotExist"), plain)).isTrue();
    assertThat(matches(scope("VolumeAttributesClass", "Exists"), plain)).isFalse();
    assertThat(matches(scope("NotTerminating", "Exists"), plain)).isFalse();
  }

  private static boolean matches(
      ScopedResourceSelectorRequirement scope, PersistentVolumeClaim claim) {
    return QuotaScopeMatcher.matches(scope, claim);
  }

  /** Returns a claim; with an attributes class given, it is on its way from slow to that one. */
  private static PersistentVolumeClaim claim(
      String requests, Optional<String> storageClass, String allocated, String attributesClass) {
    ObjectMeta metadata =
        ObjectMeta.builder().namespace("team-a").name("c").resourceVersion("1").build();
    return new PersistentVolumeClaim(
        metadata,
        list(requests),
        storageClass,
        "",
        "Filesystem",
        Optional.empty(),
        List.of("ReadWriteOnce"),
        attributesClass,
        "Bound",
        list(allocated),
        attributesClass.isEmpty() ? "" : "slow",
        attributesClass);
  }

  @ParameterizedTest
  @CsvSource({"31, status, false", "32, status, false", "33, status, true", "36, resize, false"})
  void growth_in_the_status_is_looked_at_since_1_33(int minor, String subresource, boolean want) {
    PersistentVolumeClaim claim = claim("storage=1Gi", Optional.empty(), "", "");
    Evaluator evaluator = evaluator(minor, claim);

    assertThat(evaluator.handles(AdmissionRequest.update(claim, claim).onSubresource(subresource)))
        .isEqualTo(want);
    assertThat(evaluator.handles(AdmissionRequest.create(claim).onSubresource("status"))).isFalse();
    assertThat(evaluator.handles(AdmissionRequest.update(claim, claim))).isTrue();
  }

  /** The feature gates RecoverVolumeExpansionFailure and VolumeAttributesClass. */
  @Test
  void set_aside_storage_counts_since_1_32_and_attributes_classes_since_1_34() {
    PersistentVolumeClaim claim = claim("storage=1Gi", Optional.empty(), "storage=3Gi", "fast");
    ScopedResourceSelectorRequirement fast = scope("VolumeAttributesClass", "In", "fast");
    ScopedResourceSelectorRequirement malformed = scope("VolumeAttributesClass", "In", "a b");
    ScopedResourceSelectorRequirement ofPods = scope("PriorityClass", "In", "a b");

    assertThat(List.of(31, 32))
        .extracting(
            minor -> evaluator(minor, claim).usage(claim).getOrZero(ResourceName.REQUESTS_STORAGE))
        .hasToString("[1Gi, 3Gi]");
    assertThat(List.of(33, 34))
        .extracting(minor -> evaluator(minor, claim).matches(fast, claim))
        .containsExactly(false, true);
    assertThat(List.of(33, 34))
        .extracting(minor -> evaluator(minor, claim).malformed(malformed).isPresent())
        .containsExactly(false, true);
    assertThat(evaluator(34, claim).malformed(ofPods)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "persistentvolumeclaims, true",
    "count/persistentvolumeclaims, true",
    "requests.storage, true",
    "gold.storageclass.storage.k8s.io/requests.storage, true",
    "gold.storageclass.storage.k8s.io/persistentvolumeclaims, true",
    "gold.storageclass.storage.k8s.io/pods, false",
    "storage, false",
  })
  void claims_are_charged_under_keys_of_their_own_and_of_classes(String key, boolean want) {
    PersistentVolumeClaim claim = claim("storage=1Gi", Optional.empty(), "", "");

    assertThat(evaluator(36, claim).tracks(ResourceName.of(key))).isEqualTo(want);
  }

  private static Evaluator evaluator(int minor, PersistentVolumeClaim claim) {
    KubernetesVersion version = new KubernetesVersion(1, minor);
    return Evaluators.of(
            ClusterFixture.cluster()
                .withControlPlane(KubernetesControlPlane.of(version, Origin.OPTION)))
        .get(claim.resource());
  }
}
