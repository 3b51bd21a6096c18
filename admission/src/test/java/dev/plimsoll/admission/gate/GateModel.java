package dev.plimsoll.admission.gate;

import dev.plimsoll.kube.live.FencedException;
import dev.plimsoll.kube.watch.ObservedCluster;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gate.GateRelease;
import dev.plimsoll.model.gate.ShareGate;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Enforcement;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.server.metrics.MetricsRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Two replicas that lead in turn, with informers that are late, and an API server that carries out
 * patches, or doesn't, and may leave open which. A replica that crashes has forgotten everything
 * but what its informer reads anew. Pods are created, bound, changed and deleted meanwhile. All
 * follows from a seed.
 */
final class GateModel {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  private static final int SHARE = 8;

  /** Faults are what this is about, so that nobody wants to read of each. */
  private static final Logger LOG = Logger.getLogger(GateLog.class.getName());

  static {
    LOG.setLevel(Level.OFF);
  }

  private final Random random;
  private final boolean takesOver;
  private final CapacityPolicy policy;
  private final List<ObservedCluster> history = new ArrayList<>();
  private final List<Replica> replicas = new ArrayList<>();
  private int leader;
  private int version;
  private int created;
  private boolean isCalm;

  /** A replica and how far its informer has come. */
  private final class Replica {
    private int observed = history.size() - 1;
    private final GateRemover remover =
        new GateRemover(
            () -> history.get(observed),
            () -> List.of(policy),
            new Gates(),
            () -> ClusterFixture.NOW,
            () -> 0,
            new GateLog(new MetricsRegistry()));
  }

  /** A crash in the middle of something. */
  private static final class CrashException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /**
   * Makes one.
   *
   * @param takesOver whether a new leader is told what pods there are
   */
  GateModel(long seed, BorrowingMode borrowing, boolean takesOver) {
    this.random = new Random(seed);
    this.takesOver = takesOver;
    this.policy =
        CapacityPolicy.proportional(
                "policy",
                List.of(Tenant.of("one", 1, "one"), Tenant.of("two", 1, "two")),
                List.of(DividedResource.of(GPU)))
            .withEnforcement(new Enforcement(AdmissionMode.OFF, PlacementMode.GATE, borrowing));
    Cluster cluster = Cluster.builder(ClusterFixture.NOW).complete().build();
    for (String name : List.of("a", "b")) {
      cluster =
          cluster.with(
              NodeBuilder.node(name)
                  .has("nvidia.com/gpu", "" + SHARE)
                  .has("cpu", "64")
                  .has("memory", "99Gi")
                  .has("pods", "110")
                  .build());
    }
    stored(cluster);
    replicas.add(new Replica());
    replicas.add(new Replica());
  }

  private Cluster now() {
    return history.get(history.size() - 1).cluster();
  }

  private void stored(Cluster cluster) {
    history.add(
        new ObservedCluster(
            cluster, new TreeMap<>(Map.of(Pod.RESOURCE, Integer.toString(100 + version)))));
  }

  private void store(Pod pod) {
    version++;
    stored(
        now()
            .with(
                pod.withMetadata(
                    pod.metadata().withResourceVersion(Integer.toString(100 + version)))));
  }

  private void change(Pod pod, UnaryOperator<Pod> change) {
    store(change.apply(pod));
  }

  /** Does something at random; the more likely things more often. */
  void step() {
    int choice = random.nextInt(20);
    if (choice < 5) {
      create();
    } else if (choice < 7) {
      any().ifPresent(p -> change(p, UnaryOperator.identity()));
    } else if (choice < 9) {
      any().ifPresent(this::delete);
    } else if (choice < 11) {
      any().filter(p -> !ShareGate.isOn(p) && !p.isBound()).ifPresent(this::bind);
    } else if (choice < 14) {
      observe(random.nextInt(replicas.size()), random.nextInt(4));
    } else if (choice < 19) {
      lead();
    } else {
      replicas.get(leader).remover.stop();
      leader = 1 - leader;
    }
  }

  private Optional<Pod> any() {
    List<Pod> pods = List.copyOf(now().list(Pod.class));
    return pods.isEmpty() ? Optional.empty() : Optional.of(pods.get(random.nextInt(pods.size())));
  }

