package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.QuotaRequest;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.QuotaRequests;
import dev.plimsoll.model.tenancy.RequestApproval;
import dev.plimsoll.model.tenancy.RequestApproval.Decision;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.testkit.access.User;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuotaRequestStatusWriterTest {
  private static final Instant NOW = AdvisorTestCluster.NOW;
  private static final DividedResource GPUS = DividedResource.of(ResourceName.of("nvidia.com/gpu"));
  private static final CapacityPolicy POLICY =
      CapacityPolicy.proportional("gpus", List.of(Tenant.of("vision", 1, "vision")), List.of(GPUS));

  @TempDir Path folder;
  private AdvisorTestCluster cluster;

  @BeforeEach
  void start() {
    cluster = new AdvisorTestCluster(folder);
    cluster.define("quotarequests");
    cluster.put(
        """
        {'apiVersion': 'plimsoll.dev/v1alpha1', 'kind': 'QuotaRequest',
         'metadata': {'name': 'more', 'namespace': 'vision'},
         'spec': {'hard': {'requests.nvidia.com/gpu': 16}, 'reason': 'the paper is due',
                  'until': '%s'}}\
        """
            .formatted(NOW.plus(Duration.ofDays(1))));
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void a_request_waits_is_approved_and_expires() {
    assertThat(publish(POLICY, NOW)).extracting(WriteOutcome::result).containsExactly(Result.DONE);
    assertThat(conditions())
        .containsExactly(
            "Approved Unknown Pending it is not in spec.approvals of the policy gpus",
            "Expired False TimeLeft its time is not over");

    CapacityPolicy approving = deciding(Decision.APPROVED);
    publish(approving, NOW);
    assertThat(conditions()).contains("Approved True Approved good luck");

    publish(approving, NOW.plus(Duration.ofDays(2)));
    assertThat(conditions())
        .containsExactly(
            "Approved False Expired its time was over at 2026-03-02T10:00:00Z",
            "Expired True TimeOver its time was over at 2026-03-02T10:00:00Z");
  }

  @Test
  void a_denied_request_says_why() {
    publish(deciding(Decision.DENIED), NOW);

    assertThat(conditions()).contains("Approved False Denied good luck");
  }

  @Test
  void what_has_not_changed_is_not_written() {
    publish(POLICY, NOW);

    assertThat(publish(POLICY, NOW.plusSeconds(60))).isEmpty();
  }

  @Test
  void another_request_of_that_name_is_left_alone() {
    QuotaRequests requests = QuotaRequests.of(read(), POLICY);
    cluster.server().objects().remove("plimsoll.dev/v1alpha1", "QuotaRequest", "vision", "more");

    assertThat(publish(requests, NOW)).isEmpty();
  }

  @Test
  void what_may_not_be_written_is_told() {
    QuotaRequests requests = QuotaRequests.of(read(), POLICY);
    cluster.server().access().token("secret", new User("jane", "2", List.of()));
    cluster.server().access().allow("jane", "get", "quotarequests", "*");

    assertThat(publish(requests, NOW))
        .singleElement()
        .satisfies(o -> assertThat(o.failed()).isTrue());
  }

  private List<WriteOutcome> publish(CapacityPolicy policy, Instant now) {
    return publish(QuotaRequests.of(read().at(now), policy), now);
  }

  private List<WriteOutcome> publish(QuotaRequests requests, Instant now) {
    try (Connection connection = cluster.connection()) {
      return new QuotaRequestStatusWriter(connection, now).publish(requests);
    }
  }

  private Cluster read() {
    Cluster read = cluster.cluster();
    assertThat(read.list(QuotaRequest.class)).hasSize(1);
    return read;
  }

  private static CapacityPolicy deciding(Decision decision) {
    return POLICY.withApprovals(
        List.of(new RequestApproval("vision", "more", "", decision, "good luck")));
  }

  private List<String> conditions() {
    JsonObject request =
        cluster
            .server()
            .objects()
            .get("plimsoll.dev/v1alpha1", "QuotaRequest", "vision", "more")
            .orElseThrow();
    return JsonFields.objects(request, "status", "conditions").stream()
        .map(
            c ->
                String.join(
                    " ",
                    JsonFields.text(c, "type"),
                    JsonFields.text(c, "status"),
                    JsonFields.text(c, "reason"),
                    JsonFields.text(c, "message")))
        .toList();
  }
}
