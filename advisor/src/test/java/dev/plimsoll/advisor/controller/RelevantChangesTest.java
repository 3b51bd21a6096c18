package dev.plimsoll.advisor.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RelevantChangesTest {
  private static Node node(String version, String ready) {
    return new Node(
        meta("n", version),
        false,
        List.of(),
        Resources.EMPTY,
        Resources.EMPTY,
        List.of(new Condition("Ready", ready, "", "")));
  }

  private static ObjectMeta meta(String name, String version) {
    return ObjectMeta.builder().name(name).resourceVersion(version).build();
  }

  private static boolean isRelevant(ApiObject before, ApiObject after) {
    return RelevantChanges.any(List.of(new ObjectChange(Optional.of(before), Optional.of(after))));
  }

  private static boolean isRelevantAsNew(ApiObject object) {
    return RelevantChanges.any(List.of(new ObjectChange(Optional.empty(), Optional.of(object))));
  }

  @Test
  void a_heartbeat_is_none() {
    assertThat(isRelevant(node("1", "True"), node("2", "True"))).isFalse();
  }

  @Test
  void a_node_that_is_no_longer_ready_is_one() {
    assertThat(isRelevant(node("1", "True"), node("2", "Unknown"))).isTrue();
  }

  @Test
  void labels_are_one() {
    Node labelled =
        node("2", "True")
            .withMetadata(meta("n", "2").with().labels(Map.of("pool", "a100")).build());
    assertThat(isRelevant(node("1", "True"), labelled)).isTrue();
  }

  @Test
  void what_comes_or_goes_is_one() {
    assertThat(isRelevantAsNew(node("1", "True"))).isTrue();
    assertThat(
            RelevantChanges.any(
                List.of(new ObjectChange(Optional.of(node("1", "True")), Optional.empty()))))
        .isTrue();
  }

  @Test
  void events_are_none_since_decisions_write_some() {
    assertThat(
            isRelevantAsNew(
                new Event(
                    meta("e", "1"),
                    new ObjectReference("ResourceQuota", "team", "gpu", "u"),
                    "",
                    "Normal",
                    "QuotaChanged",
                    "",
                    Optional.empty(),
                    Optional.empty(),
                    1)))
        .isFalse();
  }

  @Test
  void the_version_of_a_policy_is_none_since_its_status_is_written() {
    assertThat(isRelevant(new PolicyObject(meta("p", "1")), new PolicyObject(meta("p", "2"))))
        .isFalse();
  }
}
