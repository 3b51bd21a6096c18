package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.plimsoll.testkit.monitoring.MonitoringServer;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hours that a real Prometheus recorded of 8 devices, 3 of them allocated: by one replica that
 * restarts after two hours and ends after three, and by another one from the fourth hour on. In the
 * hours before, 6 were allocated.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReportEndToEndTest {
  private static final int MINUTES = 10 * 60;
  private static final int PERIOD = 5 * 60;

  private MonitoringServer prometheus;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    MonitoringServer.missing().ifPresent(m -> System.err.println("skipped: " + m));
    assumeTrue(MonitoringServer.missing().isEmpty(), () -> MonitoringServer.missing().orElse(""));
    MonitoringServer.backfill(folder, samples(folder.resolve("samples.txt")));
    prometheus = MonitoringServer.prometheus(folder, List.of());
  }

  @AfterAll
  void stop() {
    if (prometheus != null) {
      prometheus.close();
    }
  }

  /** The sums of a replica at a minute, counted from when it began to count. */
  private record Sums(String replica, int minute, double allocated, double free, double seconds) {}

  private static Path samples(Path file) throws Exception {
    Instant end = Instant.now().truncatedTo(ChronoUnit.MINUTES);
    List<Sums> all = new ArrayList<>();
    for (int minute = 0; minute <= MINUTES; minute++) {
      int inPeriod = minute - (MINUTES - PERIOD);
      if (inPeriod < 0) {
        all.add(new Sums("z", minute, 6 * 60.0 * minute, 2 * 60.0 * minute, 60.0 * minute));
      } else if (inPeriod <= 180) {
        int since = inPeriod < 120 ? inPeriod : inPeriod - 120;
        all.add(new Sums("a", minute, 3 * 60.0 * since, 5 * 60.0 * since, 60.0 * since));
      } else if (inPeriod >= 240) {
        int since = inPeriod - 240;
        all.add(new Sums("b", minute, 3 * 60.0 * since, 5 * 60.0 * since, 60.0 * since));
      }
    }
    try (PrintWriter out = new PrintWriter(file.toFile(), StandardCharsets.UTF_8)) {
      out.print("# TYPE plimsoll_device_seconds counter\n");
      String series =
          "plimsoll_device_seconds_total{instance=\"%s\",resource=\"nvidia.com/gpu\",product=\"A100\",state=\"%s\",tenant=\"%s\"} %f %d\n";
      for (Sums sums : all) {
        long time = end.minus(MINUTES - sums.minute(), ChronoUnit.MINUTES).getEpochSecond();
        out.printf(Locale.ROOT, series, sums.replica(), "allocated", "red", sums.allocated(), time);
        out.printf(Locale.ROOT, series, sums.replica(), "free", "", sums.free(), time);
      }
      out.print("# TYPE plimsoll_device_observed_seconds counter\n");
      for (Sums sums : all) {
        long time = end.minus(MINUTES - sums.minute(), ChronoUnit.MINUTES).getEpochSecond();
        out.printf(
            Locale.ROOT,
            "plimsoll_device_observed_seconds_total{instance=\"%s\"} %f %d\n",
            sums.replica(),
            sums.seconds(),
            time);
      }
      out.print("# EOF\n");
    }
    return file;
  }

  private CliRun report(String... more) {
    List<String> words = new ArrayList<>(List.of("report", "--prometheus", prometheus.url()));
    words.addAll(List.of(more));
    return CliRun.of(words.toArray(String[]::new));
  }

  @Test
  void a_restart_and_a_takeover_count_once_and_the_hole_is_unknown() throws Exception {
    CliRun run = report("--since", "5h", "-o", "json");
    JsonObject json = JsonParser.parseString(run.out()).getAsJsonObject();

    assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
    Map<String, Double> hours = amounts(json, "lines");
    assertThat(hours.get("allocated")).isCloseTo(12, within(0.3));
    assertThat(hours.get("free")).isCloseTo(20, within(0.5));
    assertThat(hours.get("unknown")).isCloseTo(8, within(0.5));
    assertThat(hours.get("capacity")).isCloseTo(40, within(0.01));
    assertThat(hours).doesNotContainKeys("broken", "withheld");
    assertThat(amounts(json, "before").get("allocated")).isCloseTo(30, within(0.3));
    assertThat(run.err()).contains("hours were not observed: they are unknown");
    JsonSchema schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Files.readString(CliRun.ROOT.resolve("docs/schema/report.json")));
    assertThat(schema.validate(run.out(), InputFormat.JSON)).isEmpty();
  }

  @Test
  void a_period_that_begins_before_the_records_says_when_they_begin() {
    CliRun run = report("--since", "2d");

    assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(run.err()).contains("the records begin at").contains("of 48.0 hours were not");
    assertThat(run.out()).contains("unknown").contains("HOURS BEFORE").contains("?");
  }

  @Test
  void hours_by_tenant_have_money() throws Exception {
    Path prices =
        Files.writeString(
            Files.createTempFile("prices", ".yaml"), "{currency: EUR, products: {A100: 2}}");

    CliRun run =
        report("--since", "4h", "--by", "tenant", "--prices", prices.toString(), "-o", "csv");

    assertThat(run.out()).startsWith("tenant,resource,state,hours,percent,EUR,hours before\n");
    assertThat(run.out()).contains("\nred,nvidia.com/gpu,allocated,");
  }

  @Test
  void without_series_the_answer_is_one_sentence() {
    CliRun run = report("--since", "5h", "--prometheus-label", "cluster=none");

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).hasLineCount(1).contains("has no device-hours since");
  }

  @Test
  void an_invalid_label_is_one_sentence() {
    CliRun run = report("--since", "5h", "--prometheus-label", "clu-ster=none");

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).hasLineCount(1).contains("expected a label's name");
  }

  private static Map<String, Double> amounts(JsonObject json, String lines) {
    Map<String, Double> amounts = new TreeMap<>();
    for (JsonElement line : json.getAsJsonArray(lines)) {
      JsonObject object = line.getAsJsonObject();
      if (object.has("amount")) {
        amounts.merge(
            object.get("state").getAsString(), object.get("amount").getAsDouble(), Double::sum);
      }
    }
    return amounts;
  }
}
