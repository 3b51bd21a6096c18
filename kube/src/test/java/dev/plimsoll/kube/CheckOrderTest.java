package dev.plimsoll.kube;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.file.ManifestSet;
import dev.plimsoll.kube.file.SourcedObject;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.model.check.CheckFinding;
import dev.plimsoll.model.check.CheckResult;
import dev.plimsoll.model.check.CheckedObject;
import dev.plimsoll.model.check.Effect;
import dev.plimsoll.model.check.SetCheck;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Simulation;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Controllers create the pods of a set in no fixed order. Small drawn sets are played in every
 * order: what {@code check} says for certain is so in each of them.
 */
class CheckOrderTest {
  private static final int SETS = 150;
  private static final int LARGER_SETS = 24;
  private static final String HOST = "kubernetes.io/hostname";
  private static final List<String> FEATURES =
      List.of(
          "",
          "",
          "",
          "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: "
              + HOST
              + ", labelSelector: {matchLabels: {app: NAME}}}]}},",
          "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: "
              + HOST
              + ", labelSelector: {matchLabels: {app: w0}}}]}},",
          "affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: "
              + HOST
              + ", labelSelector: {matchLabels: {app: w1}}}]}},",
          "topologySpreadConstraints: [{maxSkew: 1, whenUnsatisfiable: DoNotSchedule, topologyKey: "
              + HOST
              + ", labelSelector: {matchLabels: {app: NAME}}}],",
          "nodeSelector: {" + HOST + ": n0},");

  private static final String CLASS =
      """
      ---
      apiVersion: storage.k8s.io/v1
      kind: StorageClass
      metadata: {name: fast}
      provisioner: example.com/disks
      volumeBindingMode: WaitForFirstConsumer
      """;
  private static final String WEB =
      """
      ---
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: NAME, namespace: a}
      spec:
        replicas: 4
        selector: {matchLabels: {app: NAME}}
        template:
          metadata: {labels: {app: NAME}}
          spec: {containers: [{name: c, image: x, resources: {requests: {cpu: 500m}}}]}
      """;
  private static final String CLAIMING =
      """
      ---
      apiVersion: apps/v1
      kind: StatefulSet
      metadata: {name: db, namespace: a}
      spec:
        replicas: 2
        serviceName: db
        selector: {matchLabels: {app: db}}
        template:
          metadata: {labels: {app: db}}
          spec:
            topologySpreadConstraints:
            - maxSkew: 1
              whenUnsatisfiable: DoNotSchedule
              topologyKey: kubernetes.io/hostname
              labelSelector: {matchLabels: {app: db}}
            containers:
            - name: c
              image: x
              resources: {requests: {cpu: 500m}}
              volumeMounts: [{name: data, mountPath: /data}]
        volumeClaimTemplates:
        - metadata: {name: data}
          spec:
            accessModes: [ReadWriteOnce]
            storageClassName: fast
            resources: {requests: {storage: 1Gi}}
      """;

  private int certain;
  private int uncertain;
  private int needless;

  @Test
  void what_is_certain_of_a_small_set_is_so_in_every_order_of_its_pods() {
    for (int seed = 0; seed < SETS; seed++) {
      Random random = new Random(seed);
      String cluster = cluster(random, 1 + seed % 5, 4);
      check("seed " + seed, cluster, set(random, 3 + seed % 2, 1 + random.nextInt(3)));
    }

    assertThat(certain).as(counts()).isGreaterThan(SETS);
    assertThat(uncertain).as(counts()).isGreaterThan(SETS);
    assertThat(needless).as(counts()).isLessThan(uncertain / 10);
  }

  /** Such sets have too many orders for {@code check}, and few nodes make the orders alike. */
  @Test
  void what_is_certain_of_a_larger_set_is_so_in_every_order_of_its_pods() {
    for (int seed = 0; seed < LARGER_SETS; seed++) {
      Random random = new Random(seed);
      String cluster = cluster(random, 1 + seed % 2, 8 << (seed % 4));
      check(
          "larger, seed " + seed,
          cluster,
          set(random, 4, 4).replaceAll("replicas: .", "replicas: 4"));
    }

    assertThat(certain).as(counts()).isGreaterThan(LARGER_SETS / 2);
    assertThat(uncertain).as(counts()).isGreaterThan(LARGER_SETS);
    assertThat(needless).as(counts()).isLessThan(uncertain / 2);
  }

