package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What QuotaLedgers in a snapshot add to answers. */
class QuotaLedgersTest {
  private static final String OBJECTS =
      """
      apiVersion: v1
      kind: List
      items:
        - apiVersion: v1
          kind: Namespace
          metadata: {name: team-a, labels: {plimsoll.dev/strict: "true"}}
        - apiVersion: v1
          kind: Node
          metadata: {name: n}
          status:
            allocatable: {nvidia.com/gpu: "8", cpu: "8", memory: 64Gi, pods: "10"}
            conditions: [{type: Ready, status: "True"}]
        - apiVersion: v1
          kind: ServiceAccount
          metadata: {namespace: team-a, name: default}
        - apiVersion: v1
          kind: ResourceQuota
          metadata: {namespace: team-a, name: gpu}
          spec: {hard: {requests.nvidia.com/gpu: "4"}}
          status:
            hard: {requests.nvidia.com/gpu: "4"}
            used: {requests.nvidia.com/gpu: "0"}
      """;
  private static final String LEDGERS =
      """
        - apiVersion: plimsoll.dev/v1alpha1
          kind: QuotaLedger
          metadata: {name: team-a-gpu-0a1b}
          spec: {quota: gpu, origin: resourcequota/team-a/gpu, hard: {requests.nvidia.com/gpu: "4"}}
          status:
            formatVersion: "1"
            used: {requests.nvidia.com/gpu: "0"}
            reserved: {requests.nvidia.com/gpu: "2"}
            namespaces: [{namespace: team-a, used: {requests.nvidia.com/gpu: "0"}}]
            reservations:
              - apiVersion: v1
                kind: Pod
                namespace: team-a
                reserved: {requests.nvidia.com/gpu: "2"}
                expires: "2999-01-01T00:00:00Z"
                expiresAfter: "0"
                uids: AAAAAAAAAAAAAAAAAAAAAA==
                names: [0/x]
        - apiVersion: plimsoll.dev/v1alpha1
          kind: QuotaLedger
          metadata: {name: gpus-nlp-2c3d}
          spec: {quota: gpus/nlp, origin: tenant/gpus/nlp, hard: {requests.nvidia.com/gpu: "3"}}
          status:
            formatVersion: "1"
            used: {requests.nvidia.com/gpu: "2"}
            reserved: {requests.nvidia.com/gpu: "1"}
            namespaces:
              - {namespace: team-a, used: {requests.nvidia.com/gpu: "0"}}
              - {namespace: team-b, used: {requests.nvidia.com/gpu: "2"}}
            reservations: []
      """;

  @TempDir Path folder;

  @Test
  void what_is_reserved_is_shown_beside_what_is_used() throws IOException {
    assertThat(CliRun.of("quota", "--complete", "--snapshot", snapshot(LEDGERS)).out().lines())
        .anyMatch(l -> l.matches("NAMESPACE +QUOTA +KEY +HARD +USED +RESERVED +PLACED .*"))
        .anyMatch(l -> l.matches("team-a +gpu +requests.nvidia.com/gpu +4 +0 +2 .*"))
        .anyMatch(l -> l.matches("- +gpus/nlp +requests.nvidia.com/gpu +3 +2 +1 .*\\*"));
  }

  @Test
  void without_ledgers_nothing_is_said_of_what_is_reserved() throws IOException {
    assertThat(CliRun.of("quota", "--complete", "--snapshot", snapshot("")).out())
        .contains("requests.nvidia.com/gpu")
        .doesNotContain("RESERVED");
    assertThat(CliRun.of("quota", "--complete", "--snapshot", snapshot(""), "-o", "json").out())
        .doesNotContain("reserved");
  }

  @Test
  void in_JSON_it_has_a_field() throws IOException {
    String json =
        CliRun.of("quota", "--complete", "--snapshot", snapshot(LEDGERS), "-o", "json").out();

    assertThat(
            JsonParser.parseString(json)
                .getAsJsonObject()
                .getAsJsonArray("quotas")
                .get(0)
                .getAsJsonObject()
                .get("reserved")
                .getAsString())
        .isEqualTo("2");
  }

  @Test
  void a_ledger_that_says_less_than_its_pods_add_up_to_is_a_gap() throws IOException {
    String pod =
        """
          - apiVersion: v1
            kind: Pod
            metadata: {namespace: team-a, name: p, uid: p, resourceVersion: "50"}
            spec:
              nodeName: n
              containers: [{name: c, image: i, resources: {requests: {nvidia.com/gpu: "2"}}}]
            status: {phase: Running}
        """;
    String counted =
        LEDGERS.replace("    reservations", "    versions: {pods: \"%s\"}\n    reservations");

    assertThat(gaps(counted.replace("%s", "50") + pod))
        .contains(
            "QuotaLedger team-a-gpu-0a1b of resourcequota/team-a/gpu counts 0 of"
                + " requests.nvidia.com/gpu in team-a");
    assertThat(gaps(counted.replace("%s", "49") + pod)).doesNotContain("QuotaLedger");
    assertThat(gaps(LEDGERS + pod)).doesNotContain("QuotaLedger");
  }

  private String gaps(String ledgersAndPods) throws IOException {
    return CliRun.of("gaps", "--complete", "--snapshot", snapshot(ledgersAndPods), "-o", "json")
        .out();
  }

