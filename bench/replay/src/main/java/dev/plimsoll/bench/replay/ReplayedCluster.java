package dev.plimsoll.bench.replay;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.advisor.backtest.BacktestReport;
import dev.plimsoll.advisor.backtest.DemandTrace;
import dev.plimsoll.advisor.backtest.ObservedOutcome;
import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTreeReader;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.yaml.YamlFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Plays a trace: at each step each tenant wants what was recorded, and several times within a step
 * the quotas in force are looked at, judged, and used. While a process starts, time stands still:
 * it takes as long in a cluster, and not so many times as long.
 */
final class ReplayedCluster {
  private static final int LOOKS = 10;
  private static final int CHANGES_OF_STEP_MILLIS = 8000;
  private static final int BOOKMARKS_MILLIS = 30_000;
  private static final int OUTAGE_STEPS = 12;
  private static final String POLICIES = "/apis/plimsoll.dev/v1alpha1/capacitypolicies";

  private final ReplayServer server;
  private final Path folder;
  private final DemandTrace trace;
  private final Duration step;
  private final double speed;
  private final Connection connection;
  private final List<ReplayTenant> tenants = new ArrayList<>();
  private final ObservedOutcome outcome;
  private final List<String> restarts = new ArrayList<>();
  private final Instant started = Instant.now();
  private Map<String, Long> quotas = new HashMap<>();
  private long changes;
  private double waitingOfPods;
  private Instant stepZero = started;
  private Instant lastBookmark = started;
  private Optional<AdvisorProcess> advisor = Optional.empty();

  ReplayedCluster(ReplayServer server, Path folder, DemandTrace trace, Duration step)
      throws IOException {
    this.server = server;
    this.folder = folder;
    this.trace = trace;
    this.step = step;
    this.speed = (double) trace.step().toMillis() / step.toMillis();
    this.connection =
        Connection.open(new ClusterAccess(Optional.of(server.kubeconfig()), Optional.empty()));
    this.outcome = new ObservedOutcome(trace);
  }

  ReplayResult play(BacktestReport report) throws Exception {
    try {
      install();
      startAdvisor(0);
      int steps = trace.samples().size();
      for (int i = 0; i < steps; i++) {
        disturb(i, steps);
        play(i);
      }
    } finally {
      advisor.ifPresent(AdvisorProcess::close);
      connection.close();
    }
    return new ReplayResult(
        server.description(),
        outcome.outcome("advise --watch on " + server.description(), report, changes),
        waitingOfPods,
        restarts,
        step,
        Duration.between(started, Instant.now()));
  }

  private void install() throws Exception {
    Path root = Path.of(System.getProperty("plimsoll.root"), "manifests", "crds");
    for (String definition :
        List.of("capacitypolicies.yaml", "quotarecommendations.yaml", "quotarequests.yaml")) {
      post(
          "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
          YamlFile.read(root.resolve(definition)).get(0).json());
    }
    post("/api/v1/namespaces", json("{'metadata': {'name': 'plimsoll'}}"));
    long capacity = trace.first().capacity();
    String amounts =
        "{'cpu': '100000', 'pods': '100000', 'nvidia.com/gpu': '%d'}".formatted(capacity);
    post("/api/v1/nodes", json("{'metadata': {'name': '%s'}}".formatted(ReplayTenant.NODE)));
    JsonObject unused =
        connection.write(
            "PATCH",
            "/api/v1/nodes/" + ReplayTenant.NODE + "/status",
            Map.of(),
            Connection.MERGE_PATCH,
            json(
                """
                {'status': {'capacity': %1$s, 'allocatable': %1$s,
                  'conditions': [{'type': 'Ready', 'status': 'True', 'reason': 'Replayed'}]}}
                """
                    .formatted(amounts)));
    for (int i = 0; i < trace.tenants().size(); i++) {
      ReplayTenant tenant =
          new ReplayTenant(connection, trace.tenants().get(i), i, server.enforcesQuota());
      tenant.create(trace.first().quotas().get(i));
      tenants.add(tenant);
    }
    awaitPolicies();
    post(POLICIES, policy());
    look();
    changes = 0;
    for (int i = 0; i < tenants.size(); i++) {
      want(i, trace.first().demands().get(i));
    }
  }

  private void awaitPolicies() throws InterruptedException {
    long until = System.currentTimeMillis() + CHANGES_OF_STEP_MILLIS;
    while (System.currentTimeMillis() < until) {
      try {
        JsonObject unused = get(POLICIES);
        return;
      } catch (StatusException e) {
        Thread.sleep(100);
      }
    }
  }