  @Test
  void ample_nodes_make_pods_with_volumes_or_spread_certain() {
    String cluster = cluster(new Random(1), 1, 1) + CLASS;
    String others =
        IntStream.range(0, 4).mapToObj(i -> WEB.replace("NAME", "web" + i)).collect(joining());

    assertThat(effects(cluster.replaceAll("cpu: \\d+", "cpu: 10"), others + CLAIMING)).isEmpty();
    assertThat(effects(cluster.replaceAll("cpu: \\d+", "cpu: 8"), others + CLAIMING))
        .contains("db Unknown");
  }

  private static List<String> effects(String cluster, String set) {
    return SetCheck.on(simulation(cluster), c -> PodHolds.NONE)
        .check(checked(set))
        .findings()
        .stream()
        .map(f -> f.affected().name() + " " + f.effect())
        .toList();
  }

  private String counts() {
    return "%d certain, %d uncertain, %d of them needlessly"
        .formatted(certain, uncertain, needless);
  }

  private void check(String about, String cluster, String set) {
    Simulation start = simulation(cluster);
    List<CheckedObject> objects = checked(set);
    Orders orders = Orders.of(start, objects);

    CheckResult result = SetCheck.on(start, c -> PodHolds.NONE).check(objects);

    Map<String, String> said = new TreeMap<>();
    Set<String> unsure = new TreeSet<>();
    for (CheckFinding finding : result.findings()) {
      String name = finding.affected().name();
      if (finding.effect() == Effect.Unknown) {
        unsure.add(name);
      } else if (finding.effect() == Effect.Denied || finding.effect() == Effect.Waits) {
        said.put(name, finding.effect() + " " + finding.pods());
      }
    }
    String story = about + "\n" + cluster + set + "\n" + result.findings() + "\n" + orders.ends;
    for (String name : orders.names) {
      Set<String> verdicts = orders.verdicts(name);
      if (unsure.contains(name)) {
        uncertain++;
        needless += verdicts.size() == 1 ? 1 : 0;
      } else {
        certain++;
        assertThat(verdicts)
            .as(name + " of " + story)
            .containsExactly(said.getOrDefault(name, "runs"));
      }
    }
    if (!said.isEmpty()) {
      assertThat(orders.ends)
          .as(story)
          .noneMatch(e -> Set.copyOf(e.values()).equals(Set.of("runs")));
    }
  }

  private static String cluster(Random random, int nodes, int cpu) {
    StringBuilder text =
        new StringBuilder("apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n");
    for (int i = 0; i < nodes; i++) {
      text.append(
          """
          ---
          apiVersion: v1
          kind: Node
          metadata: {name: n%1$d, labels: {kubernetes.io/hostname: n%1$d}}
          status: {allocatable: {cpu: %2$d, memory: 64Gi, pods: 110}}
          """
              .formatted(i, 1 + random.nextInt(cpu)));
    }
    if (random.nextBoolean()) {
      String hard =
          random.nextBoolean()
              ? "pods: " + (2 + random.nextInt(2 * cpu))
              : "requests.cpu: " + (2 + random.nextInt(2 * cpu));
      text.append(
          """
          ---
          apiVersion: v1
          kind: ResourceQuota
          metadata: {name: q, namespace: a}
          spec: {hard: {%1$s}}
          status: {hard: {%1$s}, used: {%2$s: 0}}
          """
              .formatted(hard, hard.substring(0, hard.indexOf(':'))));
    }
    return text.toString();
  }

