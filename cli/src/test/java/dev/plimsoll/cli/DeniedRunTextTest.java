package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A CronJob whose Jobs a quota denies by their number. */
class DeniedRunTextTest {
  private static final String CLUSTER =
      """
      {apiVersion: batch/v1, kind: CronJob, metadata: {name: cj, namespace: a}, spec: {
        schedule: "* * * * *", jobTemplate: {spec: {template: {spec: {
          restartPolicy: Never, containers: [{name: c, image: i}]}}}}}, status: LAST}
      ---
      {apiVersion: v1, kind: Namespace, metadata: {name: a}}
      ---
      {apiVersion: v1, kind: ResourceQuota, metadata: {name: q, namespace: a},
        spec: {hard: {count/jobs.batch: 0}},
        status: {hard: {count/jobs.batch: 0}, used: {count/jobs.batch: 0}}}
      ---
      {apiVersion: v1, kind: Event, metadata: {name: cj.1, namespace: a}, type: Warning,
        involvedObject: {kind: CronJob, name: cj, namespace: a}, reason: FailedCreate,
        lastTimestamp: "2026-01-31T10:00:00Z", message: "jobs.batch cj-1 is forbidden"}
      """;

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("cluster.yaml"), CLUSTER.replace("LAST", "{}"));
  }

  private CliRun run(String command) {
    return CliRun.of(command, "cronjob/cj", "-n", "a", "--complete", "--snapshot", "" + file);
  }

  @Test
  void explain_names_the_denied_Job_and_not_a_pod() {
    assertThat(run("explain").out())
        .contains("API server\n  job/cj-… is denied (403)\n")
        .contains("count/jobs.batch 0 used of 0, this Job adds 1  <- binds")
        .doesNotContain("pod cj-… is denied");
  }

  @Test
  void when_tells_of_the_denied_run() {
    assertThat(run("when").err())
        .contains("; the API server denied the last run: jobs.batch cj-1 is forbidden");
  }

  @Test
  void a_later_run_counts_more_than_the_denied_run() throws IOException {
    String last = "{lastScheduleTime: \"2026-01-31T10:05:00Z\"}";
    Files.writeString(file, CLUSTER.replace("LAST", last));

    assertThat(run("when").err())
        .contains("it last ran at 2026-01-31T10:05:00Z")
        .doesNotContain("denied the last run");
  }
}
