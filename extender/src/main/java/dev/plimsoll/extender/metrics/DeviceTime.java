package dev.plimsoll.extender.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.extender.accounting.NodeUsage;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.extender.scheduler.NodeReservation;
import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.hold.PolicyHolds;
import dev.plimsoll.model.hours.DeviceRules;
import dev.plimsoll.model.hours.DeviceSeconds;
import dev.plimsoll.model.hours.DeviceSeries;
import dev.plimsoll.model.hours.DeviceState;
import dev.plimsoll.model.hours.DeviceStates;
import dev.plimsoll.model.hours.DeviceUser;
import dev.plimsoll.model.hours.NodeDevices;
import dev.plimsoll.model.hours.TakenUnits;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.server.metrics.MetricTable;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * For how long devices were in each state. A change of a node or pod moves the devices of its node
 * at once; who wants free devices is worked out once a minute at most, by the leader.
 *
 * <p>Time counts only while this replica leads and hears from the API server, so that of several
 * replicas at most one counts. The time between two leaders is missing in the sums of both. A pause
 * of this process of more than ten seconds doesn't count.
 */
public final class DeviceTime implements MultiCollector {
  private static final RunInterval INTERVAL = RunInterval.every(Duration.ofSeconds(1)).resting(100);
  private static final long SCAN_NANOS = Duration.ofMinutes(1).toNanos();
  private static final long LONGEST_PAUSE_NANOS = Duration.ofSeconds(10).toNanos();
  private static final double NANOS = 1e9;

  private final Decisions decisions;
  private final UnaryOperator<Cluster> measured;
  private final BooleanSupplier mayCount;
  private final Ticker ticker;

  @GuardedBy("this")
  private final DeviceSeconds seconds = new DeviceSeconds();

  @GuardedBy("this")
  private Optional<Scan> scan = Optional.empty();

  @GuardedBy("this")
  private boolean isCounting;

  @GuardedBy("this")
  private long counted;

  @GuardedBy("this")
  private long looked;

  /**
   * The sums at a time.
   *
   * @param devices the device-seconds
   * @param observed for how many seconds devices were counted
   */
  record Sums(Map<DeviceSeries, Double> devices, double observed) {
    Sums {
      devices = Map.copyOf(devices);
    }
  }

  /** The rules by which devices are counted, and the free devices that are reserved or wanted. */
  private record Scan(DeviceRules rules, Map<String, List<TakenUnits>> taken, long time) {
    List<NodeDevices> devices(Cluster cluster, String node) {
      return NodeDevices.of(cluster, node, rules, taken.getOrDefault(node, List.of()));
    }
  }

  private final MetricTable<Map.Entry<DeviceSeries, Double>> devices =
      new MetricTable<Map.Entry<DeviceSeries, Double>>(e -> labels(e.getKey()))
          .counter(
              "plimsoll_device_seconds",
              "Seconds of physical devices, by resource, product, state and tenant. The states add"
                  + " up to capacity. Only the leader counts.",
              Map.Entry::getValue);
  private final MetricTable<Long> observed =
      new MetricTable<Long>(nanos -> Labels.EMPTY)
          .counter(
              "plimsoll_device_observed_seconds",
              "Seconds in which this replica counted the states of devices.",
              nanos -> nanos / NANOS);

  DeviceTime(
      Decisions decisions,
      UnaryOperator<Cluster> measured,
      BooleanSupplier mayCount,
      Ticker ticker) {
    this.decisions = decisions;
    this.measured = measured;
    this.mayCount = mayCount;
    this.ticker = ticker;
    this.looked = ticker.read();
  }

  /**
   * Creates sums of zero.
   *
   * @param measured gives a cluster the usage of its devices, as far as it is known
   * @param mayCount whether this replica leads and knows the cluster
   */
  public static DeviceTime of(
      Decisions decisions, UnaryOperator<Cluster> measured, BooleanSupplier mayCount) {
    return new DeviceTime(decisions, measured, mayCount, Ticker.SYSTEM);
  }

  /** Starts to look who wants devices, on a thread of its own. */
  public PeriodicTask start() {
    return PeriodicTask.start("device-time", INTERVAL, this::look);
  }

  /** Counts the time until now, and works out who wants devices if that is due. */
  void look() {
    if (isScanDue()) {
      take(scan(measured.apply(decisions.cluster()), decisions.policies()));
    }
  }

  private synchronized boolean isScanDue() {
    long unused = count();
    boolean isRecent = scan.filter(s -> ticker.read() - s.time() < SCAN_NANOS).isPresent();
    return mayCount.getAsBoolean() && !isRecent;
  }

