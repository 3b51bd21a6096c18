package dev.plimsoll.advisor.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plimsoll.advisor.recommend.Advisor;
import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kube.file.Unlisted;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.testkit.monitoring.MonitoringServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Recorded demand that Prometheus has: the last week as requests that two schedulers tell of, a day
 * of the week before as what kube-state-metrics knows, and another as requests whose namespace is
 * hidden by that of the target.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PrometheusEndToEndTest {
  private static final Path TRACE =
      Path.of(System.getProperty("plimsoll.root"), "examples/traces/helios-earth-demand.csv.gz");
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  private static final Duration WEEK = Duration.ofDays(7);
  private static final Duration DAY = Duration.ofDays(1);
  private static final Instant END = Instant.parse("2020-05-16T23:55:00Z");
  private static final Instant EARLIER_END = Instant.parse("2020-05-08T00:00:00Z");

  private static final Instant HIDDEN_END = Instant.parse("2020-05-03T00:00:00Z");

  private List<Row> week = List.of();
  private List<Row> day = List.of();
  private List<Row> hidden = List.of();
  private MonitoringServer prometheus;

  private record Row(Instant time, String tenant, long quota, long running, long pending) {
    static Row of(String line) {
      String[] cells = line.split(",");
      return new Row(
          Instant.parse(cells[0].replace(' ', 'T') + "Z"),
          cells[1].toLowerCase(Locale.ROOT),
          Long.parseLong(cells[2]),
          Long.parseLong(cells[3]),
          Long.parseLong(cells[4]));
    }

    long wanted() {
      return running + pending;
    }
  }

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    MonitoringServer.missing().ifPresent(m -> System.err.println("skipped: " + m));
    assumeTrue(MonitoringServer.missing().isEmpty(), () -> MonitoringServer.missing().orElse(""));
    List<Row> rows = rows();
    week = within(rows, END, WEEK);
    day = within(rows, EARLIER_END, DAY);
    hidden = within(rows, HIDDEN_END, DAY);
    MonitoringServer.backfill(folder, openMetrics(folder.resolve("samples.txt")));
    prometheus = MonitoringServer.prometheus(folder, List.of());
  }

  @AfterAll
  void stop() {
    if (prometheus != null) {
      prometheus.close();
    }
  }

  private static List<Row> rows() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(TRACE)), StandardCharsets.UTF_8))) {
      return lines.lines().skip(1).map(Row::of).toList();
    }
  }

  private static List<Row> within(List<Row> rows, Instant end, Duration window) {
    return rows.stream()
        .filter(r -> !r.time().isAfter(end) && !r.time().isBefore(end.minus(window)))
        .toList();
  }

  private Path openMetrics(Path file) throws IOException {
    try (PrintWriter out = new PrintWriter(file.toFile(), StandardCharsets.UTF_8)) {
      out.print("# TYPE kube_resourcequota gauge\n");
      for (Row row : day) {
        sample(
            out, "kube_resourcequota", row, "type=\"used\",resourcequota=\"gpu\"", row.running());
        sample(out, "kube_resourcequota", row, "type=\"hard\",resourcequota=\"gpu\"", row.quota());
      }
      out.print("# TYPE kube_pod_resource_request gauge\n");
      for (String scheduler : List.of("instance=\"a\"", "instance=\"b\"")) {
        for (Row row : week) {
          String placed = "pod=\"a\",node=\"n1\"," + scheduler;
          String waiting = "pod=\"b\",node=\"\"," + scheduler;
          sample(out, "kube_pod_resource_request", row, placed, row.running());
          sample(out, "kube_pod_resource_request", row, waiting, row.pending());
        }
      }
      for (Row row : hidden) {
        out.print(
            "kube_pod_resource_request{namespace=\"kube-system\",exported_namespace=\"%s\","
                    .formatted(row.tenant())
                + "resource=\"%s\",pod=\"a\",node=\"n1\"} %d %d\n"
                    .formatted(GPU, row.running(), row.time().getEpochSecond()));
      }
      out.print("# EOF\n");
    }
    return file;
  }

  private static void sample(PrintWriter out, String name, Row row, String labels, long value) {
    String resource = name.equals("kube_resourcequota") ? "requests." + GPU : GPU.name();
    out.print(
        "%s{namespace=\"%s\",resource=\"%s\",%s} %d %d\n"
            .formatted(name, row.tenant(), resource, labels, value, row.time().getEpochSecond()));
  }

  private static Map<String, Resources> peaks(List<Row> rows, ToLongFunction<Row> amount) {
    Map<String, Long> peaks = new TreeMap<>();
    rows.forEach(r -> peaks.merge(r.tenant(), amount.applyAsLong(r), Math::max));
    return peaks.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                e -> Resources.of(GPU, Quantity.parse(Long.toString(e.getValue())))));
  }

  private CapacityPolicy policy(Division division) {
    List<Tenant> tenants =
        week.stream().map(Row::tenant).distinct().sorted().map(t -> Tenant.of(t, 1, t)).toList();
    return CapacityPolicy.proportional("gpus", tenants, List.of(DividedResource.of(GPU)))
        .withDivision(division);
  }

  private PrometheusHistory history(CapacityPolicy policy, Duration window, Instant end) {
    return PrometheusHistory.read(prometheus.url(), Cluster.empty(end), policy, window, end);
  }

  static Stream<Division> divisions() {
    return Stream.of(
        new Division.Demand(WEEK, BigDecimal.ONE),
        new Division.Generous(new BigDecimal("1.2"), WEEK, BigDecimal.ONE));
  }

  @ParameterizedTest
  @MethodSource("divisions")
  void advice_is_that_of_the_recorded_peaks(Division division, @TempDir Path folder)
      throws IOException {
    CapacityPolicy policy = policy(division);
    UsageHistory recorded = new UsageHistory(peaks(week, Row::running), peaks(week, Row::wanted));

    PrometheusHistory found = history(policy, WEEK, END);

    assertThat(found.history()).isEqualTo(recorded);
    assertThat(found.notes()).containsExactly("peaks are those of the last 7 days");
    Simulation cluster = cluster(folder);
    List<String> advised = proposals(cluster, policy, found.history());
    assertThat(advised)
        .isEqualTo(proposals(cluster, policy, recorded))
        .isNotEqualTo(proposals(cluster, policy, UsageHistory.NONE))
        .hasSize(16);
  }

  private static List<String> proposals(
      Simulation cluster, CapacityPolicy policy, UsageHistory history) {
    return Advisor.advise(cluster, policy, history).recommendations().stream()
        .map(r -> r.label() + " " + r.proposal().proposed() + " " + r.confidence())
        .toList();
  }

  /** Returns nodes for all that was granted, and each tenant's quota as it was at the end. */
  private Simulation cluster(Path folder) throws IOException {
    List<Row> last = week.stream().filter(r -> r.time().equals(END)).toList();
    long granted = last.stream().mapToLong(Row::quota).sum();
    Function<Row, String> quota =
        r ->
            """
            {"apiVersion": "v1", "kind": "ResourceQuota",
             "metadata": {"name": "gpu", "namespace": "%s"},
             "spec": {"hard": {"requests.%s": "%d"}},
             "status": {"hard": {"requests.%s": "%d"}, "used": {"requests.%s": "0"}}}\
            """
                .formatted(r.tenant(), GPU, r.quota(), GPU, r.quota(), GPU);
    String node =
        """
        {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n1"},
         "status": {"allocatable": {"cpu": "64", "pods": "110", "%s": "%d"},
                    "conditions": [{"type": "Ready", "status": "True"}]}}\
        """
            .formatted(GPU, granted);
    String items =
        Stream.concat(Stream.of(node), last.stream().map(quota)).collect(Collectors.joining(","));
    Path file =
        Files.writeString(
            folder.resolve("cluster.json"),
            "{\"apiVersion\": \"v1\", \"kind\": \"List\", \"items\": [" + items + "]}");
    return Simulation.of(
        SnapshotReader.read(List.of(file), Unlisted.NONEXISTENT, n -> {}, p -> {}),
        AdmissionChain.standard(),
        DefaultPlugins.scheduler());
  }

  @Test
  void without_the_schedulers_requests_the_peaks_are_those_of_what_was_charged() {
    CapacityPolicy policy = policy(new Division.Demand(DAY, BigDecimal.ONE));

    PrometheusHistory found = history(policy, DAY, EARLIER_END);

    assertThat(found.history().used()).isEqualTo(peaks(day, Row::running));
    assertThat(found.notes().get(0)).contains("what was charged to quotas in the last 24 hours");
  }

  @Test
  void a_namespace_that_the_label_of_the_target_covers_is_found() {
    CapacityPolicy policy = policy(new Division.Demand(DAY, BigDecimal.ONE));

    assertThat(history(policy, DAY, HIDDEN_END).history().used())
        .isEqualTo(peaks(hidden, Row::running));
  }

  @Test
  void a_long_window_misses_no_peak() {
    CapacityPolicy policy = policy(new Division.Demand(WEEK, BigDecimal.ONE));

    PrometheusHistory found = history(policy, Duration.ofDays(60), END);

    List<Row> all = Stream.concat(hidden.stream(), week.stream()).toList();
    ToLongFunction<Row> wanted = r -> r.time().isAfter(HIDDEN_END) ? r.wanted() : r.running();
    assertThat(found.history())
        .isEqualTo(new UsageHistory(peaks(all, Row::running), peaks(all, wanted)));
  }

  @Test
  void a_window_before_all_records_has_no_peaks() {
    CapacityPolicy policy = policy(new Division.Demand(DAY, BigDecimal.ONE));

    PrometheusHistory found = history(policy, DAY, Instant.parse("2019-01-01T00:00:00Z"));

    assertThat(found.history()).isEqualTo(UsageHistory.NONE);
  }
}
