package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.file.ManifestSet;
import dev.plimsoll.kube.file.SourcedObject;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.check.CheckFinding;
import dev.plimsoll.model.check.CheckResult;
import dev.plimsoll.model.check.Effect;
import dev.plimsoll.model.check.SetCheck;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Simulation;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A webhook or policy that may change or deny an object makes the answer about it unknown. */
class UnmodelledAdmissionTest {
  private static final String CLUSTER =
      """
      {apiVersion: v1, kind: Namespace, metadata: {name: lab, labels: {team: a}}}
      ---
      apiVersion: v1
      kind: Node
      metadata: {name: n}
      status:
        allocatable: {cpu: "8", memory: 8Gi, pods: "110"}
        conditions: [{type: Ready, status: "True"}]
      """;

  private static final String WEBHOOK =
      """
      ---
      apiVersion: admissionregistration.k8s.io/v1
      kind: %s
      metadata: {name: others}
      webhooks:
        - name: %s
          failurePolicy: Ignore
          clientConfig: {url: "https://example.com"}
          %s
      """;

  private static final String VALIDATING = "ValidatingWebhookConfiguration";
  private static final String MUTATING = "MutatingWebhookConfiguration";
  private static final String OF_PODS = rule("CREATE", "", "pods");

  private static String rule(String operation, String group, String resource) {
    return "rules: [{apiGroups: [\"%s\"], apiVersions: [v1], operations: [%s], resources: [%s]}]"
        .formatted(group, operation, resource);
  }

  private static String webhook(String kind, String fields) {
    return WEBHOOK.formatted(kind, "w.example.com", fields);
  }

