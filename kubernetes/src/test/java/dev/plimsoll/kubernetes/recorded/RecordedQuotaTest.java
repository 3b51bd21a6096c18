package dev.plimsoll.kubernetes.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.ResourceLists;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecordedQuotaTest {
  private static final Instant NOW = Instant.parse("2026-01-31T11:00:00Z");
  private static final Workload CREATOR =
      new Workload(
          ObjectMeta.of("team", "set"),
          GroupVersionKind.of("apps/v1", "ReplicaSet"),
          new GroupResource("apps", "replicasets"),
          List.of(),
          List.of(),
          false);

  private static Optional<String> beyond(String quota, String requested) {
    Event told =
        new Event(
            ObjectMeta.of("team", "set.1"),
            new ObjectReference("ReplicaSet", "team", "set", ""),
            "",
            "Warning",
            "FailedCreate",
            "Error creating: pods \"set-a\" is forbidden: exceeded quota: q, requested: "
                + requested
                + ", used: requests.cpu=1, limited: requests.cpu=1",
            Optional.empty(),
            Optional.of(NOW),
            1);
    return RecordedQuota.beyond(
        Cluster.builder(NOW).add(CREATOR).add(told).build(),
        CREATOR,
        new QuotaDenial.Exceeded(
            quota,
            ResourceLists.list("requests.cpu=400m"),
            ResourceLists.list("requests.cpu=1"),
            ResourceLists.list("requests.cpu=1")));
  }

  @Test
  void a_denial_that_counted_more_than_the_template_requests_is_told() {
    assertThat(beyond("q", "requests.cpu=900m"))
        .hasValueSatisfying(s -> assertThat(s).contains("counted requests.cpu=900m for a pod"));
    assertThat(beyond("q", "limits.cpu=2,requests.cpu=900m"))
        .hasValueSatisfying(s -> assertThat(s).contains("counted requests.cpu=900m for a pod"));
  }

  @Test
  void less_or_as_much_or_another_quota_is_no_news() {
    assertThat(beyond("q", "requests.cpu=400m")).isEmpty();
    assertThat(beyond("q", "requests.cpu=300m")).isEmpty();
    assertThat(beyond("other", "requests.cpu=900m")).isEmpty();
  }
}