  private static String set(Random random, int workloads, int most) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < workloads; i++) {
      String spec =
          "{%s containers: [{name: c, image: x, resources: {requests: {cpu: %dm}}}]}"
              .formatted(
                  FEATURES.get(random.nextInt(FEATURES.size())).replace("NAME", "w" + i),
                  250 * (1 + random.nextInt(8)));
      if (random.nextInt(5) == 0) {
        text.append(
            "---\napiVersion: v1\nkind: Pod\nmetadata: {name: w%1$d, namespace: a, labels: {app: w%1$d}}\nspec: %2$s\n"
                .formatted(i, spec));
      } else {
        text.append(
            """
            ---
            apiVersion: apps/v1
            kind: %3$s
            metadata: {name: w%1$d, namespace: a}
            spec:
              replicas: %4$d
              selector: {matchLabels: {app: w%1$d}}
              template:
                metadata: {labels: {app: w%1$d}}
                spec: %2$s
            """
                .formatted(
                    i,
                    spec,
                    random.nextInt(4) == 0 ? "StatefulSet" : "Deployment",
                    1 + random.nextInt(most)));
      }
    }
    return text.toString();
  }

  private static Simulation simulation(String text) {
    ClusterBuilder builder = Cluster.builder(Instant.EPOCH).complete();
    objects(text).forEach(o -> builder.add(o.object()));
    return Simulation.of(builder.build(), AdmissionChain.standard(), DefaultPlugins.scheduler());
  }

  private static List<CheckedObject> checked(String text) {
    return objects(text).stream().map(SourcedObject::checked).toList();
  }

  private static List<SourcedObject> objects(String text) {
    return ManifestSet.read(
            new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "drawn", "a")
        .objects();
  }

  /** Plays a set in every order in which controllers can create its pods. */
  private static final class Orders {
    private static final String DENIED = "denied";

    private final List<String> names = new ArrayList<>();
    private final List<List<Pod>> creators = new ArrayList<>();
    private final List<Boolean> ordered = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private final Set<Map<String, String>> ends = new HashSet<>();

    /** A pod that was created: denied, on a node, or without one. */
    private record Created(Pod pod, String fate) {}

    static Orders of(Simulation start, List<CheckedObject> set) {
      Orders orders = new Orders();
      Simulation with = start;
      List<Pod> bare = new ArrayList<>();
      for (CheckedObject each : set) {
        ApiObject object = each.object();
        if (object instanceof Pod pod) {
          bare.add(pod);
        } else {
          with = with.of(with.cluster().with(object));
        }
        orders.names.add(object.name());
      }
      for (CheckedObject each : set) {
        if (each.object() instanceof Workload workload) {
          PodTemplateOwner owner =
              with.workloads()
                  .workloadOf(workload.reference())
                  .orElseThrow()
                  .templateOwners()
                  .get(0);
          orders.creators.add(owner.missingPods());
          orders.ordered.add(owner.isOrdered());
        }
      }
      orders.creators.add(bare);
      orders.ordered.add(false);
      orders.play(with, new int[orders.creators.size()], List.of());
      return orders;
    }

    Set<String> verdicts(String name) {
      Set<String> verdicts = new TreeSet<>();
      ends.forEach(e -> verdicts.add(e.get(name)));
      return verdicts;
    }

    private void play(Simulation now, int[] next, List<Created> made) {
      List<String> key =
          new ArrayList<>(made.stream().map(c -> name(c.pod()) + c.fate()).sorted().toList());
      key.add(Arrays.toString(next));
      if (!seen.add(key.toString())) {
        return;
      }
      boolean isEnd = true;
      for (int i = 0; i < next.length; i++) {
        if (next[i] == creators.get(i).size()) {
          continue;
        }
        isEnd = false;
        Pod pod = creators.get(i).get(next[i]);
        Simulation.Step step = now.create(pod);
        String fate = step.attempt().isAdmitted() ? step.attempt().node() : DENIED;
        int[] after = next.clone();
        after[i] =
            ordered.get(i) && (fate.isEmpty() || fate.equals(DENIED))
                ? creators.get(i).size()
                : after[i] + 1;
        List<Created> more = new ArrayList<>(made);
        more.add(new Created(step.attempt().pod(), fate));
        play(step.after(), after, more);
      }
      if (isEnd) {
        ends.add(end(now, made));
      }
    }

    /** Lets the scheduler try waiting pods again until none moves. */
    private Map<String, String> end(Simulation last, List<Created> made) {
      Simulation now = last;
      List<Created> all = new ArrayList<>(made);
      boolean moves = true;
      while (moves) {
        moves = false;
        for (int i = 0; i < all.size(); i++) {
          Pod pod = all.get(i).pod();
          if (all.get(i).fate().isEmpty()
              && now.scheduleResultOf(pod) instanceof ScheduleResult.Feasible) {
            Simulation.Step step = now.schedule(pod);
            all.set(i, new Created(pod, step.attempt().node()));
            now = step.after();
            moves = true;
          }
        }
      }
      Map<String, String> verdicts = new TreeMap<>();
      for (String name : names) {
        long denied = count(all, name, DENIED);
        long waiting = count(all, name, "");
        verdicts.put(
            name, denied > 0 ? "Denied " + denied : waiting > 0 ? "Waits " + waiting : "runs");
      }
      return verdicts;
    }

    private static long count(List<Created> all, String name, String fate) {
      return all.stream().filter(c -> name(c.pod()).equals(name) && c.fate().equals(fate)).count();
    }

    private static String name(Pod pod) {
      return pod.metadata().labels().getOrDefault("app", "");
    }
  }
}
