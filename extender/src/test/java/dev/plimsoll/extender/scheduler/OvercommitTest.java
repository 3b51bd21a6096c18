package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.protocol.ExtenderBindingArgs;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.Tenant;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.RepeatedTest;

/**
 * Many schedulers at once, while the news of bindings comes late, in another order than they were
 * made and everything is counted anew: no node's GPUs, no quota and no share is ever overcommitted,
 * all assumed pods expire, and no resync finds anything else.
 */
class OvercommitTest {
  private static final int THREADS = 8;
  private static final int PODS = 600;
  private static final int NODES = 6;
  private static final int QUOTA = 14;
  private static final Map<String, Integer> SHARES =
      Map.of("team-0", 6, "team-1", 6, "team-2", 18, "team-3", 18);

  private final Map<String, AtomicLong> onNodes = new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> inNamespaces = new ConcurrentHashMap<>();
  private final Map<String, Pod> asked = new ConcurrentHashMap<>();
  private final List<String> overcommitted = Collections.synchronizedList(new ArrayList<>());
  private final BlockingQueue<Pod> news = new LinkedBlockingQueue<>();
  private final Random random = new Random(1);

  /**
   * The schedulers of these pods bind last. Others have filled the node by then, so that
   * kube-scheduler would try the pod again.
   */
  private final Set<String> slow = Set.of("pod-0", "pod-4", "pod-9", "pod-14");

  private final CountDownLatch othersAreDone = new CountDownLatch(PODS - slow.size());

  @RepeatedTest(3)
  void nothing_is_overcommitted_and_assumed_pods_drain() throws Exception {
    ClusterBuilder builder = ExtenderFixtures.cluster();
    for (int i = 0; i < NODES; i++) {
      builder.add(ExtenderFixtures.node("node-" + i, 8));
    }
    for (int i = 0; i < 4; i++) {
      builder.add(ExtenderFixtures.quota("team-" + i, QUOTA));
    }
    ExtenderSettings extenderSettings =
        new ExtenderSettings(true, Set.of(ExtenderFixtures.GPU), Duration.ofMinutes(10))
            .withBind()
            .withPolicies(
                List.of(
                    ExtenderFixtures.policy(
                        PlacementMode.HOLD,
                        BorrowingMode.NEVER,
                        Tenant.of("small", 1, "team-0"),
                        Tenant.of("little", 1, "team-1"),
                        Tenant.of("large", 3, "team-2"),
                        Tenant.of("big", 3, "team-3"))));
    List<Pod> pods = new ArrayList<>();
    for (int i = 0; i < PODS; i++) {
      pods.add(ExtenderFixtures.pod("team-" + i % 4, "pod-" + i, 1 + i % 3, ""));
    }
    Cluster start = builder.addAll(pods).build();
    Extender extender = new Extender(start, extenderSettings, this::bind, Ticker.SYSTEM);

    ExecutorService threads = Executors.newFixedThreadPool(THREADS + 2);
    Future<Cluster> informer = threads.submit(() -> deliver(extender, start));
    AtomicBoolean ended = new AtomicBoolean();
    Future<List<String>> drifts = threads.submit(() -> resync(extender, ended));
    List<Callable<Boolean>> schedulers = new ArrayList<>();
    pods.forEach(pod -> schedulers.add(() -> scheduleOnce(extender, pod)));
    List<Pod> unbound = new ArrayList<>();
    Iterator<Pod> next = pods.iterator();
    for (Future<Boolean> scheduled : threads.invokeAll(schedulers)) {
      Pod pod = next.next();
      if (!scheduled.get()) {
        unbound.add(pod);
      }
    }
    assertThat(unbound).hasSizeLessThan(PODS);
    for (Pod pod : unbound) {
      schedule(extender, pod);
    }
    news.add(ExtenderFixtures.pod("end", "end", 1, "end"));
    informer.get();
    ended.set(true);
    threads.shutdown();

    assertThat(overcommitted).isEmpty();
    assertThat(drifts.get()).isEmpty();
    assertThat(extender.decisions().assumedPods()).isEmpty();
    assertThat(onNodes.values()).allMatch(g -> g.get() <= 8);
    SHARES.forEach(
        (team, share) ->
            assertThat(inNamespaces.get(team)).as(team).hasValue(Math.min(QUOTA, share)));
    onNodes.forEach(
        (node, gpus) ->
            assertThat(
                    extender
                        .decisions()
                        .nodes()
                        .of(node)
                        .capacity()
                        .requested()
                        .getOrZero(ExtenderFixtures.GPU))
                .isEqualTo(Quantity.of(gpus.get())));
  }