  private static String pod(String cpu) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: p, namespace: lab, labels: {app: web}}
        spec: {containers: [{name: c, image: i, resources: {requests: {cpu: "%s"}}}]}
        """
        .formatted(cpu);
  }

  private static String deployment(String cpu) {
    return """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: d, namespace: lab}
        spec:
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec: {containers: [{name: c, image: i, resources: {requests: {cpu: "%s"}}}]}
        """
        .formatted(cpu);
  }

  private static List<SourcedObject> objects(String yaml) {
    return ManifestSet.read(
            new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)), "set", "lab")
        .objects();
  }

  private static CheckResult check(String cluster, String set) {
    Cluster read =
        Cluster.builder(Instant.EPOCH)
            .complete()
            .addAll(objects(CLUSTER + cluster).stream().map(SourcedObject::object).toList())
            .build();
    return check(read, set);
  }

  private static CheckResult check(Cluster cluster, String set) {
    return SetCheck.on(
            Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler()),
            c -> PodHolds.NONE)
        .check(objects(set).stream().map(SourcedObject::checked).toList());
  }

  private static List<Effect> effects(CheckResult result) {
    return result.findings().stream()
        .map(CheckFinding::effect)
        .filter(e -> e == Effect.Denied || e == Effect.Waits || e == Effect.Unknown)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "validatingwebhookconfigurations",
        "mutatingwebhookconfigurations",
        "validatingadmissionpolicies"
      })
  void a_kind_that_was_not_read_leaves_a_pass_unknown(String resource) {
    GroupResource unread = new GroupResource("admissionregistration.k8s.io", resource);
    Cluster cluster =
        Cluster.builder(Instant.EPOCH)
            .complete()
            .addAll(objects(CLUSTER).stream().map(SourcedObject::object).toList())
            .build()
            .withCoverage(unread, Coverage.NONE);

    CheckResult result = check(cluster, pod("1"));

    assertThat(result.isKnown()).isFalse();
    assertThat(result.unread().requirements()).containsExactly(Requirement.all(unread));
  }

  @Test
  void without_any_all_is_known() {
    assertThat(check("", pod("1")).isKnown()).isTrue();
    assertThat(check("", deployment("1")).isKnown()).isTrue();
    assertThat(effects(check("", pod("9")))).containsExactly(Effect.Waits);
  }

  @ParameterizedTest
  @ValueSource(strings = {VALIDATING, MUTATING})
  void what_may_deny_pods_makes_pods_that_would_run_unknown(String kind) {
    String webhook = webhook(kind, OF_PODS);
    for (String set : List.of(pod("1"), deployment("1"))) {
      CheckResult result = check(webhook, set);

      assertThat(result.isKnown()).isFalse();
      assertThat(effects(result)).containsExactly(Effect.Unknown);
      assertThat(result.findings().get(0).message()).contains("w.example.com", "others", "may");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {VALIDATING, MUTATING})
  void a_webhook_that_must_answer_and_has_no_ready_pod_is_told(String kind) {
    String remark = ": its Service s in namespace policies has no ready pod";
    String webhook =
        webhook(kind, OF_PODS)
            .replace("{url: \"https://example.com\"}", "{service: {namespace: policies, name: s}}");
    String failing = webhook.replace("Ignore", "Fail");
    String server =
        """
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: server, namespace: policies}
        spec: {nodeName: n, containers: [{name: c, image: i}]}
        status: {phase: Running, conditions: [{type: Ready, status: "%s"}]}
        """;

    assertThat(message(failing)).contains("(failurePolicy Fail)" + remark);
    assertThat(message(failing + server.formatted("False"))).contains(remark);
    assertThat(message(failing + server.formatted("True"))).doesNotContain(remark);
    assertThat(message(webhook)).doesNotContain(remark);
  }

  private static String message(String cluster) {
    return check(cluster, pod("1")).findings().get(0).message();
  }

  @Test
  void what_only_denies_leaves_a_failure_certain() {
    assertThat(effects(check(webhook(VALIDATING, OF_PODS), pod("9"))))
        .containsExactly(Effect.Waits);
  }

  @Test
  void what_changes_pods_may_mend_what_waits() {
    assertThat(effects(check(webhook(MUTATING, OF_PODS), pod("9"))))
        .containsExactly(Effect.Unknown);
    assertThat(effects(check(webhook(MUTATING, OF_PODS), deployment("9"))))
        .containsExactly(Effect.Unknown);
  }

  @Test
  void what_changes_a_pod_may_mend_a_denial_by_quota_but_not_a_missing_namespace() {
    String quota =
        """
        ---
        apiVersion: v1
        kind: ResourceQuota
        metadata: {name: q, namespace: lab}
        spec: {hard: {requests.cpu: "1"}}
        status: {hard: {requests.cpu: "1"}, used: {requests.cpu: "0"}}
        """;
    assertThat(effects(check(quota, pod("2")))).containsExactly(Effect.Denied);
    assertThat(effects(check(quota + webhook(MUTATING, OF_PODS), pod("2"))))
        .containsExactly(Effect.Unknown);
    assertThat(
            effects(
                check(
                    webhook(MUTATING, OF_PODS),
                    pod("2").replace("namespace: lab", "namespace: none"))))
        .containsExactly(Effect.Denied);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rules: []",
        "rules: [{apiGroups: [''], apiVersions: [v1], operations: [DELETE], resources: [pods]}]",
        "rules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [services]}]",
        "rules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [pods/exec]}]",
        "rules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [pods], scope: Cluster}]",
        "namespaceSelector: {matchLabels: {team: b}}",
        "objectSelector: {matchLabels: {app: db}}"
      },
      quoteCharacter = '"')
  void what_cannot_see_the_object_changes_nothing(String field) {
    String fields = field.startsWith("rules") ? field : OF_PODS + "\n    " + field;

    assertThat(check(webhook(MUTATING, fields), pod("1")).isKnown()).isTrue();
    assertThat(check(webhook(VALIDATING, fields), deployment("1")).isKnown()).isTrue();
  }

  @Test
  void conditions_may_match() {
    String fields =
        OF_PODS + "\n    matchConditions: [{name: c, expression: \"request.name == 'x'\"}]";

    assertThat(check(webhook(VALIDATING, fields), pod("1")).isKnown()).isFalse();
  }

  @Test
  void an_object_that_makes_pods_may_be_changed_itself() {
    String webhook = webhook(MUTATING, rule("CREATE", "apps", "deployments"));

    assertThat(effects(check(webhook, deployment("1")))).containsOnly(Effect.Unknown);
    assertThat(effects(check(webhook, deployment("9")))).containsOnly(Effect.Unknown);
    assertThat(check(webhook, pod("1")).isKnown()).isTrue();
  }

  @Test
  void the_replica_set_of_a_deployment_is_created_too() {
    assertThat(
            check(webhook(VALIDATING, rule("CREATE", "apps", "replicasets")), deployment("1"))
                .isKnown())
        .isFalse();
  }

  @Test
  void objects_that_make_no_pods_may_be_denied() {
    String claim = "{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: lab}}";
    String quota =
        "{apiVersion: v1, kind: ResourceQuota, metadata: {name: q}, spec: {hard: {pods: \"9\"}}}";
    String all = webhook(VALIDATING, rule("\"*\"", "*", "\"*/*\"").replace("[v1]", "[\"*\"]"));

    assertThat(effects(check(all, quota))).containsExactly(Effect.Unknown);
    assertThat(check(all, claim).isKnown()).isFalse();
  }

  @Test
  void an_update_is_seen_by_rules_for_updates_only() {
    String old =
        "---\n" + deployment("1").replace("metadata: {name: d", "metadata: {uid: u, name: d");

    assertThat(
            check(old + webhook(VALIDATING, rule("UPDATE", "apps", "deployments")), deployment("1"))
                .isKnown())
        .isFalse();
    assertThat(
            check(old + webhook(VALIDATING, rule("CREATE", "apps", "deployments")), deployment("1"))
                .isKnown())
        .isTrue();
  }

  @Test
  void the_webhooks_of_plimsoll_are_modelled() {
    for (String name : List.of("quota.plimsoll.dev", "gate.plimsoll.dev")) {
      String kind = name.startsWith("gate") ? MUTATING : VALIDATING;

      assertThat(check(WEBHOOK.formatted(kind, name, OF_PODS), pod("1")).isKnown()).isTrue();
    }
  }

  @Test
  void a_policy_that_changes_or_is_undecided_makes_the_answer_unknown() {
    String match =
        "{resourceRules: [{apiGroups: [\"*\"], apiVersions: [\"*\"], operations: [CREATE],"
            + " resources: [%s]}]}";
    String mutating =
        """
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicy
        metadata: {name: m}
        spec: {matchConstraints: %s, failurePolicy: Fail}
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicyBinding
        metadata: {name: b}
        spec: {policyName: m}
        """
            .formatted(match);
    String validating =
        """
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: {name: m}
        spec:
          matchConstraints: %s
          validations: [{expression: "request.userInfo.username != 'x'"}]
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: {name: b}
        spec: {policyName: m, validationActions: [Deny]}
        """
            .formatted(match);

    for (String policy : List.of(mutating, validating)) {
      assertThat(check(policy.formatted("pods"), pod("1")).isKnown()).isFalse();
      assertThat(check(policy.formatted("deployments"), deployment("1")).isKnown()).isFalse();
      assertThat(check(policy.formatted("services"), pod("1")).isKnown()).isTrue();
    }
  }
}
