package dev.plimsoll.advisor.notify;

import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.kube.periodic.TaskStatus;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import dev.plimsoll.server.metrics.MetricsRegistry;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Tells Alertmanager of the cluster's gaps, again and again while they last. Only the leader tells.
 * An alert ends when its gap is no longer found, and everything was read in which the gap could
 * show. Alertmanager routes, groups, silences and repeats.
 */
public final class GapNotifier implements AutoCloseable {
  /** How many deliveries may fail before Alertmanager takes an alert for ended. */
  private static final int LOST_DELIVERIES = 4;

  private static final Duration SHORTEST = Duration.ofMinutes(5);

  private final GapInputs inputs;
  private final BooleanSupplier isLeader;
  private final AlertmanagerSettings settings;
  private final AlertmanagerClient client;
  private final GapAlerts alerts;
  private final Clock clock;
  private final Counter deliveries;
  private final Gauge lasting;
  private final PeriodicTask task;

  /**
   * The inputs of alerts.
   *
   * @param cluster the cluster now; empty while it isn't known well enough
   * @param policies the policies, whose tenants alerts name
   * @param survey finds the gaps of a cluster
   */
  public record GapInputs(
      Supplier<Optional<Cluster>> cluster,
      Supplier<Collection<CapacityPolicy>> policies,
      Function<Cluster, GapSurvey> survey) {}

  private GapNotifier(
      GapInputs inputs,
      BooleanSupplier isLeader,
      AlertmanagerSettings settings,
      Clock clock,
      MetricsRegistry registry) {
    this.inputs = inputs;
    this.isLeader = isLeader;
    this.settings = settings;
    this.client = new AlertmanagerClient(settings);
    this.alerts = new GapAlerts(lasts(settings.interval()));
    this.clock = clock;
    deliveries =
        registry.register(
            Counter.builder()
                .name("plimsoll_advisor_alert_deliveries")
                .help("Deliveries of alerts to Alertmanager by result: delivered or failed.")
                .labelNames("result")
                .build());
    lasting =
        registry.register(
            Gauge.builder()
                .name("plimsoll_advisor_alerts")
                .help("Alerts that this replica keeps raised in Alertmanager, one for each gap.")
                .build());
    deliveries.labelValues("delivered").inc(0);
    deliveries.labelValues("failed").inc(0);
    this.task = PeriodicTask.start("notify", RunInterval.every(settings.interval()), this::run);
  }

  /** Returns how long an alert lasts in Alertmanager without news. */
  static Duration lasts(Duration interval) {
    Duration some = interval.multipliedBy(LOST_DELIVERIES);
    return some.compareTo(SHORTEST) < 0 ? SHORTEST : some;
  }

  /**
   * Starts to tell.
   *
   * @param isLeader whether this replica may tell now
   * @param registry takes the metrics
   */
  public static GapNotifier start(
      GapInputs inputs,
      BooleanSupplier isLeader,
      AlertmanagerSettings settings,
      Clock clock,
      MetricsRegistry registry) {
    return new GapNotifier(inputs, isLeader, settings, clock, registry);
  }

  /** Returns how the deliveries fare. */
  public TaskStatus status() {
    return task.status();
  }

  private void run() throws InterruptedException {
    if (!isLeader.getAsBoolean()) {
      alerts.clear();
      lasting.set(0);
      return;
    }
    Instant now = clock.instant();
    List<SentAlert> sent =
        inputs.cluster().get().map(c -> found(c, now)).orElseGet(() -> alerts.unchanged(now));
    lasting.set(alerts.size());
    if (!isLeader.getAsBoolean()) {
      return;
    }
    boolean delivered = false;
    try {
      client.post(sent);
      delivered = true;
    } finally {
      deliveries.labelValues(delivered ? "delivered" : "failed").inc();
    }
    alerts.delivered();
  }

  private List<SentAlert> found(Cluster cluster, Instant now) {
    GapSurvey survey = inputs.survey().apply(cluster);
    List<TenantNamespaces> tenants =
        inputs.policies().get().stream().map(p -> TenantNamespaces.of(cluster, p)).toList();
    List<GapAlert> found =
        survey.findings().stream()
            .map(Finding::gap)
            .filter(g -> g.kind().severity().compareTo(settings.least()) <= 0)
            .map(g -> GapAlert.of(g, tenant(tenants, g), settings.labels()))
            .toList();
    return alerts.update(found, alert -> mayHide(cluster, survey, alert), now);
  }

  private static String tenant(List<TenantNamespaces> tenants, Gap gap) {
    return tenants.stream()
        .flatMap(t -> t.tenantOf(gap.namespace()).stream())
        .map(Tenant::name)
        .findFirst()
        .orElse("");
  }

  /**
   * Returns whether a gap that was not found may be there: a rule failed, or objects or the usage
   * of devices were not read.
   */
  private static boolean mayHide(Cluster cluster, GapSurvey survey, GapAlert alert) {
    return !survey.unexamined().isEmpty()
        || (alert.kind() == GapKind.IdleAllocated && cluster.usage().isEmpty())
        || survey.unknowns().stream().anyMatch(u -> u.kinds().contains(alert.kind()));
  }

  @Override
  public void close() {
    task.close();
  }
}
