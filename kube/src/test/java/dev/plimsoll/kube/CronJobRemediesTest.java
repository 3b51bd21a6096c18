package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.Severity;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.patch.KubectlCommand;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A Job keeps its template if the template of its CronJob changes. */
class CronJobRemediesTest {
  private static final String NODE =
      """
      {"kind": "Node", "apiVersion": "v1", "metadata": {"name": "n"}, "status": {
        "allocatable": {"cpu": "8", "pods": "110", "nvidia.com/gpu": "8"},
        "conditions": [{"type": "Ready", "status": "True"}]}}""";

  private static final String SPEC =
      """
      {"restartPolicy": "Never", "containers": [{"name": "c", "resources": {
        "limits": {"nvidia.com/gpu": "9"}, "requests": {"nvidia.com/gpu": "9"}}}]}""";

  private static final String CRON_JOB =
      """
      {"kind": "CronJob", "apiVersion": "batch/v1",
       "metadata": {"name": "night", "namespace": "lab", "uid": "cron"},
       "spec": {"schedule": "* * * * *",
                "jobTemplate": {"spec": {"template": {"spec": %s}}}}}"""
          .formatted(SPEC);

  private static String job(String name) {
    return """
        {"kind": "Job", "apiVersion": "batch/v1",
         "metadata": {"name": "%1$s", "namespace": "lab", "uid": "%1$s", "ownerReferences": [
           {"apiVersion": "batch/v1", "kind": "CronJob", "name": "night", "uid": "cron",
            "controller": true}]},
         "spec": {"parallelism": 1, "completions": 1, "template": {"spec": %2$s}}}"""
        .formatted(name, SPEC);
  }

  private static String pod(String job, String node) {
    return """
        {"kind": "Pod", "apiVersion": "v1",
         "metadata": {"name": "%1$s-p", "namespace": "lab", "uid": "%1$s-p", "ownerReferences": [
           {"apiVersion": "batch/v1", "kind": "Job", "name": "%1$s", "uid": "%1$s",
            "controller": true}]},
         "spec": %2$s, "status": {"phase": "Pending"}}"""
        .formatted(job, SPEC.replace("{\"restartPolicy\"", "{" + node + "\"restartPolicy\""));
  }

  @Test
  void a_changed_template_helps_the_next_run_and_the_waiting_Jobs_go() {
    Gap gap = gap(NODE, CRON_JOB, job("first"), pod("first", ""), job("second"), pod("second", ""));

    Remedy smaller = gap.remedies().get(0);
    assertThat(smaller.action()).startsWith("request 8 nvidia.com/gpu instead of 9");
    assertThat(smaller.result())
        .isEqualTo("in the next run: 1 of 1 pod of cronjob/night admitted and placed on n");
    assertThat(smaller.costs())
        .containsExactly(
            "the Jobs first, second keep their template: they are deleted, and do not run again");
    assertThat(texts(smaller))
        .hasSize(3)
        .anyMatch(t -> t.startsWith("kubectl patch cronjob night -n lab"))
        .contains("kubectl delete job first -n lab", "kubectl delete job second -n lab");
  }

  @Test
  void a_Job_without_a_waiting_pod_stays() {
    Gap gap = gap(NODE, CRON_JOB, job("first"), pod("first", ""), job("ended").replace("1,", "0,"));

    assertThat(texts(gap.remedies().get(0)))
        .contains("kubectl delete job first -n lab")
        .noneMatch(t -> t.contains("ended"));
  }

  private static List<String> texts(Remedy remedy) {
    return remedy.commands().stream().map(KubectlCommand::text).toList();
  }

  private static Gap gap(String... objects) {
    JsonArray all = new JsonArray();
    for (String object : objects) {
      all.add(JsonParser.parseString(object));
    }
    return GapFinder.find(new JsonDump().add(all).simulation()).stream()
        .filter(f -> f.gap().kind().severity() != Severity.Info)
        .filter(f -> f.gap().kind() != GapKind.NoQuota)
        .map(Finding::withRemedies)
        .findFirst()
        .orElseThrow();
  }
}
