package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import dev.plimsoll.testkit.faults.FailureMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdviseApplyTest {
  private static final List<String> READ =
      List.of("nodes", "pods", "namespaces", "resourcequotas", "limitranges");

  @TempDir Path folder;
  private final KubeApiServer server = KubeApiServer.start();

  @BeforeEach
  void fill() throws IOException {
    server.access().token("secret", new User("me", "1", List.of("system:masters")));
    server
        .objects()
        .put(
            """
            {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n1"},
             "status": {"allocatable": {"cpu": "64", "pods": "110", "nvidia.com/gpu": "16"},
                        "conditions": [{"type": "Ready", "status": "True"}]}}
            """);
    quota("vision", "4");
    quota("nlp", "32");
    Files.writeString(
        folder.resolve("policy.yaml"),
        """
        apiVersion: plimsoll.dev/v1alpha1
        kind: CapacityPolicy
        metadata: {name: gpus}
        spec:
          tenants:
            - {name: vision, namespaces: [vision], weight: 3}
            - {name: nlp, namespaces: [nlp], weight: 1}
          resources: [{name: nvidia.com/gpu}]
        """);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void quota(String namespace, String gpus) {
    server
        .objects()
        .put(
            """
            {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "%s"}}
            """
                .formatted(namespace));
    server
        .objects()
        .put(
            """
            {"apiVersion": "v1", "kind": "ResourceQuota",
             "metadata": {"name": "gpu", "namespace": "%s"},
             "spec": {"hard": {"requests.nvidia.com/gpu": "%s"}}}
            """
                .formatted(namespace, gpus));
  }

  private String ceilings() {
    List<String> ceilings = new ArrayList<>();
    for (String namespace : List.of("vision", "nlp")) {
      JsonObject quota =
          server.objects().get("v1", "ResourceQuota", namespace, "gpu").orElseThrow();
      ceilings.add(
          quota
              .getAsJsonObject("spec")
              .getAsJsonObject("hard")
              .get("requests.nvidia.com/gpu")
              .getAsString());
    }
    return String.join(" ", ceilings);
  }

  private CliRun advise(String... arguments) {
    List<String> all = new ArrayList<>(List.of("advise"));
    all.addAll(List.of("--kubeconfig", server.kubeconfig(folder, "secret", "default").toString()));
    all.addAll(List.of(arguments));
    return CliRun.of(all.toArray(String[]::new));
  }

  private CliRun apply(String... arguments) {
    List<String> all =
        new ArrayList<>(List.of("--policy", folder.resolve("policy.yaml").toString(), "--apply"));
    all.addAll(List.of(arguments));
    return advise(all.toArray(String[]::new));
  }

  @Test
  void a_large_change_needs_a_person_who_says_so_and_can_be_undone() {
    CliRun withheld = apply();

    assertThat(withheld.exitCode()).isEqualTo(4);
    assertThat(withheld.err().lines())
        .contains(
            "error: quota nlp/gpu: no quota is changed, because 20 of nvidia.com/gpu"
                + " would be taken, and changes.limits.units is 25% (4); a person can apply it with"
                + " --over-limits",
            "nothing was changed");
    assertThat(ceilings()).isEqualTo("4 32");

    assertThat(apply("--over-limits").exitCode()).isZero();
    assertThat(ceilings()).isEqualTo("4 12");

    CliRun undone = advise("--undo");
    assertThat(undone.exitCode()).isZero();
    assertThat(undone.err().lines())
        .contains("quota nlp/gpu: requests.nvidia.com/gpu=12 -> requests.nvidia.com/gpu=32");
    assertThat(ceilings()).isEqualTo("4 32");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--no-apply", "--post", "--exit-code", "-owide"})
  void a_run_that_only_asks_changes_no_quota_though_the_policy_lets_it(String option) {
    automaticPolicy();

    CliRun cliRun = option.isEmpty() ? advise() : advise(option);

    assertThat(cliRun.exitCode()).isIn(0, 1, 4);
    assertThat(ceilings()).isEqualTo("4 32");
    assertThat(cliRun.err().contains("nothing is changed without --apply or --watch"))
        .isEqualTo(!option.equals("--no-apply"));
  }

  @Test
  void what_a_policy_lets_is_done_if_asked_for() {
    automaticPolicy();

    assertThat(advise("--apply").exitCode()).isZero();
    assertThat(ceilings()).isEqualTo("4 12");
  }

  private void automaticPolicy() {
    YamlFile.read(
            Path.of(System.getProperty("plimsoll.root"), "manifests/crds/capacitypolicies.yaml"))
        .forEach(o -> server.objects().put(o.json()));
    server
        .objects()
        .put(
            """
            {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "CapacityPolicy",
             "metadata": {"name": "gpus"},
             "spec": {"tenants": [{"name": "vision", "namespaces": ["vision"], "weight": 3},
                                  {"name": "nlp", "namespaces": ["nlp"], "weight": 1}],
               "resources": [{"name": "nvidia.com/gpu"}],
               "changes": {"apply": "Automatic", "limits": {"units": 1000}}}}
            """);
  }

  @Test
  void a_missing_right_is_named_in_one_sentence() {
    mayList(List.of("nodes", "namespaces", "resourcequotas", "limitranges"));

    CliRun cliRun = apply("--over-limits");

    assertThat(cliRun.exitCode()).isEqualTo(4);
    assertThat(cliRun.err().lines())
        .contains(
            "error: quota nlp/gpu: no quota is changed, because pods could not be"
                + " listed and every change rests on them; grant the verb list on pods at cluster"
                + " scope");
    assertThat(ceilings()).isEqualTo("4 32");
  }

  @Test
  void what_was_done_is_told_even_if_the_cluster_is_lost_afterwards() {
    server.faults().fail(99, "quotarecommendations", FailureMode.DROPPED);

    CliRun cliRun = apply("--over-limits", "--post");

    assertThat(cliRun.exitCode()).isEqualTo(3);
    assertThat(cliRun.err())
        .contains(
            "Done before that: quota nlp/gpu: requests.nvidia.com/gpu=32 ->"
                + " requests.nvidia.com/gpu=12.");
  }

  @Test
  void without_the_right_to_list_nodes_nothing_is_advised() {
    mayList(READ.subList(1, READ.size()));

    CliRun cliRun = apply();

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.out()).isEmpty();
    assertThat(cliRun.err()).contains("error: nodes were not read, so the capacity is unknown");
  }

  @Test
  void quotas_that_may_not_be_listed_are_not_made_anew() {
    mayList(List.of("nodes", "namespaces", "pods", "limitranges"));

    assertThat(apply("--over-limits").err()).contains("because resourcequotas could not be listed");
    assertThat(server.objects().list("v1", "ResourceQuota")).hasSize(2);
  }

  private void mayList(List<String> resources) {
    server.access().token("secret", new User("me", "1", List.of()));
    resources.forEach(r -> server.access().allow("me", "list", r, "*"));
    List.of("get", "create", "patch")
        .forEach(v -> server.access().allow("me", v, "resourcequotas", "*"));
  }
}