  private void create() {
    String namespace = random.nextBoolean() ? "one" : "two";
    int size = random.nextInt(3) == 0 ? 2 : 1;
    int gpus = 1 + random.nextInt(4);
    String name = "p" + created++;
    for (int i = 0; i < size; i++) {
      PodBuilder pod =
          PodBuilder.pod(namespace, name + "-" + i)
              .uid(name + "-" + i)
              .requests("nvidia.com/gpu", "" + gpus)
              .limits("nvidia.com/gpu=" + gpus)
              .spec(s -> s.schedulingGates(List.of(ShareGate.NAME)));
      if (size > 1) {
        pod.label(Gang.NAME, name).label(Gang.SIZE, "" + size);
      }
      store(pod.build());
    }
  }

  private void delete(Pod pod) {
    version++;
    stored(now().without(pod));
  }

  private void bind(Pod pod) {
    for (String node : List.of("a", "b")) {
      long taken = now().podsOn(node).stream().mapToLong(GateModel::gpus).sum();
      if (taken + gpus(pod) <= SHARE) {
        change(pod, p -> p.withSpec(p.spec().withNodeName(node)));
        return;
      }
    }
  }

  private void observe(int replica, int changes) {
    Replica some = replicas.get(replica);
    some.observed = Math.min(history.size() - 1, some.observed + changes);
  }

  private void lead() {
    try {
      boolean unused = replicas.get(leader).remover.run(true);
    } catch (CrashException e) {
      replicas.set(leader, new Replica());
      leader = random.nextInt(2);
    }
  }

  /** Lets informers come up, and patches succeed, until nothing more is done. */
  void calm() {
    isCalm = true;
    for (int i = 0; i < 30; i++) {
      observe(leader, history.size());
      lead();
    }
  }

  /** Returns what could be released of what waits. */
  List<String> releasable() {
    return GateRelease.decide(
            now(), List.of(policy), DefaultPlugins.scheduler(), Set.of(), ClusterFixture.NOW)
        .released()
        .stream()
        .map(u -> u.pods().get(0).name())
        .toList();
  }

  /** Returns what pods without the gate request, of a tenant. */
  long released(String tenant) {
    return now().list(Pod.class, tenant).stream()
        .filter(p -> !ShareGate.isOn(p))
        .mapToLong(GateModel::gpus)
        .sum();
  }

  private static long gpus(Pod pod) {
    return pod.spec().containers().get(0).resources().requests().getOrZero(GPU).value();
  }

  /** The API server, as a leader finds it. */
  private final class Gates implements PodGates {

    @Override
    public Removal remove(Pod pod) {
      int fault = isCalm ? 99 : random.nextInt(20);
      if (fault == 0) {
        throw new FencedException("lost the lease");
      }
      if (fault == 1) {
        throw new CrashException();
      }
      if (fault == 2) {
        return Removal.UNKNOWN;
      }
      Removal done = carryOut(pod);
      if (fault == 3) {
        throw new CrashException();
      }
      return fault == 4 ? Removal.UNKNOWN : done;
    }

    @Override
    public void annotate(Pod pod, String waitsFor) {
      now()
          .find(Pod.class, pod.namespace(), pod.name())
          .ifPresent(
              p ->
                  change(
                      p,
                      o ->
                          o.withMetadata(
                              o.metadata()
                                  .withAnnotations(Map.of(ShareGate.WAITS_FOR, waitsFor)))));
    }

    private Removal carryOut(Pod pod) {
      Optional<Pod> stored =
          now()
              .find(Pod.class, pod.namespace(), pod.name())
              .filter(p -> p.metadata().resourceVersion().equals(pod.metadata().resourceVersion()));
      stored.ifPresent(p -> change(p, o -> o.withSpec(o.spec().withSchedulingGates(List.of()))));
      return stored.isPresent() ? Removal.DONE : Removal.OUTDATED;
    }

    @Override
    public ListedPods list() throws GatesUnavailableException {
      if (!isCalm && random.nextInt(10) == 0) {
        throw new GatesUnavailableException("not now");
      }
      return takesOver
          ? new ListedPods(
              Integer.toString(100 + version),
              now().list(Pod.class).stream().map(Pod::metadata).toList())
          : new ListedPods("1", List.of());
    }
  }
}
