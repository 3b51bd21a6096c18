package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What real API servers deny on the way from a manifest to its pods, with names that vary. */
class AdmissionFamiliesTest {
  private static final String SPEC = "{containers: [{name: c, image: x}]}";
  private static final String RUN_ONCE =
      "{restartPolicy: Never, containers: [{name: c, image: x}]}";

  @TempDir private Path folder;

  private Path write(String name, String... documents) throws IOException {
    return Files.writeString(
        folder.resolve(name), "# made up\n" + String.join("\n---\n", documents));
  }

  private JsonObject explained(Path manifest, Path cluster, String... options) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "explain",
                "-f",
                manifest.toString(),
                "--snapshot",
                cluster.toString(),
                "--complete",
                "-o",
                "json"));
    words.addAll(List.of(options));
    return JsonParser.parseString(CliRun.of(words.toArray(String[]::new)).out()).getAsJsonObject();
  }

  private static String message(JsonObject explanation) {
    return explanation.getAsJsonArray("pods").get(0).getAsJsonObject().get("message").getAsString();
  }

  private static String node() {
    return """
        {apiVersion: v1, kind: Node, metadata: {name: n}, status: {
          allocatable: {cpu: "64", memory: 256Gi, pods: "110"},
          capacity: {cpu: "64", memory: 256Gi, pods: "110"},
          conditions: [{type: Ready, status: "True"}]}}
        """;
  }

  private static String namespace(String name, String labels) {
    return "{apiVersion: v1, kind: Namespace, metadata: {name: %s, labels: {%s}}}"
        .formatted(name, labels);
  }

  private static String quota(String namespace, String key, int hard, int used) {
    return """
        {apiVersion: v1, kind: ResourceQuota, metadata: {name: q, namespace: %1$s},
         spec: {hard: {%2$s: "%3$d"}}, status: {hard: {%2$s: "%3$d"}, used: {%2$s: "%4$d"}}}
        """
        .formatted(namespace, key, hard, used);
  }

  private static String workload(String kind, String namespace, String name, int replicas) {
    String template =
        "template: {metadata: {labels: {a: b}}, spec: %s}"
            .formatted(kind.endsWith("Job") ? RUN_ONCE : SPEC);
    String spec =
        switch (kind) {
          case "CronJob" -> "schedule: '* * * * *', jobTemplate: {spec: {%s}}".formatted(template);
          case "Job" -> template;
          default ->
              "replicas: %d, selector: {matchLabels: {a: b}}, %s".formatted(replicas, template);
        };
    return "{apiVersion: %s, kind: %s, metadata: {name: %s, namespace: %s}, spec: {%s}}"
        .formatted(kind.endsWith("Job") ? "batch/v1" : "apps/v1", kind, name, namespace, spec);
  }

  @ParameterizedTest
  @CsvSource({
    "Deployment,deployments.apps,''",
    "Deployment,replicasets.apps,-…",
    "ReplicaSet,replicasets.apps,''",
    "StatefulSet,statefulsets.apps,''",
    "DaemonSet,daemonsets.apps,''",
    "Job,jobs.batch,''",
    "CronJob,cronjobs.batch,''",
    "CronJob,jobs.batch,-…",
  })
  void where_a_quota_counts_what_makes_the_pods_none_is_made(
      String kind, String counted, String suffix) throws IOException {
    Random random = new Random((kind + counted).hashCode());
    for (int i = 0; i < 5; i++) {
      String namespace = "n" + random.nextInt(1000);
      String name = "w" + random.nextInt(1000);
      String key = "count/" + counted;
      int hard = random.nextInt(4);
      Path manifest = write("w.yaml", workload(kind, namespace, name, 1 + random.nextInt(3)));

      String full = message(explained(manifest, cluster(namespace, key, hard, hard)));
      JsonObject open = explained(manifest, cluster(namespace, key, hard + 1, hard));

      assertThat(full)
          .endsWith(
              "%s \"%s%s\" is forbidden: exceeded quota: q, requested: %s=1, used: %s=%d, limited: %s=%d"
                  .formatted(counted, name, suffix, key, key, hard, key, hard));
      assertThat(message(open)).doesNotContain("forbidden");
    }
  }

  private Path cluster(String namespace, String key, int hard, int used) throws IOException {
    return write("c.yaml", namespace(namespace, ""), quota(namespace, key, hard, used), node());
  }

  @ParameterizedTest
  @ValueSource(strings = {"Deployment", "StatefulSet", "Job"})
  void pods_of_an_account_that_is_not_there_are_denied(String kind) throws IOException {
    Random random = new Random(kind.hashCode());
    for (int i = 0; i < 5; i++) {
      String namespace = "n" + random.nextInt(1000);
      String account = "a" + random.nextInt(1000);
      Path manifest =
          write(
              "w.yaml",
              workload(kind, namespace, "w", 2)
                  .replace("containers:", "serviceAccountName: " + account + ", containers:"));

      JsonObject without = explained(manifest, accounts(namespace, "default"));
      JsonObject with = explained(manifest, accounts(namespace, account));

      assertThat(without.get("verdict").getAsString()).isEqualTo("Denied");
      assertThat(message(without))
          .endsWith(
              "is forbidden: error looking up service account %1$s/%2$s: serviceaccount \"%2$s\" not found"
                  .formatted(namespace, account));
      assertThat(with.get("verdict").getAsString()).isEqualTo("Placeable");
    }
  }

  private Path accounts(String namespace, String account) throws IOException {
    return write(
        "c.yaml",
        namespace(namespace, ""),
        node(),
        "{apiVersion: v1, kind: ServiceAccount, metadata: {name: %s, namespace: %s}}"
            .formatted(account, namespace));
  }

  @ParameterizedTest
  @CsvSource({"restricted,Denied", "baseline,Placeable", "privileged,Placeable"})
  void pods_are_held_to_the_level_of_their_namespace(String level, String verdict)
      throws IOException {
    Path manifest = write("w.yaml", workload("Deployment", "n", "w", 2));
    Path cluster =
        write("c.yaml", namespace("n", "pod-security.kubernetes.io/enforce: " + level), node());

    JsonObject explanation = explained(manifest, cluster);

    assertThat(explanation.get("verdict").getAsString()).isEqualTo(verdict);
    if (verdict.equals("Denied")) {
      assertThat(message(explanation))
          .endsWith(
              "is forbidden: violates PodSecurity \"restricted:latest\":"
                  + " allowPrivilegeEscalation != false (container \"c\" must set"
                  + " securityContext.allowPrivilegeEscalation=false), unrestricted capabilities"
                  + " (container \"c\" must set securityContext.capabilities.drop=[\"ALL\"]),"
                  + " runAsNonRoot != true (pod or container \"c\" must set"
                  + " securityContext.runAsNonRoot=true), seccompProfile (pod or container \"c\""
                  + " must set securityContext.seccompProfile.type to \"RuntimeDefault\" or"
                  + " \"Localhost\")");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          resources: [pods] | {} | true
          resources: ['*'] | {} | true
          resources: [pods/exec] | {} | false
          resources: [deployments] | {} | false
          resources: [pods], resourceNames: [other] | {} | false
          resources: [pods], scope: Cluster | {} | false
          resources: [pods] | {matchLabels: {team: a}} | true
          resources: [pods] | {matchExpressions: [{key: team, operator: NotIn, values: [a]}]} | false
          """)
  void a_policy_that_looks_at_new_pods_is_named(String rule, String selector, boolean looks)
      throws IOException {
    Path manifest = write("w.yaml", workload("Deployment", "n", "w", 1));
    String constraints =
        "{namespaceSelector: %s, resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], %s}]}"
            .formatted(selector, rule);
    Path cluster =
        write(
            "c.yaml",
            namespace("n", "team: a"),
            node(),
            registered(
                "ValidatingAdmissionPolicy",
                "nolatest",
                "validations: [{expression: \"request.userInfo.username != 'x'\"}],"
                    + " matchConstraints: "
                    + constraints),
            registered(
                "ValidatingAdmissionPolicyBinding",
                "everywhere",
                "policyName: nolatest, validationActions: [Deny]"),
            registered(
                "ValidatingAdmissionPolicyBinding",
                "warning",
                "policyName: nolatest, validationActions: [Warn]"));

    JsonObject explanation = explained(manifest, cluster);

    assertThat(explanation.get("verdict").getAsString()).isEqualTo("Placeable");
    assertThat(notes(explanation))
        .isEqualTo(
            looks
                ? "[\"ValidatingAdmissionPolicy nolatest with binding everywhere may deny it:"
                    + " request.userInfo is not modelled\"]"
                : "[]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          object.spec.containers.all(c, c.name == 'c') | Placeable
          object.spec.containers.all(c, c.image.startsWith('registry/')) | Denied
          has(object.spec.hostNetwork) | Denied
          object.metadata.namespace == 'n' && object.kind == 'Pod' | Placeable
          namespaceObject.metadata.labels.team == 'b' | Denied
          object.spec.dnsPolicy == 'Default' | Denied
          """)
  void a_policy_is_decided_on_pods_of_a_manifest(String expression, String verdict)
      throws IOException {
    Path manifest = write("w.yaml", workload("Deployment", "n", "w", 1));
    Path cluster =
        write(
            "c.yaml",
            namespace("n", "team: a"),
            node(),
            registered(
                "ValidatingAdmissionPolicy",
                "rule",
                "validations: [{expression: \"%s\", message: ' no ', reason: Forbidden}],"
                        .formatted(expression)
                    + " matchConstraints: {resourceRules: [{apiGroups: [''], apiVersions: [v1],"
                    + " operations: [CREATE], resources: [pods]}]}"),
            registered(
                "ValidatingAdmissionPolicyBinding",
                "bound",
                "policyName: rule, validationActions: [Deny]"));

    JsonObject explanation = explained(manifest, cluster);

    assertThat(explanation.get("verdict").getAsString()).isEqualTo(verdict);
    if (verdict.equals("Denied")) {
      assertThat(message(explanation))
          .endsWith(
              "is forbidden: ValidatingAdmissionPolicy 'rule' with binding 'bound' denied request:"
                  + " no");
    } else {
      assertThat(notes(explanation)).isEqualTo("[]");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ValidatingWebhookConfiguration,may deny it",
    "MutatingWebhookConfiguration,may change or deny it"
  })
  void a_webhook_that_is_sent_new_pods_is_named(String kind, String does) throws IOException {
    Path manifest = write("w.yaml", workload("Deployment", "n", "w", 1));
    String webhook =
        """
        {apiVersion: admissionregistration.k8s.io/v1, kind: %s, metadata: {name: hooks}, webhooks: [
          {name: a.example.com, failurePolicy: Ignore, clientConfig: {url: "https://a"}, rules: [
            {apiGroups: [''], apiVersions: [v1], operations: ['*'], resources: [pods]}]},
          {name: b.example.com, clientConfig: {url: "https://a"}, rules: [
            {apiGroups: [''], apiVersions: [v1], operations: [UPDATE], resources: [pods]}]},
          {name: c.example.com, clientConfig: {url: "https://a"}}]}
        """
            .formatted(kind);
    Path cluster = write("c.yaml", namespace("n", ""), node(), webhook);

    assertThat(notes(explained(manifest, cluster)))
        .isEqualTo(
            "[\"webhook a.example.com of %s hooks %s (failurePolicy Ignore)\"]"
                .formatted(kind, does));
  }

  @ParameterizedTest
  @CsvSource({
    "Fail,CREATE,{},may change or deny it (failurePolicy Fail)",
    "Ignore,'*',{},may change it (failurePolicy Ignore)",
    "Fail,UPDATE,{},",
    "Fail,CREATE,{namespaceSelector: {matchLabels: {team: b}}},"
  })
  void a_policy_that_changes_new_pods_is_named(
      String failurePolicy, String operation, String bound, String does) throws IOException {
    Path manifest = write("w.yaml", workload("Deployment", "n", "w", 1));
    Path cluster =
        write(
            "c.yaml",
            namespace("n", "team: a"),
            node(),
            mutatingPolicy(failurePolicy, operation),
            registered(
                "MutatingAdmissionPolicyBinding",
                "everywhere",
                "policyName: sidecar, matchResources: " + bound));

    assertThat(notes(explained(manifest, cluster)))
        .isEqualTo(
            does == null
                ? "[]"
                : "[\"MutatingAdmissionPolicy sidecar with binding everywhere %s\"]"
                    .formatted(does));
  }

  @ParameterizedTest
  @CsvSource({"gate.plimsoll.dev,false", "gate.example.com,true"})
  void a_gate_of_Plimsoll_lets_no_denied_pod_pass(String name, boolean isTold) throws IOException {
    Path manifest = write("w.yaml", workload("Deployment", "n", "w", 1));
    String webhook =
        """
        {apiVersion: admissionregistration.k8s.io/v1, kind: MutatingWebhookConfiguration,
          metadata: {name: hooks}, webhooks: [
            {name: %s, failurePolicy: Ignore, clientConfig: {url: "https://a"}, rules: [
              {apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [pods]}]}]}
        """
            .formatted(name);
    Path cluster = write("c.yaml", namespace("n", ""), node(), quota("n", "pods", 0, 0), webhook);

    assertThat(notes(explained(manifest, cluster)).contains("so that it isn't denied"))
        .isEqualTo(isTold);
  }

  @ParameterizedTest
  @CsvSource({"pods,true", "count/replicasets.apps,false"})
  void of_a_denial_it_is_said_what_may_change_the_object_before(String key, boolean isOfPods)
      throws IOException {
    Path manifest = write("w.yaml", workload("Deployment", "n", "w", 1));
    Path cluster =
        write(
            "c.yaml",
            namespace("n", "team: a"),
            node(),
            quota("n", key, 0, 0),
            mutatingPolicy("Fail", "CREATE"),
            registered("MutatingAdmissionPolicyBinding", "everywhere", "policyName: sidecar"));

    JsonObject explanation = explained(manifest, cluster);

    String note =
        "MutatingAdmissionPolicy sidecar with binding everywhere may change it before, so that it"
            + " isn't denied (failurePolicy Fail)";
    assertThat(explanation.get("verdict").getAsString()).isEqualTo("DeniedByQuota");
    assertThat(notes(explanation).contains(note)).isEqualTo(isOfPods);
  }

  @ParameterizedTest
  @CsvSource({"w,false", "default,true"})
  void what_changes_pods_is_not_asked_about_one_whose_account_is_not_there(
      String account, boolean isThere) throws IOException {
    Path manifest = write("w.yaml", workload("Deployment", "n", "w", 1));
    Path cluster =
        write(
            "c.yaml",
            namespace("n", "team: a"),
            node(),
            "{apiVersion: v1, kind: ServiceAccount, metadata: {name: %s, namespace: n}}"
                .formatted(account),
            mutatingPolicy("Fail", "CREATE"),
            registered("MutatingAdmissionPolicyBinding", "everywhere", "policyName: sidecar"));

    assertThat(notes(explained(manifest, cluster)).contains("MutatingAdmissionPolicy"))
        .isEqualTo(isThere);
  }

  @ParameterizedTest
  @ValueSource(strings = {"MutatingAdmissionPolicyBinding", "Other"})
  void what_a_policy_makes_of_a_pod_that_another_may_change_before_is_open(String kind)
      throws IOException {
    Path manifest = write("w.yaml", workload("Deployment", "n", "w", 1));
    Path cluster =
        write(
            "c.yaml",
            namespace("n", "team: a"),
            node(),
            mutatingPolicy("Fail", "CREATE"),
            registered(kind, "everywhere", "policyName: sidecar"),
            registered(
                "ValidatingAdmissionPolicy",
                "rule",
                "validations: [{expression: \"false\"}], matchConstraints: {resourceRules: [{apiGroups:"
                    + " [''], apiVersions: [v1], operations: [CREATE], resources: [pods]}]}"),
            registered(
                "ValidatingAdmissionPolicyBinding",
                "bound",
                "policyName: rule, validationActions: [Deny]"));

    JsonObject explanation = explained(manifest, cluster);

    if (kind.equals("Other")) {
      assertThat(explanation.get("verdict").getAsString()).isEqualTo("Denied");
    } else {
      assertThat(explanation.get("verdict").getAsString()).isEqualTo("Placeable");
      assertThat(notes(explanation)).contains("a policy may change the pod before");
    }
  }

  private static String mutatingPolicy(String failurePolicy, String operation) {
    return registered(
        "MutatingAdmissionPolicy",
        "sidecar",
        "failurePolicy: %s, matchConstraints: {resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: ['%s'], resources: [pods]}]}"
            .formatted(failurePolicy, operation));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          '' | {} | by the default of the API server's configuration
          'pod-security.kubernetes.io/enforce-version: v1.30' | {} | by the default of the API server's configuration
          'pod-security.kubernetes.io/enforce: baseline' | {} |
          'pod-security.kubernetes.io/enforce: restricted' | {} | by the labels of its namespace
          'pod-security.kubernetes.io/enforce: restricted' | {namespaces: [m]} | by the labels of its namespace
          'pod-security.kubernetes.io/enforce: restricted' | {namespaces: [m, n]} |
          'pod-security.kubernetes.io/enforce: restricted' | {runtimeClasses: [kata]} |
          'pod-security.kubernetes.io/enforce: restricted' | {runtimeClasses: [other]} | by the labels of its namespace
          '' | {usernames: [jane]} | by the default of the API server's configuration; the API server's configuration exempts objects that some users create, and Plimsoll doesn't know who creates this object
          """)
  void pods_are_held_to_what_the_api_server_is_configured_to_enforce(
      String labels, String exemptions, String denied) throws IOException {
    Path manifest =
        write(
            "w.yaml",
            workload("Deployment", "n", "w", 1)
                .replace("containers:", "runtimeClassName: kata, containers:"));
    Path cluster =
        write(
            "c.yaml",
            namespace("n", labels),
            node(),
            "{apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: {name: kata}, handler: k}");
    Path admission =
        write(
            "admission.yaml",
            """
            {kind: AdmissionConfiguration, plugins: [{name: PodSecurity, configuration: {
              kind: PodSecurityConfiguration, defaults: {enforce: restricted}, exemptions: %s}}]}
            """
                .formatted(exemptions));

    JsonObject explanation =
        explained(manifest, cluster, "--admission-config", admission.toString());

    assertThat(explanation.get("verdict").getAsString())
        .isEqualTo(denied == null ? "Placeable" : "Denied");
    assertThat(notes(explanation)).isEqualTo(denied == null ? "[]" : "[\"" + denied + "\"]");
    if (labels.contains("v1.30")) {
      assertThat(message(explanation)).contains("violates PodSecurity \"restricted:v1.30\"");
    }
  }

  private static String registered(String kind, String name, String spec) {
    return "{apiVersion: admissionregistration.k8s.io/v1, kind: %s, metadata: {name: %s}, spec: {%s}}"
        .formatted(kind, name, spec);
  }

  private static String notes(JsonObject explanation) {
    return explanation.getAsJsonArray("pods").get(0).getAsJsonObject().get("notes").toString();
  }
}
