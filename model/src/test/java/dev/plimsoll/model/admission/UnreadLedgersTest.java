package dev.plimsoll.model.admission;

import static dev.plimsoll.model.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.cluster.Coverage;
import dev.plimsoll.model.object.AdmissionRequest;
import dev.plimsoll.model.object.LedgerSummary;
import dev.plimsoll.model.object.Namespace;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.object.ResourceQuotaSpec;
import dev.plimsoll.model.object.ResourceQuotaStatus;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.quota.QuotaLedgerAdmission;
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
