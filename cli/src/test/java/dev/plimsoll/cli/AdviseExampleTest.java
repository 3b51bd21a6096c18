package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.file.Manifests;
import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.ResourceQuotaController;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.whatif.Simulation;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The advice for the cluster in examples, with the policy there and without. */
class AdviseExampleTest {
  private static final String POLICY = "--policy=" + CliRun.ROOT.resolve("examples/policy.yaml");
  private static final String NONE = "--no-headers";
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  private static final long RESERVE = 2;

  @Test
  void every_tenant_of_the_policy_gets_a_recommendation() {
    assertThat(advice(POLICY).getAsJsonArray("recommendations"))
        .extracting(r -> r.getAsJsonObject().get("tenant").getAsString())
        .contains(
            "batch",
            "nlp",
            "platform",
            "research",
            "robotics",
            "sandbox",
            "serving",
            "speech",
            "vision");
  }

  @Test
  void the_ceilings_come_to_the_schedulable_capacity_without_the_reserve() {
    long schedulable =
        cluster().nodes().stream()
            .filter(n -> NodeAvailability.of(n).isAvailable())
            .map(Node::allocatable)
            .mapToLong(a -> a.getOrZero(GPU).value())
            .sum();

    assertThat(sum(advice(POLICY))).isEqualTo(schedulable - RESERVE);
    assertThat(sum(advice(NONE))).isEqualTo(schedulable);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void applied_to_the_model_the_patch_mends_the_quotas(boolean policy) {
    String patch = CliRun.onExample("advise", "-o", "patch", policy ? POLICY : NONE).out();

    List<ApiObject> quotas =
        Manifests.read(
            new ByteArrayInputStream(patch.getBytes(StandardCharsets.UTF_8)), "the patch");
    Cluster patched = cluster();
    for (ApiObject quota : quotas) {
      patched = patched.with(quota);
    }

    assertThat(kinds(cluster()))
        .contains(
            GapKind.QuotaExhaustedCapacityFree,
            GapKind.QuotasOvercommitted,
            GapKind.NoQuota,
            GapKind.DeadQuotaKey);
    assertThat(
            gaps(ResourceQuotaController.syncAll(patched)).stream()
                .filter(g -> policy || !g.resource().equals("pods"))
                .map(Gap::kind))
        .doesNotContain(
            GapKind.QuotaExhaustedCapacityFree,
            GapKind.QuotasOvercommitted,
            GapKind.NoQuota,
            GapKind.DeadQuotaKey);
  }

  @Test
  void without_a_policy_it_says_which_is_followed() {
    assertThat(CliRun.onExample("advise").err()).contains("no policy was given");
  }

  @Test
  void a_page_needs_nothing_from_elsewhere() {
    String page = CliRun.onExample("advise", POLICY, "-o", "html").out();

    assertThat(page)
        .contains("class=bars")
        .doesNotContain("http://", "https://", "<script", "<!--");
  }

  @Test
  void what_is_recommended_is_asked_for_by_exit_code() {
    assertThat(CliRun.onExample("advise", POLICY, "--exit-code").exitCode()).isEqualTo(1);
    assertThat(CliRun.onExample("advise", POLICY).exitCode()).isZero();
  }

  @Test
  void the_arguments_of_the_overlays_are_understood() {
    Path overlays = CliRun.ROOT.resolve("manifests/advisor");

    assertThat(CliRun.onExample("advise", POLICY, "@" + overlays.resolve("report/arguments")).out())
        .startsWith("## Quotas by policy `gpus`");
    for (String overlay : List.of("post/arguments", "apply/arguments")) {
      CliRun cliRun = CliRun.onExample("advise", POLICY, "@" + overlays.resolve(overlay));
      assertThat(cliRun.exitCode()).isEqualTo(2);
      assertThat(cliRun.err()).contains("--post, --apply and --undo need a live cluster");
    }
  }

  private static JsonObject advice(String option) {
    return CliRun.jsonOnExample("advise", option).getAsJsonObject();
  }

  private static long sum(JsonObject advice) {
    long sum = 0;
    for (JsonElement each : advice.getAsJsonArray("recommendations")) {
      for (JsonElement key : each.getAsJsonObject().getAsJsonArray("keys")) {
        if (key.getAsJsonObject().get("key").getAsString().equals("requests." + GPU)) {
          sum += Quantity.parse(key.getAsJsonObject().get("proposed").getAsString()).value();
        }
      }
    }
    return sum;
  }

  private static Cluster cluster() {
    return SnapshotReader.read(List.of(CliRun.EXAMPLE), n -> {});
  }

  private static List<GapKind> kinds(Cluster cluster) {
    return gaps(cluster).stream().map(Gap::kind).distinct().toList();
  }

  private static List<Gap> gaps(Cluster cluster) {
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    return GapFinder.find(simulation).stream().map(Finding::gap).toList();
  }
}
