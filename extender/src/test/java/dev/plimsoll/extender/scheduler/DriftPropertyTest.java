package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.NamespaceSelection;
import dev.plimsoll.model.tenancy.Tenant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Changes that a cluster can go through, none of which is lost, so that no resync finds a drift.
 */
class DriftPropertyTest {
  private static final CapacityPolicy POLICY =
      ExtenderFixtures.policy(
          PlacementMode.HOLD,
          BorrowingMode.IDLE,
          Tenant.of("named", 1, "a"),
          new Tenant(
              "labelled",
              NamespaceSelection.labelled(new LabelSelector(Map.of("tenant", "yes"), List.of())),
              1,
              Map.of(),
              Map.of()));

  private enum Kind {
    ASK,
    BIND,
    TERMINATE,
    END,
    POD_GONE,
    QUOTA,
    QUOTA_GONE,
    NAMESPACE,
    LABELLED_NAMESPACE,
    NAMESPACE_GONE,
    NODE,
    NODE_GONE,
    RESYNC
  }

  private record Change(Kind kind, String namespace, int number) {}

  @Provide
  Arbitrary<List<Change>> changes() {
    return Combinators.combine(
            Arbitraries.of(Kind.values()),
            Arbitraries.of("a", "b", "c"),
            Arbitraries.integers().between(0, 3))
        .as(Change::new)
        .list()
        .ofMaxSize(40);
  }

  @Property(tries = 300)
  void changes_of_all_kinds_leave_nothing_for_a_resync_to_repair(
      @ForAll("changes") List<Change> changes) {
    ChangingCluster changing = new ChangingCluster();
    changes.forEach(changing::make);

    assertThat(changing.decisions.resync()).isEmpty();
    assertThat(changing.decisions.drifts()).isZero();
  }

  private static final class ChangingCluster {
    private Cluster cluster =
        ExtenderFixtures.cluster()
            .add(ExtenderFixtures.node("n0", 8))
            .add(ExtenderFixtures.node("n1", 8))
            .build();
    private final Decisions decisions =
        new Decisions(cluster, ExtenderSettings.DEFAULT.withPolicies(List.of(POLICY)), () -> 0);

    private void make(Change change) {
      String namespace = change.namespace();
      int number = change.number();
      Optional<Pod> pod = cluster.find(Pod.class, namespace, "p" + number);
      boolean isRunning = pod.filter(Pod::isBound).filter(p -> !p.isTerminal()).isPresent();
      switch (change.kind()) {
        case ASK -> ask(namespace, number);
        case BIND -> {
          if (!isRunning) {
            put(ExtenderFixtures.pod(namespace, "p" + number, 1 + number, "n" + number % 2));
          }
        }
        case TERMINATE -> pod.ifPresent(p -> put(PodBuilder.pod(p).terminating().build()));
        case END -> pod.ifPresent(p -> put(p.withStatus(p.status().withPhase("Failed"))));
        case POD_GONE -> pod.ifPresent(this::remove);
        case QUOTA -> put(ExtenderFixtures.quota(namespace, number));
        case QUOTA_GONE ->
            cluster.find(ResourceQuota.class, namespace, "gpus").ifPresent(this::remove);
        case NAMESPACE -> put(namespace(namespace, Map.of()));
        case LABELLED_NAMESPACE -> put(namespace(namespace, Map.of("tenant", "yes")));
        case NAMESPACE_GONE -> cluster.find(Namespace.class, "", namespace).ifPresent(this::remove);
        case NODE -> put(ExtenderFixtures.node("n" + number % 2, 4 + number));
        case NODE_GONE -> cluster.find(Node.class, "", "n" + number % 2).ifPresent(this::remove);
        case RESYNC -> assertThat(decisions.resync()).isEmpty();
      }
    }

    private void ask(String namespace, int number) {
      Pod pod = ExtenderFixtures.pod(namespace, "p" + number, 1 + number, "");
      if (cluster.find(Pod.class, namespace, pod.name()).isEmpty()) {
        put(pod);
      }
      boolean unused = decisions.filter(pod, 2, () -> List.of("n0", "n1")).isNew();
    }

    private static Namespace namespace(String name, Map<String, String> labels) {
      return new Namespace(ObjectMeta.of("", name).withLabels(labels));
    }

    private void put(ApiObject object) {
      Optional<ApiObject> before =
          cluster.find(object.getClass(), object.namespace(), object.identity()).map(o -> o);
      cluster = cluster.with(object);
      decisions.changed(List.of(new ObjectChange(before, Optional.of(object))), cluster);
    }

    private void remove(ApiObject object) {
      cluster = cluster.without(object);
      decisions.changed(List.of(new ObjectChange(Optional.of(object), Optional.empty())), cluster);
    }
  }
}