  private static List<String> resync(Extender extender, AtomicBoolean ended) {
    List<String> drifts = new ArrayList<>();
    while (!ended.get()) {
      drifts.addAll(extender.decisions().resync());
    }
    return drifts;
  }

  private boolean scheduleOnce(Extender extender, Pod pod) throws InterruptedException {
    try {
      return schedule(extender, pod);
    } finally {
      if (!slow.contains(pod.name())) {
        othersAreDone.countDown();
      }
    }
  }

  private boolean schedule(Extender extender, Pod pod) throws InterruptedException {
    asked.put(pod.name(), pod);
    String[] names = new String[NODES];
    for (int i = 0; i < NODES; i++) {
      names[i] = "node-" + i;
    }
    JsonArray passing =
        json(extender.filter(bytes(ExtenderFixtures.args(pod, names)))).getAsJsonArray("NodeNames");
    if (passing.isEmpty()) {
      return false;
    }
    String node =
        passing.get(pod.name().hashCode() % 2 == 0 ? 0 : passing.size() - 1).getAsString();
    if (slow.contains(pod.name())) {
      othersAreDone.await();
    }
    String error =
        json(extender.bind(bytes(ExtenderFixtures.binding(pod, node)))).get("Error").getAsString();
    return error.isEmpty();
  }

  /** The API server: it takes every binding, and the test counts. */
  private String bind(ExtenderBindingArgs binding) {
    Pod pod = Objects.requireNonNull(asked.get(binding.podName()));
    long gpus =
        pod.spec().containers().get(0).resources().limits().getOrZero(ExtenderFixtures.GPU).value();
    count(onNodes, binding.node(), gpus, 8);
    int share = SHARES.getOrDefault(binding.podNamespace(), 0);
    count(inNamespaces, binding.podNamespace(), gpus, Math.min(QUOTA, share));
    news.add(pod.withSpec(pod.spec().withNodeName(binding.node())));
    return "";
  }

  private void count(Map<String, AtomicLong> counts, String name, long gpus, long most) {
    long now = counts.computeIfAbsent(name, n -> new AtomicLong()).addAndGet(gpus);
    if (now > most) {
      overcommitted.add(name + " has " + now + " of " + most);
    }
  }

  /** The informer: it tells of bindings late and out of order. */
  private Cluster deliver(Extender extender, Cluster start) throws InterruptedException {
    Cluster cluster = start;
    List<Pod> held = new ArrayList<>();
    boolean ending = false;
    while (!ending || !held.isEmpty()) {
      if (!ending) {
        Pod next = news.take();
        ending = next.name().equals("end");
        if (!ending) {
          held.add(next);
        }
      }
      while (held.size() > (ending ? 0 : 5)) {
        Pod bound = held.remove(random.nextInt(held.size()));
        Pod pending = Objects.requireNonNull(asked.get(bound.name()));
        cluster = cluster.with(bound);
        ExtenderFixtures.changed(extender, Optional.of(pending), Optional.of(bound), cluster);
      }
    }
    return cluster;
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private static JsonObject json(Extender.Response response) {
    return JsonParser.parseString(ExtenderFixtures.text(response.json())).getAsJsonObject();
  }
}