  @Test
  void describe_tells_for_what_it_is_reserved() throws IOException {
    assertThat(
            CliRun.of("quota", "describe", "gpu", "--complete", "--snapshot", snapshot(LEDGERS))
                .out()
                .lines())
        .anyMatch(l -> l.matches("RESOURCE +USED +RESERVED +HARD .*"))
        .anyMatch(
            l -> l.startsWith("requests.nvidia.com/gpu=2 reserved for pod team-a/x, expires in "));
    assertThat(
            CliRun.of(
                    "quota", "describe", "gpus/nlp", "--complete", "--snapshot", snapshot(LEDGERS))
                .out()
                .lines())
        .contains("Name:        gpus/nlp", "Namespaces:  team-a, team-b");
  }

  @Test
  void explain_foresees_what_a_ledger_denies() throws IOException {
    Path pod =
        Files.writeString(
            folder.resolve("pod.yaml"),
            """
            apiVersion: v1
            kind: Pod
            metadata: {namespace: team-a, name: new}
            spec:
              containers:
                - name: c
                  image: i
                  resources: {limits: {nvidia.com/gpu: "3"}}
            """);

    assertThat(
            CliRun.of(
                    "explain", "-f", pod.toString(), "--complete", "--snapshot", snapshot(LEDGERS))
                .out()
                .replaceAll("\\s+", " "))
        .contains(
            "denied the request: exceeded quota: gpus/nlp, requested: requests.nvidia.com/gpu=3,"
                + " used: requests.nvidia.com/gpu=3, limited: requests.nvidia.com/gpu=3; exceeded"
                + " quota: gpu, requested: requests.nvidia.com/gpu=3, used:"
                + " requests.nvidia.com/gpu=2, limited: requests.nvidia.com/gpu=4. Quota gpus/nlp"
                + " binds")
        .contains("requests.nvidia.com/gpu=2 reserved for pod team-a/x, expires in ");
  }

  @Test
  void explain_says_what_to_raise_of_a_tenant_and_of_a_quota() throws IOException {
    String policy =
        """
          - apiVersion: plimsoll.dev/v1alpha1
            kind: CapacityPolicy
            metadata: {name: gpus}
            spec:
              tenants: [{name: nlp, namespaces: [team-a, team-b], ceiling: {nvidia.com/gpu: 3}}]
              resources: [{name: nvidia.com/gpu}]
              enforcement: {admission: Deny}
        """;
    Path pod =
        Files.writeString(
            folder.resolve("pod.yaml"),
            """
            apiVersion: v1
            kind: Pod
            metadata: {namespace: team-a, name: new}
            spec:
              containers:
                - name: c
                  image: i
                  resources: {limits: {nvidia.com/gpu: "3"}}
            """);

    assertThat(
            CliRun.of(
                    "explain",
                    "-f",
                    pod.toString(),
                    "--complete",
                    "--snapshot",
                    snapshot(LEDGERS + policy))
                .out()
                .lines()
                .map(String::strip))
        .contains(
            "{\"op\":\"add\",\"path\":\"/spec/tenants/0/ceiling/nvidia.com~1gpu\",\"value\":\"6\"}]",
            "kubectl patch CapacityPolicy.v1alpha1.plimsoll.dev gpus --type=json"
                + " --patch-file=/dev/stdin <<'EOF'",
            "kubectl patch resourcequota gpu -n team-a --type=merge -p"
                + " '{\"spec\":{\"hard\":{\"requests.nvidia.com/gpu\":\"5\"}}}'")
        .anyMatch(
            l ->
                l.startsWith(
                    "1. raise the ceiling of nvidia.com/gpu of tenant nlp in CapacityPolicy gpus"
                        + " from 3 to 6"));
  }

  @Test
  void a_cluster_resource_quota_binds_without_any_ledger() throws IOException {
    String quota =
        """
          - apiVersion: quota.openshift.io/v1
            kind: ClusterResourceQuota
            metadata: {name: nlp}
            spec:
              selector: {labels: {matchLabels: {plimsoll.dev/strict: "true"}}}
              quota: {hard: {requests.nvidia.com/gpu: "1"}}
            status:
              total: {hard: {requests.nvidia.com/gpu: "1"}, used: {requests.nvidia.com/gpu: "0"}}
          - apiVersion: apps/v1
            kind: ReplicaSet
            metadata: {namespace: team-a, name: web, uid: u}
            spec:
              replicas: 2
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec:
                  containers:
                    - {name: c, image: i, resources: {limits: {nvidia.com/gpu: "1"}}}
        """;
    CliRun explained =
        CliRun.of("explain", "rs/web", "-n", "team-a", "--complete", "--snapshot", snapshot(quota));

    assertThat(explained.err()).doesNotContain("internal error");
    assertThat(explained.out()).contains("QuotaExhaustedCapacityFree", "exceeded quota: nlp");
    assertThat(CliRun.of("quota", "--complete", "--snapshot", snapshot(quota)).out().lines())
        .anyMatch(l -> l.matches("- +nlp +requests.nvidia.com/gpu +1 +0 +0 +0 +8 +\\*"));
    assertThat(
            CliRun.of("quota", "describe", "nlp", "--complete", "--snapshot", snapshot(quota))
                .out())
        .contains("Name:        nlp");
  }

  private String snapshot(String more) throws IOException {
    return Files.writeString(folder.resolve("snapshot.yaml"), OBJECTS + more).toString();
  }
}
