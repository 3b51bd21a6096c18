package dev.plimsoll.model.admission;

import static dev.plimsoll.model.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.cluster.Coverage;
import dev.plimsoll.model.object.AdmissionRequest;
import dev.plimsoll.model.object.LedgerSummary;
import dev.plimsoll.model.object.Namespace;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.quota.QuotaLedgerAdmission;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said of a pod where it isn't known which ledgers there are. */
class UnreadLedgersTest {
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
