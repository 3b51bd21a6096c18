package dev.plimsoll.kube.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.LogRecorder;
import dev.plimsoll.kube.TestObjects;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PolicyStoreTest {
  private static final String MISTAKE =
      "CapacityPolicy gpus: spec.tenants[0].weight must be an integer from 0 to 1000000, got"
          + " -1.";

  private final PolicyStore policies = new PolicyStore();
  private final LogRecorder log = new LogRecorder(PolicyStore.class);

  @AfterEach
  void stop() {
    log.close();
  }

  /** Reads a policy as a watch does, and shows it in the snapshot. */
  private boolean read(int weight) {
    JsonTree json =
        TestObjects.tree(
            """
            {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "CapacityPolicy",
             "metadata": {"name": "gpus", "uid": "u"},
             "spec": {"tenants": [{"name": "t", "namespaces": ["team"], "weight": %d}],
               "resources": [{"name": "nvidia.com/gpu"}]}}
            """
                .formatted(weight));
    PolicyObject policy = (PolicyObject) ObjectReader.read(json);
    boolean isRead = policies.read(policy, json);
    policies.changed(
        List.of(new ObjectChange(Optional.empty(), Optional.of(policy))),
        Cluster.empty(Instant.EPOCH));
    return isRead;
  }

  @Test
  void a_policy_that_never_could_be_read_is_left_out_and_told_once() {
    assertThat(read(-1)).isFalse();
    assertThat(read(-1)).isFalse();

    assertThat(policies.all()).isEmpty();
    assertThat(log.lines())
        .containsExactly(
            "WARNING "
                + MISTAKE
                + " Until that is fixed, no share follows the policy, and the advisor changes no"
                + " quota by it.");
  }

  @Test
  void one_that_could_be_read_before_stays_as_it_was_and_that_is_told_once() {
    assertThat(read(3)).isTrue();
    assertThat(read(-1)).isFalse();
    assertThat(read(-1)).isFalse();

    assertThat(policies.all()).extracting(p -> p.tenants().get(0).weight()).containsExactly(3L);
    assertThat(log.lines())
        .containsExactly(
            "WARNING "
                + MISTAKE
                + " Until that is fixed, shares follow the last valid version, and the advisor"
                + " changes no quota by the policy.");
  }

  @Test
  void the_same_mistake_made_again_later_is_told_again() {
    read(-1);
    read(2);
    read(-1);

    assertThat(log.lines()).hasSize(2);
    assertThat(policies.all()).extracting(CapacityPolicy::name).containsExactly("gpus");
  }
}
