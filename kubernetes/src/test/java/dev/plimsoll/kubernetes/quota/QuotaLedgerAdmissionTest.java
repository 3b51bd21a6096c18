package dev.plimsoll.kubernetes.quota;

import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.cluster;
import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.LedgerSummary.Reserved;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class QuotaLedgerAdmissionTest {
  private static final String GPUS = "requests.nvidia.com/gpu";
  private static final Namespace STRICT = namespace("true");
  private static final Pod POD =
      pod(container("c", "nvidia.com/gpu=2", "nvidia.com/gpu=2")).build();
  private static final AdmissionRequest CREATE = AdmissionRequest.create(POD);

  @Test
  void the_label_says_whether_a_namespace_is_asked_about_or_only_audited() {
    assertThat(List.of(STRICT, namespace("audit"), namespace("")))
        .extracting(QuotaLedgerAdmission::isAsked, QuotaLedgerAdmission::isAudited)
        .extracting(Object::toString)
        .containsExactly("(true, false)", "(false, true)", "(false, false)");
  }

  @Test
  void only_ledgers_that_count_the_namespace_deny_and_only_where_they_are_asked() {
    LedgerSummary full = ledger("team-a", "full", 8, 7);
    LedgerSummary roomy = ledger("team-a", "roomy", 8, 6);
    LedgerSummary other = ledger("team-b", "other", 8, 8);

    assertThat(QuotaLedgerAdmission.denying(cluster(STRICT, full, roomy, other), CREATE))
        .containsExactly(full);
    assertThat(QuotaLedgerAdmission.denial(cluster(STRICT, full), CREATE)).isPresent();
    assertThat(QuotaLedgerAdmission.denial(cluster(STRICT, roomy, other), CREATE)).isEmpty();
    assertThat(QuotaLedgerAdmission.denial(cluster(namespace("audit"), full), CREATE)).isEmpty();
  }

  @Test
  void a_reservation_counts_as_used_except_that_of_the_pods_own_gang() {
    Pod member = pod(POD).label(Gang.NAME, "ring").label(Gang.SIZE, "4").build();
    Reserved gang = reserved(Reserved.GANG, "ring", 4);

    assertThat(denies(CREATE, reserved("Pod", "other", 4))).isTrue();
    assertThat(denies(CREATE, gang)).isTrue();
    assertThat(denies(AdmissionRequest.create(member), gang)).isFalse();
    assertThat(denies(AdmissionRequest.create(member), reserved(Reserved.GANG, "chain", 4)))
        .isTrue();
    assertThat(denies(AdmissionRequest.create(member), reserved("Pod", "ring", 4))).isTrue();
    assertThat(denies(AdmissionRequest.resize(pod(member).build(), member), gang)).isTrue();
  }

  @Test
  void an_allowed_request_is_counted_as_used() {
    Cluster charged =
        QuotaLedgerAdmission.charge(
            cluster(STRICT, ledger("team-a", "roomy", 8, 6), ledger("team-a", "full", 8, 7)),
            CREATE);

    assertThat(charged.list(LedgerSummary.class))
        .extracting(l -> l.quota() + " " + l.used())
        .containsExactlyInAnyOrder("roomy " + GPUS + "=8", "full " + GPUS + "=7");
  }

  private static boolean denies(AdmissionRequest request, Reserved... reservations) {
    LedgerSummary ledger = ledger("team-a", "gpu", 8, 4, reservations);
    return QuotaLedgerAdmission.denial(cluster(STRICT, ledger), request).isPresent();
  }

  private static Reserved reserved(String kind, String name, int gpus) {
    return new Reserved(kind, "team-a", name, list(GPUS + "=" + gpus), Instant.EPOCH);
  }

  private static LedgerSummary ledger(
      String namespace, String name, int hard, int used, Reserved... reservations) {
    return new LedgerSummary(
        ObjectMeta.of("", name),
        "resourcequota/" + namespace + "/" + name,
        name,
        ResourceQuotaSpec.of(list(GPUS + "=" + hard)),
        list(GPUS + "=" + used),
        Stream.of(reservations).map(Reserved::amounts).reduce(Resources.EMPTY, Resources::add),
        new TreeMap<>(Map.of(namespace, list(GPUS + "=" + used))),
        Map.of(),
        List.of(reservations));
  }

  private static Namespace namespace(String strict) {
    return new Namespace(
        ObjectMeta.builder()
            .name("team-a")
            .labels(strict.isEmpty() ? Map.of() : Map.of(QuotaLedgerAdmission.LABEL, strict))
            .build());
  }
}
