package dev.plimsoll.extender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.hours.HoursFile;
import dev.plimsoll.kube.hours.RecordedHours;
import dev.plimsoll.model.hours.DeviceState;
import dev.plimsoll.testkit.faults.ListFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The whole service beside an API server, over real HTTP. */
class LiveExtenderTest {
  private static final String NONE = "0.0";

  @TempDir Path folder;
  private LiveExtenderOverHttp live;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    live = new LiveExtenderOverHttp(folder);
    live.quota(2);
    live.create("old", 2, "\"nodeName\": \"a\", ");
    live.create("new", 1, "");
    Files.writeString(
        folder.resolve("policy.yaml"),
        """
        apiVersion: plimsoll.dev/v1alpha1
        kind: CapacityPolicy
        metadata: {name: gpus}
        spec:
          tenants:
            - {name: vision, namespaces: [team]}
            - {name: speech, namespaces: [other]}
          resources: [{name: nvidia.com/gpu}]
          enforcement: {placement: Hold, borrowing: Never}
        """);
    live.start(
        "policy: policy.yaml\njournal: {file: decisions.jsonl}\ndeviceHours: {file: hours.jsonl}");
  }

  @AfterEach
  void stop() {
    live.close();
  }

  @Test
  void a_pod_held_by_quota_is_told_once_and_requeued_when_the_quota_grows() throws Exception {
    assertThat(live.filter("new"))
        .contains("quota gpus has no requests.nvidia.com/gpu left for placement");
    LiveExtenderOverHttp.await("the event", () -> !live.events().isEmpty());
    live.filter("new");
    live.create("newer", 1, "");
    live.filter("newer");
    LiveExtenderOverHttp.await("the other pod's event", () -> live.events().size() == 2);
    assertThat(live.events().get(0).get("reason").getAsString()).isEqualTo("HeldAtQuota");
    assertThat(live.isRequeued("new")).isFalse();

    live.quota(3);
    LiveExtenderOverHttp.await("the pod is requeued", () -> live.isRequeued("new"));

    assertThat(live.isRequeued("newer")).isFalse();
    assertThat(live.filter("new")).contains("\"NodeNames\":[\"a\"]");
    assertThat(live.events()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(names = {"EMPTY", "HALF", "WITHOUT_ITEMS", "OTHER_KIND", "STATUS"})
  void a_pod_beyond_its_quota_stays_held_whatever_a_list_says(ListFault fault) throws Exception {
    String held = live.filter("new");
    assertThat(held).contains("quota gpus has no requests.nvidia.com/gpu left for placement");
    for (String resource : List.of("pods", "resourcequotas", "namespaces", "nodes")) {
      live.server().faults().lists(1, "/" + resource + "[?]limit", fault);
    }
    live.server()
        .faults()
        .lists(
            Integer.MAX_VALUE,
            "/(pods|resourcequotas|namespaces|nodes)[?]limit",
            ListFault.WITHOUT_ITEMS);

    long lists = lists();
    LiveExtenderOverHttp.await("all are listed twice", () -> areListed(lists + 8));
    assertThat(live.filter("new")).isEqualTo(held);
    live.server().faults().reset();
    LiveExtenderOverHttp.await("all are in sync", () -> failures().stream().allMatch(NONE::equals));
    assertThat(live.filter("new")).isEqualTo(held);
  }

  /** Has the watches listed again that are open; returns whether there were as many lists. */
  private boolean areListed(long lists) {
    live.server().faults().expireWatches();
    return lists() >= lists;
  }

  private long lists() {
    return live.server().calls().stream()
        .filter(c -> c.matches("GET /api/v1/(pods|resourcequotas|namespaces|nodes)[?]limit.*"))
        .count();
  }

  private List<String> failures() throws IOException, InterruptedException {
    return live.get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith("plimsoll_informer_consecutive_failures{"))
        .map(line -> line.substring(line.lastIndexOf(' ') + 1))
        .toList();
  }

  @Test
  void a_pod_held_by_its_share_is_requeued_when_a_node_comes() throws Exception {
    live.quota(100);
    live.create("large", 7, "");
    LiveExtenderOverHttp.await(
        "the share holds it", () -> live.filter("large").contains("tenant vision has no share of"));

    live.node("b");

    LiveExtenderOverHttp.await("the pod is requeued", () -> live.isRequeued("large"));
    assertThat(live.filter("large")).contains("\"NodeNames\":[\"a\"]");
  }

  @Test
  void each_periodic_duty_shows_in_the_metrics() throws Exception {
    for (String duty :
        List.of("self-check", "resync", "requeue", "events", "gap-scan", "journal", "held-time")) {
      assertThat(live.get("/metrics").body())
          .contains("plimsoll_duty_failures_total{duty=\"" + duty + "\"} 0.0")
          .contains("plimsoll_duty_last_success_timestamp_seconds{duty=\"" + duty + "\"}");
    }
  }

  @Test
  void every_metric_is_documented_with_its_help_text() throws Exception {
    live.filter("new");
    String documented =
        Files.readString(Path.of(System.getProperty("plimsoll.root"), "docs/metrics.md"));

    assertThat(live.get("/metrics").body().lines().filter(line -> line.startsWith("# HELP ")))
        .hasSizeGreaterThan(20)
        .map(line -> line.split(" ", 4))
        .allSatisfy(
            words ->
                assertThat(documented)
                    .containsPattern(
                        "(?m)^\\| `%s` \\| \\w+ \\| %s \\|$"
                            .formatted(
                                words[2],
                                Pattern.quote(
                                    words[3].replace(", in the unit of the label", "")))));
  }

  @Test
  void decisions_are_written_to_the_journal_with_the_age_of_what_they_rest_on() throws Exception {
    live.filter("new");

    LiveExtenderOverHttp.await(
        "the decision is written",
        () ->
            Files.readString(folder.resolve("decisions.jsonl"))
                .contains("\"pod\":\"new\",\"uid\":"));
    assertThat(Files.readAllLines(folder.resolve("decisions.jsonl")))
        .last()
        .asString()
        .contains("\"dataAgeSeconds\":")
        .contains("\"state\":")
        .contains("\"used\":{\"requests.nvidia.com/gpu\":\"2\"}");
    assertThat(live.get("/metrics").body()).contains("plimsoll_extender_journal_dropped_total 0.0");
  }

  /** Two of four or more devices are allocated while the service counts. */
  @Test
  void the_hours_of_devices_are_in_the_file_when_the_service_ends() throws Exception {
    LiveExtenderOverHttp.await(
        "two seconds are counted",
        () ->
            live.get("/metrics")
                .body()
                .lines()
                .filter(l -> l.startsWith("plimsoll_device_observed_seconds_total"))
                .anyMatch(l -> Double.parseDouble(l.substring(l.indexOf(' '))) >= 2));
    live.close();
    HoursFile hours = HoursFile.read(List.of(folder.resolve("hours.jsonl")));
    Instant end = hours.end(Instant.EPOCH);
    RecordedHours recorded = hours.between(end.minusSeconds(1), end);
    Map<DeviceState, Double> seconds = new EnumMap<>(DeviceState.class);
    recorded.hours().forEach((row, h) -> seconds.merge(row.user().state(), 3600 * h, Double::sum));

    assertThat(seconds.getOrDefault(DeviceState.ALLOCATED, 0.0)).isBetween(0.5, 2.01);
    assertThat(seconds.values().stream().mapToDouble(s -> s).sum()).isBetween(7.9, 8.1);
  }

  @Test
  void lost_watches_and_a_server_that_was_away_heal() throws Exception {
    live.filter("new");
    live.server().faults().cutWatches();
    live.server().restart();
    live.quota(3);

    LiveExtenderOverHttp.await("the pod is requeued", () -> live.isRequeued("new"));
    assertThat(live.filter("new")).contains("\"NodeNames\":[\"a\"]");
  }
}
