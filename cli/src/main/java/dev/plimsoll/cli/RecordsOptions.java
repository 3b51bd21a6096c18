package dev.plimsoll.cli;

import dev.plimsoll.kube.hours.DeviceRecords;
import dev.plimsoll.kube.hours.HoursFile;
import dev.plimsoll.kube.hours.PrometheusRecords;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where the hours of a report are recorded, and how many hours it is about. */
final class RecordsOptions {
  /** A sentence about the example. */
  static final String DRAWN = "the example is drawn: no cluster had these hours";

  private static final String MONTH = "30d";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description =
          "Report on the hours since then instead of now, such as 30d, 36h or 90m. Needs"
              + " --prometheus with the URL of the Prometheus that scrapes plimsoll serve, or"
              + " --hours-file (default with --hours-file: 30d).")
  private @Nullable String since;

  @Option(
      names = "--hours-file",
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "Report on the hours in files that plimsoll serve wrote (deviceHours.file), up to the"
              + " last line.")
  private List<Path> files = List.of();

  @Option(
      names = "--demo",
      description = "Report on the month of the examples, which is drawn, with example prices.")
  private boolean isDemo;

  /** Only picocli makes one. */
  RecordsOptions() {}

  /** Returns whether the report is about hours of the past. */
  boolean areAsked() {
    return since != null || isDemo || !files.isEmpty();
  }

  /** Returns whether the report is about the example. */
  boolean isDemo() {
    return isDemo;
  }

  /** Returns the length of the period. */
  Duration period() {
    Duration period = DurationOption.parse("--since", since == null ? MONTH : since);
    if (period.isZero()) {
      throw new ParameterException(spec.commandLine(), "invalid --since: must be longer than 0");
    }
    return period;
  }

  /**
   * Returns the records that the options name.
   *
   * @throws ParameterException if the options name none, or several
   */
  DeviceRecords records(UsageOptions usage, ClusterOptions cluster) {
    boolean isOfPrometheus = usage.prometheus().isPresent();
    if (!cluster.isLive()) {
      throw invalid("--since, --hours-file and --demo read records: leave out --snapshot");
    }
    if ((isOfPrometheus ? 1 : 0) + (isDemo ? 1 : 0) + (files.isEmpty() ? 0 : 1) > 1) {
      throw invalid("give one of --prometheus, --hours-file and --demo");
    }
    if (isOfPrometheus) {
      return new PrometheusRecords(usage.prometheus().orElseThrow(), usage.matchers());
    }
    if (isDemo) {
      return ofExample();
    }
    if (files.isEmpty()) {
      throw invalid("--since needs --prometheus URL or --hours-file FILE");
    }
    return HoursFile.read(files);
  }

  /** Returns the records of the example. */
  static DeviceRecords ofExample() {
    return HoursFile.read(List.of(Installation.file(Installation.MONTH)));
  }

  private ParameterException invalid(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
