package dev.plimsoll.kubernetes.quota;

import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static dev.plimsoll.kubernetes.quota.QuotaChecks.charged;
import static dev.plimsoll.kubernetes.quota.QuotaChecks.check;
import static dev.plimsoll.kubernetes.quota.QuotaChecks.denial;
import static dev.plimsoll.kubernetes.quota.QuotaChecks.scope;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.AdmissionRequest.Operation;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PartialObjectMetadata;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ResourceQuotaAdmissionTest {
  private static final Pod POD =
      pod(container("c", "cpu=1,nvidia.com/gpu=2", "nvidia.com/gpu=2")).build();
  private static final AdmissionRequest CREATE = AdmissionRequest.create(POD);
  private static final PartialObjectMetadata JOB =
      new PartialObjectMetadata(
          ObjectMeta.of("team-a", "j"),
          GroupVersionKind.of("batch/v1", "Job"),
          new GroupResource("batch", "jobs"));

  @Test
  void a_denial_names_exceeded_keys_only() {
    assertThat(
            denial(
                CREATE,
                quota("q")
                    .hard("requests.cpu=4,requests.nvidia.com/gpu=4,pods=1")
                    .used("requests.cpu=1,requests.nvidia.com/gpu=3,pods=1")
                    .build()))
        .isEqualTo(
            "exceeded quota: q, requested: pods=1,requests.nvidia.com/gpu=2, used:"
                + " pods=1,requests.nvidia.com/gpu=3, limited: pods=1,requests.nvidia.com/gpu=4");
  }

  @Test
  void a_quota_that_cannot_be_held_against_the_pod_goes_before_a_full_one() {
    ResourceQuota full = quota("full").hard("pods=1").used("pods=1").build();
    ResourceQuota strict = quota("strict").hard("limits.cpu=8,limits.memory=8Gi").used("").build();

    assertThat(denial(CREATE, full, strict))
        .isEqualTo("failed quota: strict: must specify limits.cpu for: c; limits.memory for: c");
  }

  @Test
  void nothing_need_be_specified_by_a_pod_with_resources_of_its_own() {
    Pod pod = pod(POD).resources("cpu=2", "").build();

    assertThat(
            denial(
                AdmissionRequest.create(pod),
                quota("q").hard("limits.memory=8Gi").used("limits.memory=0").build()))
        .isEmpty();
  }

  @Test
  void usage_that_was_never_counted_denies_with_all_charged_keys() {
    assertThat(
            denial(
                CREATE, quota("q").hard("pods=4,requests.cpu=4,services=1").used("pods=0").build()))
        .isEqualTo("status unknown for quota: q, resources: pods,requests.cpu");
  }

  @Test
  void a_quota_that_the_controller_has_not_seen_enforces_nothing() {
    assertThat(denial(CREATE, quota("q").hard("pods=0").build())).isEmpty();
  }

  @Test
  void a_request_that_adds_nothing_passes_an_overdrawn_quota() {
    Pod idle = pod(container("c", "", "")).build();

    assertThat(
            denial(
                AdmissionRequest.create(idle),
                quota("q")
                    .hard("requests.nvidia.com/gpu=1")
                    .used("requests.nvidia.com/gpu=5")
                    .build()))
        .isEmpty();
  }

  @Test
  void keys_that_nothing_charges_limit_nothing() {
    assertThat(
            denial(
                CREATE,
                quota("q").hard("limits.nvidia.com/gpu=0,nvidia.com/gpu=0").used("").build()))
        .isEmpty();
  }

  @Test
  void a_resize_is_charged_what_it_adds_and_gets_nothing_back() {
    ResourceQuota quota =
        quota("q").hard("requests.cpu=4,limits.cpu=8").used("requests.cpu=1,limits.cpu=4").build();
    Pod old = stored(pod(container("c", "cpu=1", "cpu=4")).build());
    Pod changed = stored(pod(container("c", "cpu=2", "cpu=3")).build());

    assertThat(charged(AdmissionRequest.resize(old, changed), quota))
        .isEqualTo(list("requests.cpu=1"));
  }

  @Test
  void an_update_is_looked_at_only_if_the_deadline_moves_it_between_scopes() {
    ResourceQuota terminating =
        quota("q").hard("pods=1").used("pods=0").scope("Terminating", "Exists").build();
    Pod old = stored(POD);
    Pod ending = old.withSpec(old.spec().withActiveDeadlineSeconds(OptionalLong.of(60)));

    assertThat(charged(AdmissionRequest.update(old, ending), terminating))
        .isEqualTo(list("pods=1"));
    assertThat(check(AdmissionRequest.update(old, old), terminating).accounts()).isEmpty();
  }

  @Test
  void negative_usage_is_denied_once_every_quota_was_checked() {
    Pod negative = pod(container("c", "cpu=-1", "")).build();

    assertThat(
            denial(
                AdmissionRequest.create(negative),
                quota("q").hard("requests.cpu=4").used("requests.cpu=0").build()))
        .isEqualTo("quota usage is negative for resource(s): cpu,requests.cpu");
  }

  @Test
  void a_malformed_scope_is_an_error_rather_than_a_denial() {
    ResourceQuota quota =
        quota("q")
            .hard("pods=1")
            .used("pods=0")
            .scope("PriorityClass", "In", "not a label")
            .build();

    assertThat(check(CREATE, quota))
        .isInstanceOfSatisfying(
            QuotaOutcome.Denied.class,
            denied -> {
              assertThat(denied.denial().code()).isEqualTo(500);
              assertThat(denied.denial().message())
                  .startsWith(
                      "error matching scopes of quota q, err: error on matching scope"
                          + " {PriorityClass In [not a label]}: failed to parse and convert"
                          + " selector: ");
            });
  }

  @Test
  void a_limited_resource_needs_a_quota_that_has_its_key() {
    LimitedResource limited =
        new LimitedResource(Pod.RESOURCE, List.of("nvidia.com/gpu"), List.of());

    assertThat(limitedDenial(limited, quota("q").hard("pods=4").used("pods=0").build()))
        .isEqualTo("insufficient quota to consume: requests.nvidia.com/gpu");
    assertThat(
            limitedDenial(
                limited,
                quota("q")
                    .hard("requests.nvidia.com/gpu=4")
                    .used("requests.nvidia.com/gpu=0")
                    .build()))
        .isEmpty();
  }

  @Test
  void a_limited_scope_needs_a_quota_with_that_scope() {
    ScopedResourceSelectorRequirement high = scope("PriorityClass", "In", "high");
    LimitedResource limited = new LimitedResource(Pod.RESOURCE, List.of(), List.of(high));
    Pod important = POD.withSpec(POD.spec().withPriorityClassName("high"));
    AdmissionRequest request = AdmissionRequest.create(important);

    assertThat(limitedDenial(limited, request, quota("q").hard("pods=4").used("pods=0").build()))
        .isEqualTo("insufficient quota to match these scopes: [{PriorityClass In [high]}]");
    assertThat(
            limitedDenial(
                limited,
                request,
                quota("q")
                    .hard("pods=4")
                    .used("pods=0")
                    .scope("PriorityClass", "In", "high")
                    .build()))
        .isEmpty();
  }

  @Test
  void objects_of_any_resource_are_counted_when_they_are_created() {
    ResourceQuota full = quota("q").hard("count/jobs.batch=1").used("count/jobs.batch=1").build();

    assertThat(denial(AdmissionRequest.create(JOB), full))
        .isEqualTo(
            "exceeded quota: q, requested: count/jobs.batch=1, used: count/jobs.batch=1, limited:"
                + " count/jobs.batch=1");
    assertThat(denial(AdmissionRequest.update(JOB, JOB), full)).isEmpty();
  }

  @Test
  void events_are_never_counted() {
    PartialObjectMetadata event =
        new PartialObjectMetadata(
            ObjectMeta.of("team-a", "e"),
            GroupVersionKind.of("events.k8s.io/v1", "Event"),
            new GroupResource("events.k8s.io", "events"));

    assertThat(
            denial(
                AdmissionRequest.create(event),
                quota("q")
                    .hard("count/events.events.k8s.io=0")
                    .used("count/events.events.k8s.io=0")
                    .build()))
        .isEmpty();
  }

  @Test
  void a_ceiling_in_the_spec_counts_only_once_it_is_in_force() {
    ResourceQuota lowered = quota("q").hard("pods=0").status("pods=5", "pods=1").build();

    assertThat(denial(CREATE, lowered)).isEmpty();
  }

  private static String limitedDenial(LimitedResource limited, ResourceQuota... quotas) {
    return limitedDenial(limited, CREATE, quotas);
  }

  private static String limitedDenial(
      LimitedResource limited, AdmissionRequest request, ResourceQuota... quotas) {
    QuotaOutcome outcome =
        new ResourceQuotaAdmission(List.of(limited), UnaryOperator.identity())
            .check(ClusterFixture.cluster(), request, List.of(quotas));
    return outcome instanceof QuotaOutcome.Denied denied ? denied.denial().message() : "";
  }

  private static Pod stored(Pod pod) {
    return pod.withMetadata(pod.metadata().withResourceVersion("1"));
  }

  @Test
  void a_quota_with_a_scope_counts_no_objects_that_have_no_scopes() {
    ResourceQuota scoped =
        quota("q")
            .hard("count/jobs.batch=0,pods=0")
            .used("count/jobs.batch=0,pods=0")
            .scope("NotTerminating", "Exists")
            .build();
    LimitedResource limited =
        new LimitedResource(Pod.RESOURCE, List.of(), List.of(scope("NotTerminating", "Exists")));

    assertThat(denial(AdmissionRequest.create(JOB), scoped)).isEmpty();
    assertThat(limitedDenial(limited, AdmissionRequest.create(JOB), scoped)).isEmpty();
  }

  @Test
  void an_update_of_an_unknown_version_is_an_error() {
    AdmissionRequest request =
        new AdmissionRequest(Operation.UPDATE, POD, Optional.empty(), "resize", false);

    assertThat(denial(request, quota("q").hard("pods=4").used("pods=0").build()))
        .isEqualTo("unable to get previous usage since prior version of object was not found");
  }

  /** As {@code CheckRequest} skips quotas that the request adds nothing to. */
  @Test
  void a_limited_resource_needs_no_quota_if_a_change_adds_nothing() {
    LimitedResource limited = new LimitedResource(Pod.RESOURCE, List.of("cpu"), List.of());
    ResourceQuota other = quota("q").hard("pods=4").used("pods=1").build();
    Pod old = stored(POD);
    Pod larger = stored(pod(container("c", "cpu=2,nvidia.com/gpu=2", "nvidia.com/gpu=2")).build());
    String insufficient = "insufficient quota to consume: cpu,requests.cpu";

    ResourceQuota unmatched =
        quota("r").hard("pods=4").used("pods=1").scope("Terminating", "Exists").build();

    assertThat(limitedDenial(limited, AdmissionRequest.resize(old, old), other, unmatched))
        .isEmpty();
    assertThat(limitedDenial(limited, AdmissionRequest.resize(old, larger), other))
        .isEqualTo(insufficient);
    assertThat(limitedDenial(limited, AdmissionRequest.resize(old, larger)))
        .isEqualTo(insufficient);
    assertThat(limitedDenial(limited, AdmissionRequest.resize(old, old))).isEmpty();
    assertThat(limitedDenial(limited, AdmissionRequest.resize(POD, POD))).isEqualTo(insufficient);
  }

  @Test
  void a_limited_resource_is_that_of_its_plural_and_only_if_some_is_consumed() {
    LimitedResource claims =
        new LimitedResource(PersistentVolumeClaim.RESOURCE, List.of("cpu"), List.of());
    LimitedResource pods = new LimitedResource(Pod.RESOURCE, List.of("cpu"), List.of());
    Pod zero = pod(container("c", "cpu=0", "")).build();

    assertThat(limitedDenial(claims, CREATE)).isEmpty();
    assertThat(limitedDenial(pods, AdmissionRequest.create(zero))).isEmpty();
  }

  @Test
  void a_limited_scope_needs_no_quota_for_pods_without_that_scope() {
    ScopedResourceSelectorRequirement high = scope("PriorityClass", "In", "high");
    ScopedResourceSelectorRequirement malformed = scope("PriorityClass", "In", "not a label");
    Pod important = POD.withSpec(POD.spec().withPriorityClassName("high"));

    assertThat(limitedDenial(new LimitedResource(Pod.RESOURCE, List.of(), List.of(high)), CREATE))
        .isEmpty();
    assertThat(
            limitedDenial(
                new LimitedResource(Pod.RESOURCE, List.of(), List.of(malformed, high)),
                AdmissionRequest.create(important)))
        .isEmpty();
    assertThat(new QuotaDenial.NoCoveringScope(List.of(high)).code()).isEqualTo(500);
  }

  @Test
  void an_allowed_request_is_charged_where_something_is_added() {
    ResourceQuota services = quota("s").hard("services=4").used("services=1").build();
    ResourceQuota pods = quota("p").hard("pods=4").used("pods=1").build();

    assertThat(check(CREATE, services, pods))
        .isInstanceOfSatisfying(
            QuotaOutcome.Allowed.class,
            allowed ->
                assertThat(allowed.charges()).extracting(QuotaAccount::quota).containsExactly("p"));
  }

  /** As {@code CheckRequest} charges the increase only if the old version had the scopes too. */
  @Test
  void what_comes_into_a_scope_is_charged_whole() {
    ResourceQuota both =
        quota("q")
            .hard("requests.cpu=9")
            .used("requests.cpu=0")
            .scope("NotBestEffort", "Exists")
            .scope("NotTerminating", "Exists")
            .build();
    Pod old = stored(POD);
    Pod larger = stored(pod(container("c", "cpu=3", "")).build());
    Pod ending = old.withSpec(old.spec().withActiveDeadlineSeconds(OptionalLong.of(60)));

    assertThat(charged(AdmissionRequest.resize(old, larger), both))
        .isEqualTo(list("requests.cpu=2"));
    assertThat(charged(AdmissionRequest.resize(ending, larger), both))
        .isEqualTo(list("requests.cpu=3"));
    assertThat(charged(AdmissionRequest.resize(POD, larger), both))
        .isEqualTo(list("requests.cpu=3"));
  }

  @Test
  void a_quota_with_scopes_counts_what_has_all_of_them() {
    ResourceQuota full =
        quota("q")
            .hard("pods=0")
            .used("pods=0")
            .scope("NotBestEffort", "Exists")
            .scope("Terminating", "Exists")
            .build();

    assertThat(check(CREATE, full).accounts())
        .singleElement()
        .satisfies(a -> assertThat(a.matches()).isFalse())
        .satisfies(a -> assertThat(a.scopes()).containsExactly(scope("NotBestEffort", "Exists")));
  }
}
