package dev.plimsoll.model.tenancy;

import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.GPUS;
import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.NOW;
import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.gpuPolicy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.QuotaRequest;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.DecidedRequest.Outcome;
import dev.plimsoll.model.tenancy.RequestApproval.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QuotaRequestsTest {
  private static final String KEY = "requests.nvidia.com/gpu";
  private static final Instant LATER = NOW.plus(Duration.ofDays(1));

  @Test
  void an_approved_request_is_a_guarantee_until_its_time_is_over() {
    QuotaRequest request = request("r", KEY, "16", Optional.of(LATER));
    CapacityPolicy policy = deciding(Decision.APPROVED, "");

    assertThat(units(policy, NOW, request)).isEqualTo(16);
    assertThat(units(policy, LATER.minusNanos(1), request)).isEqualTo(16);
    assertThat(units(policy, LATER, request)).isZero();
    assertThat(outcome(policy, LATER, request)).isEqualTo(Outcome.EXPIRED);
  }

  @Test
  void a_request_without_an_end_lasts() {
    assertThat(
            units(
                deciding(Decision.APPROVED, ""),
                NOW.plus(Duration.ofDays(3650)),
                request("r", KEY, "16", Optional.empty())))
        .isEqualTo(16);
  }

  @Test
  void what_is_denied_or_not_decided_changes_nothing() {
    QuotaRequest request = request("r", KEY, "16", Optional.empty());

    assertThat(units(deciding(Decision.DENIED, ""), NOW, request)).isZero();
    assertThat(outcome(deciding(Decision.DENIED, ""), NOW, request)).isEqualTo(Outcome.DENIED);
    CapacityPolicy undecided = gpuPolicy(Tenant.of("red", 1, "red"));
    assertThat(units(undecided, NOW, request)).isZero();
    assertThat(outcome(undecided, NOW, request)).isEqualTo(Outcome.PENDING);
  }

  @Test
  void an_approval_of_one_object_is_none_of_a_later_one_of_that_name() {
    QuotaRequest request = request("r", KEY, "16", Optional.empty());

    assertThat(units(deciding(Decision.APPROVED, "uid-r"), NOW, request)).isEqualTo(16);
    assertThat(outcome(deciding(Decision.APPROVED, "another"), NOW, request))
        .isEqualTo(Outcome.PENDING);
  }

  @Test
  void of_several_the_largest_counts_and_only_in_its_namespace() {
    CapacityPolicy policy =
        gpuPolicy(Tenant.of("red", 1, "red"))
            .withApprovals(
                List.of(
                    new RequestApproval("red", "r", "", Decision.APPROVED, ""),
                    new RequestApproval("red", "s", "", Decision.APPROVED, "")));
    QuotaRequests requests =
        requests(
            policy,
            NOW,
            request("r", KEY, "16", Optional.empty()),
            request("s", KEY, "4", Optional.empty()));

    assertThat(requests.units("red", GPUS)).isEqualTo(16);
    assertThat(requests.units("blue", GPUS)).isZero();
    assertThat(requests.units("red", DividedResource.of(ResourceName.CPU))).isZero();
  }

  @Test
  void what_has_no_effect_is_said() {
    CapacityPolicy policy = deciding(Decision.APPROVED, "");
    assertThat(
            requests(policy, NOW, request("r", "pods", "16", Optional.empty()))
                .all()
                .get(0)
                .message())
        .isEqualTo("as asked for; without effect on pods, which the policy doesn't divide");
    assertThat(
            requests(
                    policy.withTenants(List.of(Tenant.of("blue", 1, "blue"))),
                    NOW,
                    request("r", KEY, "16", Optional.empty()))
                .all()
                .get(0)
                .message())
        .isEqualTo("without effect, since the namespace is in no tenant of the policy test");
  }

  @Test
  void an_absurd_request_is_as_much_as_there_can_be() {
    assertThat(
            units(
                deciding(Decision.APPROVED, ""),
                NOW,
                request("r", KEY, "9223372036854775807", Optional.empty())))
        .isEqualTo(DividedResource.MAX_UNITS);
  }

  private static CapacityPolicy deciding(Decision decision, String uid) {
    return gpuPolicy(Tenant.of("red", 1, "red"))
        .withApprovals(List.of(new RequestApproval("red", "r", uid, decision, "")));
  }

  private static QuotaRequest request(
      String name, String key, String amount, Optional<Instant> until) {
    return new QuotaRequest(
        ObjectMeta.builder().namespace("red").name(name).uid("uid-" + name).build(),
        Optional.empty(),
        Resources.of(ResourceName.of(key), Quantity.parse(amount)),
        until,
        "why");
  }

  private static QuotaRequests requests(
      CapacityPolicy policy, Instant now, QuotaRequest... requests) {
    return QuotaRequests.of(Cluster.builder(now).addAll(List.of(requests)).build(), policy);
  }

  private static long units(CapacityPolicy policy, Instant now, QuotaRequest request) {
    return requests(policy, now, request).units("red", GPUS);
  }

  private static Outcome outcome(CapacityPolicy policy, Instant now, QuotaRequest request) {
    return requests(policy, now, request).all().get(0).outcome();
  }
}
