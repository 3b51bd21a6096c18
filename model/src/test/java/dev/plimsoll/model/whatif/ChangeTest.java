package dev.plimsoll.model.whatif;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangeTest {
  private static final Taint TEAM = new Taint("team", "nlp", "NoSchedule");

  private static Cluster cluster(ApiObject object) {
    return Cluster.builder(Instant.EPOCH).add(object).build();
  }

  private static Node changed(Node node, Change change, String name) {
    return change.applyTo(cluster(node)).find(Node.class, "", name).orElseThrow();
  }

  @Test
  void added_nodes_are_available_when_the_one_that_they_are_like_is_not() {
    Node like =
        node("a")
            .cordoned()
            .has("cpu", "4")
            .taint("node.kubernetes.io/not-ready", "", "NoExecute")
            .taint("team", "nlp", "NoSchedule")
            .build();
    Node notReady =
        new Node(
            like.metadata(),
            like.unschedulable(),
            like.taints(),
            like.capacity(),
            like.allocatable(),
            List.of(new Condition("Ready", "False", "", "")));

    Node added = changed(notReady, new NodeChange.AddNodes("a", 2), "a-new-2");

    assertThat(NodeAvailability.of(added).isAvailable()).isTrue();
    assertThat(added.taints()).containsExactly(TEAM);
    assertThat(added.allocatable()).isEqualTo(like.allocatable());
    assertThat(added.metadata().labels()).containsEntry("kubernetes.io/hostname", "a-new-2");
  }

  @Test
  void an_uncordoned_node_loses_the_taint_of_cordoned_nodes_and_no_other() {
    Node cordoned =
        node("a")
            .cordoned()
            .taint("node.kubernetes.io/unschedulable", "", "NoSchedule")
            .taint("team", "nlp", "NoSchedule")
            .build();

    Node open = changed(cordoned, new NodeChange.Uncordon("a"), "a");

    assertThat(NodeAvailability.of(open).isAvailable()).isTrue();
    assertThat(open.taints()).containsExactly(TEAM);
  }

  @Test
  void a_cordoned_node_is_no_longer_available() {
    Node node = changed(node("a").build(), new NodeChange.Cordon("a"), "a");

    assertThat(NodeAvailability.of(node)).isInstanceOf(NodeAvailability.Cordoned.class);
  }

  @Test
  void a_new_quota_key_stands_in_spec_and_status_with_nothing_used() {
    ResourceName key = ResourceName.of("requests.cpu");
    ResourceQuota old =
        new ResourceQuota(
            ObjectMeta.of("team", "q"),
            ResourceQuotaSpec.of(Resources.EMPTY),
            ResourceQuotaStatus.NONE);

    ResourceQuota quota =
        new QuotaChange.SetQuota("team", "q", key, Quantity.of(4))
            .applyTo(cluster(old))
            .find(ResourceQuota.class, "team", "q")
            .orElseThrow();

    assertThat(quota.spec().hard().get(key)).contains(Quantity.of(4));
    assertThat(quota.status().hard().get(key)).contains(Quantity.of(4));
    assertThat(quota.status().used().get(key)).contains(Quantity.ZERO);
  }

  @Test
  void what_is_not_there_is_not_found() {
    assertThatThrownBy(
            () -> new WorkloadChange.DeletePod("team", "p").applyTo(cluster(node("a").build())))
        .isInstanceOf(NoSuchObjectException.class)
        .hasMessageContaining("\"p\"");
  }
}
