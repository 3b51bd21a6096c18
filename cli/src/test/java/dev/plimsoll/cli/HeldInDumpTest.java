package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dump whose CapacityPolicy holds pods at shares. */
class HeldInDumpTest {
  @TempDir Path folder;

  private String dump(String placement) throws IOException {
    return Files.writeString(
            folder.resolve("dump.yaml"),
            """
            apiVersion: v1
            kind: Node
            metadata: {name: a}
            status:
              allocatable: {cpu: "64", memory: 256Gi, pods: "110", nvidia.com/gpu: "8"}
            ---
            apiVersion: v1
            kind: Node
            metadata: {name: b}
            status:
              allocatable: {cpu: "64", memory: 256Gi, pods: "110", nvidia.com/gpu: "8"}
            ---
            apiVersion: v1
            kind: Namespace
            metadata: {name: one}
            ---
            apiVersion: v1
            kind: Namespace
            metadata: {name: two}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: old, namespace: one, uid: one-old}
            spec:
              nodeName: a
              containers:
              - name: main
                resources:
                  requests: {nvidia.com/gpu: "6"}
                  limits: {nvidia.com/gpu: "6"}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: new, namespace: one, uid: one-new}
            spec:
              containers:
              - name: main
                resources:
                  requests: {nvidia.com/gpu: "3"}
                  limits: {nvidia.com/gpu: "3"}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: old, namespace: two, uid: two-old}
            spec:
              nodeName: b
              containers:
              - name: main
                resources:
                  requests: {nvidia.com/gpu: "5"}
                  limits: {nvidia.com/gpu: "5"}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: waits, namespace: two, uid: two-waits}
            spec:
              containers:
              - name: main
                resources:
                  requests: {nvidia.com/gpu: "4"}
                  limits: {nvidia.com/gpu: "4"}
            ---
            apiVersion: plimsoll.dev/v1alpha1
            kind: CapacityPolicy
            metadata: {name: gpus}
            spec:
              enforcement: {placement: %s, borrowing: Never}
              resources: [{name: nvidia.com/gpu}]
              tenants:
              - {name: one, weight: 1, namespaces: [one]}
              - {name: two, weight: 1, namespaces: [two]}
            """
                .formatted(placement))
        .toString();
  }

  private CliRun explain(String placement) throws IOException {
    return CliRun.of(
        "explain", "pod/new", "-n", "one", "--snapshot", dump(placement), "--complete");
  }

  @Test
  void a_pod_beyond_its_share_is_held_in_a_dump_too() throws IOException {
    CliRun run = explain("Hold");

    assertThat(run.out())
        .startsWith(
            "pod/new is held: tenant one has a share of 8 nvidia.com/gpu and uses 6; the"
                + " pod requests 3");
  }

  @Test
  void copies_that_the_share_does_not_cover_do_not_fit() throws IOException {
    Path pod =
        Files.writeString(
            folder.resolve("pod.yaml"),
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: more, namespace: one}
            spec:
              containers:
              - name: main
                resources:
                  requests: {nvidia.com/gpu: "1"}
                  limits: {nvidia.com/gpu: "1"}
            """);

    CliRun run = CliRun.of("fit", "-f", pod.toString(), "--snapshot", dump("Hold"), "--complete");

    assertThat(run.out())
        .startsWith("2 more of pod one/more would run")
        .contains("Shares pass   2", "The share is the limit.", "uses 8");
  }

  private CliRun gaps(String placement, String... more) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of("gaps", "--kind", "PodsHeld", "--snapshot", dump(placement), "--complete"));
    words.addAll(List.of(more));
    return CliRun.of(words.toArray(String[]::new));
  }

  @Test
  void held_pods_are_a_gap_with_the_amounts_and_what_ends_the_hold() throws IOException {
    CliRun run = gaps("Hold", "-o", "json");

    JsonArray gaps = JsonParser.parseString(run.out()).getAsJsonObject().getAsJsonArray("gaps");
    assertThat(gaps).hasSize(1);
    assertThat(gaps.toString())
        .contains(
            "pod new is held: tenant one has a share of 8 nvidia.com/gpu and uses 6; the"
                + " pod requests 3; the hold ends once pods of tenant one end, or its weight or"
                + " guarantee in CapacityPolicy gpus is raised");
    assertThat(gaps("Report", "-o", "json").out()).contains("\"gaps\": []");
  }

  @Test
  void held_pods_have_remedies_that_were_tried_with_the_share() throws IOException {
    JsonArray remedies =
        JsonParser.parseString(gaps("Hold", "-o", "json").out())
            .getAsJsonObject()
            .getAsJsonArray("gaps")
            .get(0)
            .getAsJsonObject()
            .getAsJsonArray("remedies");

    assertThat(remedies)
        .extracting(r -> r.getAsJsonObject().get("action").getAsString())
        .containsExactly(
            "raise the guarantee of nvidia.com/gpu of tenant one in CapacityPolicy gpus from 0"
                + " to 9",
            "delete pod/old, which has the same share");
    assertThat(remedies)
        .allSatisfy(
            r -> {
              assertThat(r.getAsJsonObject().get("helps").getAsBoolean()).isTrue();
              assertThat(r.getAsJsonObject().get("result").getAsString())
                  .startsWith("1 of 1 pod of pod/new admitted and placed on ");
            });
    assertThat(remedies.get(0).getAsJsonObject().get("command").getAsString())
        .startsWith("kubectl patch CapacityPolicy.v1alpha1.plimsoll.dev gpus --type=json ")
        .contains("\"path\":\"/spec/tenants/0/guarantee\"");
  }

  @Test
  void pods_beyond_a_ceiling_are_told_the_ceiling_and_that_it_must_be_raised() throws IOException {
    Path dump = Path.of(dump("Hold"));
    Files.writeString(
        dump,
        Files.readString(dump)
            .replace("borrowing: Never", "borrowing: Idle")
            .replace(
                "{name: one, weight: 1, ",
                "{name: one, weight: 1, ceiling: {nvidia.com/gpu: 7}, "));

    JsonObject gap =
        JsonParser.parseString(
                CliRun.of(
                        "gaps",
                        "--kind",
                        "PodsHeld",
                        "-n",
                        "one",
                        "-o",
                        "json",
                        "--snapshot",
                        "" + dump,
                        "--complete")
                    .out())
            .getAsJsonObject()
            .getAsJsonArray("gaps")
            .get(0)
            .getAsJsonObject();

    assertThat(gap.get("message").getAsString())
        .isEqualTo(
            "pod new is held: tenant one has a ceiling of 7 nvidia.com/gpu and uses 6; the pod"
                + " requests 3; the hold ends once pods of tenant one end, or its ceiling in"
                + " CapacityPolicy gpus is raised");
    JsonObject first = gap.getAsJsonArray("remedies").get(0).getAsJsonObject();
    assertThat(first.get("action").getAsString())
        .isEqualTo(
            "raise the ceiling of nvidia.com/gpu of tenant one in CapacityPolicy gpus from 7 to 9");
    assertThat(first.get("command").getAsString()).contains("/spec/tenants/0/ceiling");
  }

  @Test
  void explain_has_the_remedies_of_a_held_pod() throws IOException {
    assertThat(explain("Hold").out())
        .contains("raise the guarantee of nvidia.com/gpu of tenant one")
        .contains("delete pod/old, which has the same share");
  }

  @Test
  void a_policy_that_holds_nothing_says_nothing() throws IOException {
    assertThat(explain("Report").out()).startsWith("pod/new would get a node");
  }
}
