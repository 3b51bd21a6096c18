package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.model.explain.Explainer;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.Severity;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.patch.KubectlCommand;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The effect of a changed template on pods that exist depends on the workload. */
class TemplateEffectTest {
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

  @ParameterizedTest
  @CsvSource({
    "Forbid, no other run begins while Job first is active (concurrencyPolicy Forbid)",
    "Replace, the next run deletes Job first (concurrencyPolicy Replace)",
    "Allow, ''"
  })
  void a_waiting_Job_says_what_it_means_for_the_next_run(String policy, String note) {
    String cronJob =
        CRON_JOB.replace(
            "\"schedule\"", "\"concurrencyPolicy\": \"%s\", \"schedule\"".formatted(policy));
    Simulation simulation = simulation(NODE, cronJob, job("first"), pod("first", ""));

    assertThat(
            Explainer.ofWorkload(
                    simulation,
                    simulation
                        .workloads()
                        .workloadOf(new ObjectReference("CronJob", "lab", "night", "cron"))
                        .orElseThrow())
                .worst()
                .notes())
        .isEqualTo(note.isEmpty() ? List.of() : List.of(note));
  }

  @Test
  void a_paused_Deployment_changes_its_pods_once_it_is_resumed() {
    String owned =
        "\"uid\": \"r\", \"ownerReferences\": [{\"kind\": \"Deployment\", \"name\": \"w\", \"uid\":"
            + " \"w\", \"apiVersion\": \"apps/v1\", \"controller\": true}]";
    Remedy smaller =
        gap(
                NODE,
                workload("Deployment", "\"paused\": true,"),
                workload("ReplicaSet", "")
                    .replace("\"name\": \"w\"", "\"name\": \"r\"")
                    .replace("\"uid\": \"w\"", owned))
            .remedies()
            .get(0);

    assertThat(smaller.costs())
        .containsExactly(
            "deployment/w is paused: its pods change once it is resumed (kubectl rollout resume)");
  }

  @Test
  void the_pods_of_a_DaemonSet_with_OnDelete_are_deleted() {
    String set = workload("DaemonSet", "\"updateStrategy\": {\"type\": \"OnDelete\"},");

    assertThat(texts(gap(NODE, set, podOf("DaemonSet", "w-x")).remedies().get(0)))
        .contains("kubectl delete pod w-x -n lab");
  }

  @Test
  void pods_below_the_partition_of_a_StatefulSet_keep_the_former_template() {
    String set =
        workload(
            "StatefulSet",
            "\"updateStrategy\": {\"type\": \"RollingUpdate\", \"rollingUpdate\": {\"partition\": 1}},");

    assertThat(gap(NODE, set, podOf("StatefulSet", "w-0")).remedies().get(0).costs())
        .containsExactly(
            "pods below number 1 keep the former template (partition of the updateStrategy)");
    assertThat(
            gap(NODE, set.replace("\"partition\": 1", ""), podOf("StatefulSet", "w-0"))
                .remedies()
                .get(0)
                .costs())
        .isEmpty();
  }

  @Test
  void a_label_that_admission_added_cannot_be_removed_from_the_template() {
    String set = workload("StatefulSet", "").replace("\"9\"", "\"1\"");
    String selector = "\"nodeSelector\": {\"team\": \"x\"},";
    String pod = podOf("StatefulSet", "w-0", selector).replace("\"9\"", "\"1\"");

    assertThat(gap(NODE, set, pod).message()).endsWith("(none of these nodes matches team=x)");
    assertThat(gap(NODE, set, pod).remedies())
        .noneMatch(r -> r.action().startsWith("stop requiring"));
    assertThat(
            gap(NODE, set.replace("{\"restartPolicy\"", "{" + selector + "\"restartPolicy\""), pod)
                .remedies())
        .anyMatch(r -> r.action().startsWith("stop requiring"));
  }

  private static String workload(String kind, String fields) {
    return """
        {"kind": "%s", "apiVersion": "apps/v1",
         "metadata": {"name": "w", "namespace": "lab", "uid": "w"},
         "spec": {%s "replicas": 1, "selector": {"matchLabels": {"a": "b"}},
                  "template": {"metadata": {"labels": {"a": "b"}}, "spec": %s}}}"""
        .formatted(kind, fields, SPEC.replace("\"Never\"", "\"Always\""));
  }

  private static String podOf(String kind, String name) {
    return podOf(kind, name, "");
  }

  private static String podOf(String kind, String name, String fields) {
    return pod("w", fields)
        .replace("batch/v1", "apps/v1")
        .replace("\"kind\": \"Job\"", "\"kind\": \"%s\"".formatted(kind))
        .replace("\"w-p\"", "\"%s\"".formatted(name));
  }

  private static List<String> texts(Remedy remedy) {
    return remedy.commands().stream().map(KubectlCommand::text).toList();
  }

  private static Gap gap(String... objects) {
    return GapFinder.find(simulation(objects)).stream()
        .filter(f -> f.gap().kind().severity() != Severity.Info)
        .filter(f -> f.gap().kind() != GapKind.NoQuota)
        .map(Finding::withRemedies)
        .findFirst()
        .orElseThrow();
  }

  private static Simulation simulation(String... objects) {
    JsonArray all = new JsonArray();
    for (String object : objects) {
      all.add(JsonParser.parseString(object));
    }
    return new JsonDump().add(all).simulation();
  }
}