  private JsonObject policy() {
    JsonObject policy =
        json(
            """
            {'apiVersion': 'plimsoll.dev/v1alpha1', 'kind': 'CapacityPolicy',
             'metadata': {'name': 'gpus'},
             'spec': {'resources': [{'name': 'nvidia.com/gpu'}],
               'division': {'type': 'Demand'},
               'changes': {'apply': 'Automatic', 'step': '100%', 'hysteresis': 0,
                 'limits': {'quotas': 1000, 'units': '100%', 'confidence': 'Low'}}}}
            """);
    JsonArray list = new JsonArray();
    for (int i = 0; i < tenants.size(); i++) {
      JsonObject tenant = new JsonObject();
      tenant.addProperty("name", tenants.get(i).name().toLowerCase(Locale.ROOT));
      tenant.addProperty("weight", trace.first().quotas().get(i));
      JsonArray namespaces = new JsonArray();
      namespaces.add(tenants.get(i).namespace());
      tenant.add("namespaces", namespaces);
      list.add(tenant);
    }
    policy.getAsJsonObject("spec").add("tenants", list);
    return policy;
  }

  /** Kills the advisor four times, the second time for an hour. */
  private void disturb(int index, int steps) throws Exception {
    int every = Math.max(OUTAGE_STEPS + 1, steps / 5);
    if (index > 0 && index % every == 0 && index / every <= 4) {
      advisor.ifPresent(AdvisorProcess::close);
      advisor = Optional.empty();
      boolean forLong = index / every == 2;
      restarts.add(
          "Killed at step " + index + (forLong ? ", for " + OUTAGE_STEPS + " steps." : "."));
      if (!forLong) {
        startAdvisor(index);
      }
    } else if (index == 2 * every + OUTAGE_STEPS) {
      startAdvisor(index);
    }
  }

  /** Starts it while time stands still. */
  private void startAdvisor(int index) throws Exception {
    Instant resumed = Instant.now().plusMillis(CHANGES_OF_STEP_MILLIS);
    stepZero = resumed.minus(step.multipliedBy(index));
    AdvisorProcess process =
        AdvisorProcess.start(
            folder,
            server.kubeconfig(),
            started.plus(trace.step().multipliedBy(index)),
            resumed,
            speed);
    advisor = Optional.of(process);
    process.awaitReady();
    sleepUntil(resumed);
  }

  private void play(int index) throws Exception {
    DemandTrace.Sample sample = trace.samples().get(index);
    for (int i = 0; i < tenants.size(); i++) {
      want(i, sample.demands().get(i));
    }
    Instant begin = stepZero.plus(step.multipliedBy(index));
    Duration look = step.dividedBy(LOOKS);
    for (int k = 0; k < LOOKS; k++) {
      sleepUntil(begin.plus(look.multipliedBy(k)).plus(look.dividedBy(2)));
      look();
      Duration interval = trace.step().dividedBy(LOOKS);
      outcome.add(index, interval, quotas);
      for (int i = 0; i < tenants.size(); i++) {
        ReplayTenant tenant = tenants.get(i);
        waitingOfPods +=
            Math.max(0, sample.demands().get(i) - tenant.running())
                * (interval.toMillis() / 3_600_000.0);
        tenant.admit(quota(tenant));
        tenant.report(quota(tenant));
      }
    }
    if (Duration.between(lastBookmark, Instant.now()).toMillis() > BOOKMARKS_MILLIS) {
      server.bookmark();
      lastBookmark = Instant.now();
    }
  }

  private void want(int index, long gpus) throws StatusException {
    ReplayTenant tenant = tenants.get(index);
    tenant.want(gpus, quota(tenant));
    tenant.report(quota(tenant));
  }

  private long quota(ReplayTenant tenant) {
    return quotas.getOrDefault(tenant.name(), 0L);
  }

  /** Looks at the quotas in force, and counts those that are others than before. */
  private void look() throws StatusException {
    Map<String, Long> byNamespace = new HashMap<>();
    for (JsonElement item : get("/api/v1/resourcequotas").getAsJsonArray("items")) {
      JsonObject quota = item.getAsJsonObject();
      byNamespace.put(
          quota.getAsJsonObject("metadata").get("namespace").getAsString(),
          quota.getAsJsonObject("spec").getAsJsonObject("hard").get(ReplayTenant.GPU).getAsLong());
    }
    Map<String, Long> now = new HashMap<>();
    tenants.forEach(t -> now.put(t.name(), byNamespace.getOrDefault(t.namespace(), 0L)));
    now.forEach((name, quota) -> changes += quota.equals(quotas.get(name)) ? 0 : 1);
    quotas = now;
  }

  private static void sleepUntil(Instant time) throws InterruptedException {
    long millis = Duration.between(Instant.now(), time).toMillis();
    if (millis > 0) {
      Thread.sleep(millis);
    }
  }

  private JsonObject get(String path) throws StatusException {
    return connection
        .get(path, Map.of(), Connection.JSON, JsonPruning.NONE, JsonTreeReader::object)
        .toJson();
  }

  private void post(String path, JsonObject object) throws StatusException {
    JsonObject unused = connection.write("POST", path, Map.of(), Connection.JSON, object);
  }

  private static JsonObject json(String text) {
    return JsonParser.parseString(text.replace('\'', '"')).getAsJsonObject();
  }
}