  private Scan scan(Cluster cluster, List<CapacityPolicy> policies) {
    long time = ticker.read();
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    DetectionContext context =
        new DetectionContext(
            simulation, "", PolicyHolds.of(cluster, policies, DefaultPlugins.scheduler()));
    DeviceRules rules = DeviceRules.of(cluster, policies);
    List<TakenUnits> reserved =
        decisions.reservations().all().stream().flatMap(r -> reserved(r, rules)).toList();
    DeviceStates states = DeviceStates.of(context, rules, policies, reserved);
    return new Scan(
        rules.withKnownWants(states.unreadWants().isEmpty()),
        states.taken().stream().collect(Collectors.groupingBy(TakenUnits::node)),
        time);
  }

  private static Stream<TakenUnits> reserved(NodeReservation reservation, DeviceRules rules) {
    String namespace = reservation.pod().namespace();
    DeviceUser user =
        new DeviceUser(DeviceState.RESERVED, rules.tenants().apply(namespace), namespace);
    List<TakenUnits> taken = new ArrayList<>();
    for (ResourceName resource : reservation.devices().names()) {
      long units = reservation.devices().getOrZero(resource).value();
      taken.add(new TakenUnits(reservation.node(), resource, user, units));
    }
    return taken.stream();
  }

  private synchronized void take(Scan next) {
    long now = count();
    scan = Optional.of(next);
    isCounting = mayCount.getAsBoolean();
    Cluster cluster = decisions.cluster();
    Set<String> nodes = new TreeSet<>(seconds.nodes());
    cluster.nodes().forEach(n -> nodes.add(n.name()));
    for (String node : nodes) {
      seconds.put(node, next.devices(cluster, node), now);
    }
    Set<String> tenants =
        cluster.namespaces().stream().map(next.rules().tenants()).collect(Collectors.toSet());
    seconds.retain(tenants::contains);
  }

  /** Moves the devices of the nodes that have changed; the changes must show in the decisions. */
  public synchronized void changed(List<ObjectChange> changes) {
    if (scan.isEmpty()) {
      return;
    }
    long now = count();
    Scan last = scan.get();
    Cluster cluster = decisions.cluster();
    List<String> nodes =
        changes.stream()
            .flatMap(c -> Stream.of(c.before(), c.after()))
            .flatMap(Optional::stream)
            .flatMap(o -> NodeUsage.node(o).stream())
            .distinct()
            .toList();
    for (String node : nodes) {
      seconds.put(node, last.devices(cluster, node), now);
    }
  }

  /** Counts the time since the last look if it counts, and returns all time that counted. */
  @GuardedBy("this")
  private long count() {
    long now = ticker.read();
    boolean counts = scan.isPresent() && mayCount.getAsBoolean();
    if (counts && isCounting) {
      counted += Math.min(LONGEST_PAUSE_NANOS, now - looked);
    }
    isCounting = counts;
    looked = now;
    return counted;
  }

  /** Returns the sums until now. */
  synchronized Sums sums() {
    long nanos = count();
    return scan.isEmpty() ? new Sums(Map.of(), 0) : new Sums(seconds.seconds(nanos), nanos / NANOS);
  }

  private static Labels labels(DeviceSeries series) {
    return Labels.of(
        "resource",
        series.resource().name(),
        "product",
        series.product(),
        "state",
        series.state().label(),
        "tenant",
        series.tenant());
  }

  @Override
  public synchronized MetricSnapshots collect() {
    long now = count();
    if (scan.isEmpty()) {
      return new MetricSnapshots();
    }
    Map<DeviceSeries, Double> sums = new TreeMap<>(seconds.seconds(now));
    Map<DeviceSeries, Double> zeros = new TreeMap<>();
    boolean isUseMeasured = sums.keySet().stream().anyMatch(s -> isMeasured(s.state()));
    sums.keySet().forEach(series -> addZeros(zeros, series, isUseMeasured));
    zeros.forEach(sums::putIfAbsent);
    List<MetricSnapshot> snapshots = new ArrayList<>(devices.snapshots(sums.entrySet()));
    snapshots.addAll(observed.snapshots(List.of(now)));
    return new MetricSnapshots(snapshots);
  }

  private static boolean isMeasured(DeviceState state) {
    return state == DeviceState.BUSY || state == DeviceState.IDLE;
  }

  /** A series that begins at 0 loses nothing: Prometheus doesn't count where a series begins. */
  private static void addZeros(
      Map<DeviceSeries, Double> zeros, DeviceSeries series, boolean isUseMeasured) {
    for (DeviceState state : DeviceState.values()) {
      boolean isOfUser = state.isWanted() || state.isAllocated();
      if (isOfUser != series.tenant().isEmpty() && (isUseMeasured || !isMeasured(state))) {
        zeros.put(
            new DeviceSeries(series.resource(), series.product(), state, series.tenant()), 0.0);
      }
    }
  }
}
