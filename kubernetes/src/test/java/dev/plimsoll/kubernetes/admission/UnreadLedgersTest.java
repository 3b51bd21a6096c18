package dev.plimsoll.kubernetes.admission;

import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaLedgerAdmission;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said of a pod where it isn't known which ledgers there are. */
class UnreadLedgersTest {
  private static final Resources NO_PODS = Resources.of(ResourceName.PODS, Quantity.ZERO);

  private static AdmissionReport admit(Map<String, String> labels, Coverage ledgers) {
    Cluster cluster =
        Cluster.builder(Instant.EPOCH)
            .add(new Namespace(ObjectMeta.builder().name("team-a").labels(labels).build()))
            .complete()
            .build()
            .withCoverage(LedgerSummary.RESOURCE, ledgers);
    return AdmissionChain.standard()
        .admit(cluster, AdmissionRequest.create(pod("team-a", "p").requests("cpu", "1").build()));
  }

  @Test
  void where_the_webhook_is_asked_it_is_not_known_whether_the_pod_is_admitted() {
    AdmissionReport report = admit(Map.of(QuotaLedgerAdmission.LABEL, "true"), Coverage.NONE);

    assertThat(report.unread().names()).contains("quotaledgers");
  }

  @Test
  void a_pod_that_a_quota_denies_is_denied_whatever_ledgers_say() {
    Cluster cluster =
        Cluster.builder(Instant.EPOCH)
            .add(
                new Namespace(
                    ObjectMeta.builder()
                        .name("team-a")
                        .labels(Map.of(QuotaLedgerAdmission.LABEL, "true"))
                        .build()))
            .add(
                new ResourceQuota(
                    ObjectMeta.of("team-a", "gpus"),
                    ResourceQuotaSpec.of(NO_PODS),
                    new ResourceQuotaStatus(NO_PODS, NO_PODS)))
            .complete()
            .build()
            .withCoverage(LedgerSummary.RESOURCE, Coverage.NONE);

    AdmissionReport report =
        AdmissionChain.standard()
            .admit(
                cluster, AdmissionRequest.create(pod("team-a", "p").requests("cpu", "1").build()));

    assertThat(report.denial()).isPresent();
    assertThat(report.unread().isEmpty()).isTrue();
  }

  @Test
  void where_it_is_not_asked_they_do_not_matter() {
    assertThat(admit(Map.of(), Coverage.NONE).unread().isEmpty()).isTrue();
    assertThat(admit(Map.of(QuotaLedgerAdmission.LABEL, "false"), Coverage.NONE).unread().isEmpty())
        .isTrue();
  }

  @Test
  void ledgers_that_were_read_are_known() {
    assertThat(
            admit(Map.of(QuotaLedgerAdmission.LABEL, "true"), Coverage.COMPLETE).unread().isEmpty())
        .isTrue();
  }
}
