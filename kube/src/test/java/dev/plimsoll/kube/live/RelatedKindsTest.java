package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.TestObjects;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import org.junit.jupiter.api.Test;

class RelatedKindsTest {
  private final RelatedKinds relatedKinds = new RelatedKinds();

  private void observe(String plural, String item) {
    SnapshotResource list =
        SnapshotResource.LISTS.stream()
            .filter(r -> r.resource().plural().equals(plural))
            .findFirst()
            .orElseThrow();
    relatedKinds.observe(list, TestObjects.tree(item));
  }

  @Test
  void owners_of_pods_matter() {
    observe(
        "pods",
        """
        {"metadata": {"ownerReferences": [
          {"apiVersion": "example.com/v1", "kind": "Training", "name": "a"},
          {"kind": "Nameless"}]}}
        """);

    assertThat(relatedKinds.owners())
        .containsExactly(new GroupVersionKind("example.com", "v1", "Training"));
  }

  @Test
  void who_failed_to_create_pods_matters() {
    String event =
        """
        {"message": "%s", "involvedObject": {"apiVersion": "apps/v1", "kind": "ReplicaSet"}}
        """;
    observe("events", event.formatted("created pod a"));
    assertThat(relatedKinds.owners()).isEmpty();

    observe("events", event.formatted("pods is forbidden: exceeded quota: q"));
    assertThat(relatedKinds.owners())
        .containsExactly(new GroupVersionKind("apps", "v1", "ReplicaSet"));
  }

  @Test
  void what_a_quota_counts_matters() {
    observe(
        "resourcequotas",
        """
        {"spec": {"hard": {"count/trainings.example.com": "1", "requests.cpu": "1"}}}
        """);

    assertThat(relatedKinds.counted()).contains(new GroupResource("example.com", "trainings"));
  }

  @Test
  void of_keys_that_are_made_up_again_and_again_a_bounded_number_is_kept() {
    for (int i = 0; i <= RelatedKinds.MOST_QUOTA_KEYS; i++) {
      observe(
          "resourcequotas",
          "{\"spec\": {\"hard\": {\"count/made-up-" + i + ".example.com\": \"1\"}}}");
    }

    assertThat(relatedKinds.counted())
        .filteredOn(r -> r.group().equals("example.com"))
        .hasSize(RelatedKinds.MOST_QUOTA_KEYS);
  }
}
