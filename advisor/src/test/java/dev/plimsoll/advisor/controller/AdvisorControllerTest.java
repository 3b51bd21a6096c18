package dev.plimsoll.advisor.controller;

import static dev.plimsoll.advisor.controller.ControllerTestCluster.await;
import static dev.plimsoll.advisor.controller.ControllerTestCluster.decisions;
import static dev.plimsoll.advisor.controller.ControllerTestCluster.gauge;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.advisor.state.StateStore;
import dev.plimsoll.advisor.state.StoredState;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.server.metrics.MetricsRegistry;
import dev.plimsoll.testkit.access.User;
import dev.plimsoll.testkit.faults.FailureMode;
import dev.plimsoll.testkit.faults.ListFault;
import io.prometheus.metrics.model.snapshots.Labels;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AdvisorControllerTest {
  private static final ResourceName GPU = ResourceName.of(ControllerTestCluster.GPU);
  private static final Duration QUIET = ControllerTestCluster.SETTINGS.quiet();
  private static final Duration LONGER_THAN_ANY_DEBOUNCE =
      ControllerTestCluster.SETTINGS.longest().multipliedBy(2);
  private static final Duration INTERVAL = Duration.ofMinutes(5);

  @TempDir Path folder;
  private final Passes passes = new Passes();
  private final TimeByHand time = new TimeByHand();
  private ControllerTestCluster cluster;

  /** Counts how often the controller asks whether it leads, which it does in each pass. */
  private static final class Passes {
    private static final int MORE = 3;
    private final AtomicInteger asked = new AtomicInteger();

    BooleanSupplier counting(BooleanSupplier isLeader) {
      return () -> {
        boolean leads = isLeader.getAsBoolean();
        asked.incrementAndGet();
        return leads;
      };
    }

    /** Waits until the controller has looked several times whether there is something to do. */
    void awaitMore() throws InterruptedException {
      int before = asked.get();
      await(() -> asked.get() >= before + MORE);
    }
  }

  /** Time that passes only when it is told to. */
  private static final class TimeByHand {
    private final AtomicReference<Instant> now =
        new AtomicReference<>(Instant.parse("2030-01-07T00:00:00Z"));

    ControllerClock clock() {
      return new ControllerClock(now::get, ControllerTestCluster.SPEED);
    }

    void advance(Duration by) {
      now.updateAndGet(t -> t.plus(by));
    }
  }

  /** Starts a controller whose time stands still; it has decided once and seen what it wrote. */
  private MetricsRegistry startedByHand(ClusterInformers informers) throws InterruptedException {
    MetricsRegistry registry =
        cluster.start(
            informers, passes.counting(() -> true), ControllerTestCluster.inputs(), time.clock());
    await(() -> decisions(registry, "carried_out") == 1);
    await(
        () ->
            informers.cluster().list(ResourceQuota.class).stream()
                .allMatch(q -> q.spec().hard().getOrZero(GPU).value() == 8));
    return registry;
  }

  /** Lets time pass until it was decided so often: a blocked decision is tried again later. */
  private void awaitDecisions(MetricsRegistry registry, int expected) throws InterruptedException {
    await(
        () -> {
          time.advance(LONGER_THAN_ANY_DEBOUNCE);
          return decisions(registry, "carried_out") >= expected;
        });
  }

  @BeforeEach
  void start() {
    cluster = new ControllerTestCluster(folder);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private void awaitHard(String red, String blue) throws InterruptedException {
    await(() -> cluster.hard("red").equals(red) && cluster.hard("blue").equals(blue));
  }

  private long writes() {
    return cluster.server().calls().stream().filter(c -> !c.startsWith("GET ")).count();
  }

  @Test
  void decides_when_started_and_says_what_it_did() throws Exception {
    MetricsRegistry registry = cluster.start(() -> true);

    awaitHard("8", "8");
    await(() -> decisions(registry, "carried_out") >= 1);

    assertThat(gauge(registry, "plimsoll_advisor_leader")).isEqualTo(1);
    assertThat(gauge(registry, "plimsoll_advisor_changes_recommended", Labels.of("policy", "gpus")))
        .isNotNaN();
    assertThat(cluster.server().objects().list("plimsoll.dev/v1alpha1", "QuotaRecommendation"))
        .isNotEmpty();
    assertThat(
            cluster
                .server()
                .objects()
                .get("plimsoll.dev/v1alpha1", "CapacityPolicy", "", "gpus")
                .orElseThrow()
                .getAsJsonObject("status"))
        .isNotNull();
  }

  @ParameterizedTest
  @EnumSource(names = {"EMPTY", "HALF", "WITHOUT_ITEMS", "OTHER_KIND", "STATUS"})
  void decides_nothing_by_a_list_that_cannot_be(ListFault fault) throws Exception {
    ClusterInformers informers = cluster.synced();
    MetricsRegistry registry = startedByHand(informers);
    List<JsonObject> quotas = cluster.server().objects().list("v1", "ResourceQuota");
    String lists = "/(nodes|pods|resourcequotas|namespaces)[?]limit";
    for (String resource : List.of("nodes", "resourcequotas", "namespaces")) {
      cluster.server().faults().lists(1, "/" + resource + "[?]limit", fault);
    }
    cluster.server().faults().lists(Integer.MAX_VALUE, lists, ListFault.WITHOUT_ITEMS);

    await(
        () -> {
          cluster.server().faults().expireWatches();
          return informers.health().problems().size() >= 4;
        });
    await(
        () -> {
          time.advance(LONGER_THAN_ANY_DEBOUNCE);
          return gauge(registry, "plimsoll_advisor_blocked") == 1;
        });
    passes.awaitMore();
    assertThat(cluster.server().objects().list("v1", "ResourceQuota")).isEqualTo(quotas);

    cluster.server().faults().reset();
    await(() -> informers.health().problems().isEmpty());
    awaitDecisions(registry, 2);
    assertThat(cluster.server().objects().list("v1", "ResourceQuota")).isEqualTo(quotas);
  }

  /** Empties a list of the API server, and waits until the informers believe it. */
  private void emptyQuotas(ClusterInformers informers) throws InterruptedException {
    cluster
        .server()
        .faults()
        .lists(Integer.MAX_VALUE, "/api/v1/resourcequotas[?]", ListFault.EMPTY);
    cluster.server().faults().fail(1, "/resourcequotas[?].*watch=true", FailureMode.GONE);
    cluster.server().faults().cutWatches();
    await(() -> !informers.cluster().list(ResourceQuota.class).iterator().hasNext());
  }

  @Test
  void nothing_is_decided_until_a_self_check_finds_nothing_wrong() throws Exception {
    ClusterInformers informers = cluster.synced();
    MetricsRegistry registry = startedByHand(informers);
    cluster
        .server()
        .faults()
        .fail(Integer.MAX_VALUE, "/api/v1/limitranges[?]limit", FailureMode.INTERNAL_ERROR);
    emptyQuotas(informers);
    long writes = writes();

    time.advance(INTERVAL);
    await(() -> gauge(registry, "plimsoll_advisor_blocked") == 1);
    assertThat(decisions(registry, "carried_out")).isEqualTo(1);
    assertThat(writes()).isEqualTo(writes);

    cluster.server().faults().reset();
    while (!informers.check().isEmpty()) {
      assertThat(informers.repair()).isPresent();
    }
    awaitDecisions(registry, 2);
    assertThat(gauge(registry, "plimsoll_advisor_blocked")).isZero();
    assertThat(cluster.server().objects().list("v1", "ResourceQuota")).hasSize(2);
  }

  @Test
  void no_quota_is_created_beside_one_that_lists_have_lost() throws Exception {
    ClusterInformers informers = cluster.synced();
    MetricsRegistry registry = startedByHand(informers);
    emptyQuotas(informers);
    await(() -> informers.repair().isEmpty());

    awaitDecisions(registry, 2);

    assertThat(cluster.server().objects().list("v1", "ResourceQuota"))
        .extracting(q -> q.getAsJsonObject("metadata").get("name").getAsString())
        .containsOnly("gpu");
  }

  @Test
  void decides_when_something_has_changed() throws Exception {
    cluster.start(() -> true);
    awaitHard("8", "8");

    cluster.node("n3");

    awaitHard("12", "12");
  }

  @Test
  void changes_in_quick_succession_are_decided_upon_once() throws Exception {
    ClusterInformers informers = cluster.synced();
    MetricsRegistry registry = startedByHand(informers);

    for (int i = 3; i < 9; i++) {
      cluster.node("n" + i);
    }
    await(() -> informers.cluster().nodes().size() == 8);
    time.advance(QUIET);
    awaitHard("32", "32");
    await(() -> decisions(registry, "carried_out") == 2);
    passes.awaitMore();

    assertThat(decisions(registry, "carried_out")).isEqualTo(2);
  }

  @Test
  void decides_once_in_an_interval_even_if_nothing_changes_and_not_because_of_itself()
      throws Exception {
    MetricsRegistry registry = startedByHand(cluster.synced());
    time.advance(QUIET);
    await(() -> decisions(registry, "carried_out") == 2);

    time.advance(LONGER_THAN_ANY_DEBOUNCE);
    passes.awaitMore();
    assertThat(decisions(registry, "carried_out")).isEqualTo(2);

    time.advance(INTERVAL);
    await(() -> decisions(registry, "carried_out") == 3);
  }

  @Test
  void a_replica_that_does_not_lead_writes_nothing_until_it_does() throws Exception {
    AtomicBoolean isLeader = new AtomicBoolean();
    MetricsRegistry registry = cluster.start(passes.counting(isLeader::get));
    passes.awaitMore();
    assertThat(writes()).isZero();
    assertThat(gauge(registry, "plimsoll_advisor_leader")).isZero();

    isLeader.set(true);

    awaitHard("8", "8");
  }

  @Test
  void no_write_follows_the_loss_of_the_lease() throws Exception {
    AtomicBoolean lost = new AtomicBoolean();
    MetricsRegistry registry =
        cluster.start(
            passes.counting(
                () -> {
                  boolean reduced =
                      cluster.server().calls().stream()
                          .anyMatch(
                              c -> c.startsWith("PATCH /api/v1/namespaces/blue/resourcequotas"));
                  lost.compareAndSet(false, reduced);
                  return !lost.get();
                }));

    await(() -> decisions(registry, "fenced") == 1);
    long writes = writes();
    passes.awaitMore();

    assertThat(writes).as("dry runs for red and blue").isEqualTo(2);
    assertThat(writes()).isEqualTo(2);
    assertThat(List.of(cluster.hard("red"), cluster.hard("blue"))).containsExactly("2", "30");
    assertThat(decisions(registry, "carried_out")).isZero();
  }

  @Test
  void the_next_leader_completes_what_was_begun() throws Exception {
    AtomicInteger writes = new AtomicInteger();
    MetricsRegistry registry = cluster.start(() -> writes() < 2 || writes.incrementAndGet() < 0);
    await(() -> decisions(registry, "fenced") >= 1);
    assertThat(cluster.hard("red")).isEqualTo("2");

    cluster.start(() -> true);

    awaitHard("8", "8");
  }

  @Test
  void nothing_is_decided_before_everything_has_been_read() throws Exception {
    cluster.server().access().token("secret", new User("me", "1", List.of()));
    for (String resource : List.of("nodes", "namespaces", "resourcequotas", "limitranges")) {
      cluster.server().access().allow("me", "list", resource, "*");
      cluster.server().access().allow("me", "watch", resource, "*");
    }
    ClusterInformers informers = cluster.informers();
    assertThat(informers.awaitSynced(Duration.ofSeconds(1))).isFalse();
    MetricsRegistry registry = cluster.start(informers, () -> true, ControllerTestCluster.inputs());

    await(() -> gauge(registry, "plimsoll_advisor_blocked") == 1);

    assertThat(writes()).isZero();
    assertThat(decisions(registry, "carried_out")).isZero();
  }

  @Test
  void nothing_is_decided_while_the_server_is_away_and_again_once_it_is_back() throws Exception {
    MetricsRegistry registry = cluster.start(passes.counting(() -> true));
    awaitHard("8", "8");
    cluster.server().stop();
    await(() -> gauge(registry, "plimsoll_advisor_blocked") == 1);
    long before = decisions(registry, "carried_out");
    passes.awaitMore();
    assertThat(decisions(registry, "carried_out")).isEqualTo(before);

    cluster.node("n3");
    cluster.server().faults().compact();
    cluster.server().comeBack();
    cluster.server().sendBookmarks();

    awaitHard("12", "12");
    assertThat(gauge(registry, "plimsoll_advisor_blocked")).isZero();
  }

  @Test
  void watches_told_that_their_version_is_gone_lead_to_no_wrong_decision() throws Exception {
    cluster.start(() -> true);
    awaitHard("8", "8");

    cluster.server().faults().expireWatches();
    cluster.node("n3");

    awaitHard("12", "12");
  }

  @Test
  void a_policy_that_became_invalid_stops_decisions_and_says_so() throws Exception {
    MetricsRegistry registry = cluster.start(() -> true);
    awaitHard("8", "8");

    cluster
        .server()
        .objects()
        .change(
            "plimsoll.dev/v1alpha1",
            "CapacityPolicy",
            "",
            "gpus",
            p -> {
              p.getAsJsonObject("spec").add("tenants", new JsonArray());
              return p;
            });

    await(() -> decisions(registry, "failed") >= 1);
    assertThat(cluster.hard("red")).isEqualTo("8");
  }

  @Test
  void each_decision_rests_on_the_state_that_the_one_before_left() throws Exception {
    CountingState state = new CountingState();
    cluster.start(cluster.synced(), () -> true, ControllerTestCluster.inputs(state));

    await(() -> state.writes.get() >= 2);

    assertThat(state.wrongVersions.get()).isZero();
  }

  /** Gives each write a version, and counts those that expect another. */
  private static final class CountingState implements StateStore {
    private final AtomicInteger writes = new AtomicInteger();
    private final AtomicInteger wrongVersions = new AtomicInteger();

    @Override
    public StoredState read() {
      return new StoredState(new JsonObject(), Integer.toString(writes.get()));
    }

    @Override
    public boolean write(JsonObject state, String expectedVersion) {
      if (!expectedVersion.equals(Integer.toString(writes.getAndIncrement()))) {
        wrongVersions.incrementAndGet();
      }
      return true;
    }
  }
}
