package dev.plimsoll.model.quota;

import static dev.plimsoll.model.fixtures.PodFixtures.container;
import static dev.plimsoll.model.fixtures.PodFixtures.list;
import static dev.plimsoll.model.fixtures.PodFixtures.withResources;
import static dev.plimsoll.model.quota.Quotas.charged;
import static dev.plimsoll.model.quota.Quotas.check;
import static dev.plimsoll.model.quota.Quotas.denial;
import static dev.plimsoll.model.quota.Quotas.fresh;
import static dev.plimsoll.model.quota.Quotas.quota;
import static dev.plimsoll.model.quota.Quotas.scope;
import static dev.plimsoll.model.quota.Quotas.scoped;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.fixtures.PodFixtures;
import dev.plimsoll.model.object.AdmissionRequest;
import dev.plimsoll.model.object.GroupResource;
import dev.plimsoll.model.object.GroupVersionKind;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.PartialObjectMetadata;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.object.ResourceQuotaStatus;
import dev.plimsoll.model.object.ScopedResourceSelectorRequirement;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ResourceQuotaAdmissionTest {
  private static final Pod POD =
      PodFixtures.of(container("c", "cpu=1,nvidia.com/gpu=2", "nvidia.com/gpu=2"));
  private static final AdmissionRequest CREATE = AdmissionRequest.create(POD);

  @Test
  void a_refusal_names_exceeded_keys_only() {
    assertThat(
            denial(
                CREATE,
                quota(
                    "q",
                    "requests.cpu=4,requests.nvidia.com/gpu=4,pods=1",
                    "requests.cpu=1,requests.nvidia.com/gpu=3,pods=1")))
        .isEqualTo(
            "exceeded quota: q, requested: pods=1,requests.nvidia.com/gpu=2, used:"
                + " pods=1,requests.nvidia.com/gpu=3, limited: pods=1,requests.nvidia.com/gpu=4");
  }

  @Test
  void a_quota_that_cannot_be_held_against_the_pod_goes_before_a_full_one() {
    ResourceQuota full = quota("full", "pods=1", "pods=1");
    ResourceQuota strict = quota("strict", "limits.cpu=8,limits.memory=8Gi", "");

    assertThat(denial(CREATE, full, strict))
        .isEqualTo("failed quota: strict: must specify limits.cpu for: c; limits.memory for: c");
  }

  @Test
  void nothing_need_be_specified_by_a_pod_with_resources_of_its_own() {
    Pod pod = withResources(POD, "cpu=2", "");

    assertThat(
            denial(
                AdmissionRequest.create(pod), quota("q", "limits.memory=8Gi", "limits.memory=0")))
        .isEmpty();
  }

  @Test
  void usage_that_was_never_counted_refuses_with_all_charged_keys() {
    assertThat(denial(CREATE, quota("q", "pods=4,requests.cpu=4,services=1", "pods=0")))
        .isEqualTo("status unknown for quota: q, resources: pods,requests.cpu");
  }

  @Test
  void a_quota_that_the_controller_has_not_seen_enforces_nothing() {
    assertThat(denial(CREATE, fresh("q", "pods=0"))).isEmpty();
  }

  @Test
  void a_request_that_adds_nothing_passes_an_overdrawn_quota() {
    Pod idle = PodFixtures.of(container("c", "", ""));

    assertThat(
            denial(
                AdmissionRequest.create(idle),
                quota("q", "requests.nvidia.com/gpu=1", "requests.nvidia.com/gpu=5")))
        .isEmpty();
  }

  @Test
  void keys_that_nothing_charges_limit_nothing() {
    assertThat(denial(CREATE, quota("q", "limits.nvidia.com/gpu=0,nvidia.com/gpu=0", "")))
        .isEmpty();
  }

  @Test
  void a_resize_is_charged_what_it_adds_and_gets_nothing_back() {
    ResourceQuota quota = quota("q", "requests.cpu=4,limits.cpu=8", "requests.cpu=1,limits.cpu=4");
    Pod old = stored(PodFixtures.of(container("c", "cpu=1", "cpu=4")));
    Pod changed = stored(PodFixtures.of(container("c", "cpu=2", "cpu=3")));

    assertThat(charged(AdmissionRequest.resize(old, changed), quota))
        .isEqualTo(list("requests.cpu=1"));
  }

  @Test
  void an_update_is_looked_at_only_if_the_deadline_moves_it_between_scopes() {
    ResourceQuota terminating =
        scoped(quota("q", "pods=1", "pods=0"), scope("Terminating", "Exists"));
    Pod old = stored(POD);
    Pod ending =
        old.withSpec(old.spec().toBuilder().activeDeadlineSeconds(OptionalLong.of(60)).build());

    assertThat(charged(AdmissionRequest.update(old, ending), terminating))
        .isEqualTo(list("pods=1"));
    assertThat(check(AdmissionRequest.update(old, old), terminating).accounts()).isEmpty();
  }

  @Test
  void negative_usage_is_refused_once_every_quota_was_asked() {
    Pod negative = PodFixtures.of(container("c", "cpu=-1", ""));

    assertThat(
            denial(
                AdmissionRequest.create(negative), quota("q", "requests.cpu=4", "requests.cpu=0")))
        .isEqualTo("quota usage is negative for resource(s): cpu,requests.cpu");
  }

  @Test
  void a_malformed_scope_is_an_error_rather_than_a_refusal() {
    ResourceQuota quota =
        scoped(quota("q", "pods=1", "pods=0"), scope("PriorityClass", "In", "not a label"));

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

    assertThat(limitedRefusal(limited, quota("q", "pods=4", "pods=0")))
        .isEqualTo("insufficient quota to consume: requests.nvidia.com/gpu");
    assertThat(
            limitedRefusal(
                limited, quota("q", "requests.nvidia.com/gpu=4", "requests.nvidia.com/gpu=0")))
        .isEmpty();
  }

  @Test
  void a_limited_scope_needs_a_quota_with_that_scope() {
    ScopedResourceSelectorRequirement high = scope("PriorityClass", "In", "high");
    LimitedResource limited = new LimitedResource(Pod.RESOURCE, List.of(), List.of(high));
    Pod important = POD.withSpec(POD.spec().toBuilder().priorityClassName("high").build());
    AdmissionRequest request = AdmissionRequest.create(important);

    assertThat(limitedRefusal(limited, request, quota("q", "pods=4", "pods=0")))
        .isEqualTo("insufficient quota to match these scopes: [{PriorityClass In [high]}]");
    assertThat(limitedRefusal(limited, request, scoped(quota("q", "pods=4", "pods=0"), high)))
        .isEmpty();
  }

  @Test
  void objects_of_any_resource_are_counted_when_they_are_created() {
    PartialObjectMetadata job =
        new PartialObjectMetadata(
            ObjectMeta.of("team-a", "j"),
            GroupVersionKind.of("batch/v1", "Job"),
            new GroupResource("batch", "jobs"));
    ResourceQuota full = quota("q", "count/jobs.batch=1", "count/jobs.batch=1");

    assertThat(denial(AdmissionRequest.create(job), full))
        .isEqualTo(
            "exceeded quota: q, requested: count/jobs.batch=1, used: count/jobs.batch=1, limited:"
                + " count/jobs.batch=1");
    assertThat(denial(AdmissionRequest.update(job, job), full)).isEmpty();
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
                quota("q", "count/events.events.k8s.io=0", "count/events.events.k8s.io=0")))
        .isEmpty();
  }

  @Test
  void a_ceiling_in_the_spec_counts_only_once_it_is_in_force() {
    ResourceQuota lowered =
        fresh("q", "pods=0").withStatus(new ResourceQuotaStatus(list("pods=5"), list("pods=1")));

    assertThat(denial(CREATE, lowered)).isEmpty();
  }

  private static String limitedRefusal(LimitedResource limited, ResourceQuota quota) {
    return limitedRefusal(limited, CREATE, quota);
  }

  private static String limitedRefusal(
      LimitedResource limited, AdmissionRequest request, ResourceQuota quota) {
    QuotaOutcome outcome =
        new ResourceQuotaAdmission(List.of(limited), UnaryOperator.identity())
            .check(Quotas.cluster(), request, List.of(quota));
    return outcome instanceof QuotaOutcome.Denied denied ? denied.denial().message() : "";
  }

  private static Pod stored(Pod pod) {
    return pod.withMetadata(pod.metadata().toBuilder().resourceVersion("1").build());
  }
}
