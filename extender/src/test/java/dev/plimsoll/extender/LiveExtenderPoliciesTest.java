package dev.plimsoll.extender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.manifests.ManifestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shares follow the cluster's capacity policies, unless a file says who shares what. */
class LiveExtenderPoliciesTest {
  private static final String HELD = "tenant vision has no share of nvidia.com/gpu";
  private static final String PASSES = "\"NodeNames\":[\"a\"]";

  @TempDir Path folder;
  private LiveExtenderOverHttp live;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    live = new LiveExtenderOverHttp(folder);
    live.create("pod", 5, "");
  }

  @AfterEach
  void stop() {
    live.close();
  }

  private void install() {
    Path crd = ManifestFiles.FOLDER.resolve("crds/capacitypolicies.yaml");
    live.server().objects().put(ManifestFiles.read(crd).get(0));
  }

  /** Of 8 GPUs, {@code vision} gets 4 by equal weights and 6 by a weight of 3. */
  private static String policy(int weight) {
    return """
    {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "CapacityPolicy", "metadata": {"name": "gpus", "uid": "u"},
     "spec": {
       "tenants": [
         {"name": "vision", "namespaces": ["team"], "weight": %d},
         {"name": "speech", "namespaces": ["other"], "weight": 1}],
       "resources": [{"name": "nvidia.com/gpu"}],
       "division": {"type": "Proportional"},
       "enforcement": {"placement": "Hold", "borrowing": "Never"}}}
    """
        .formatted(weight);
  }

  @Test
  void a_cluster_without_the_definition_holds_nobody_until_it_is_installed() throws Exception {
    live.start("");
    assertThat(live.get("/readyz").statusCode()).isEqualTo(200);
    assertThat(live.filter("pod")).contains(PASSES);

    install();
    live.put(policy(1));

    LiveExtenderOverHttp.await("the share holds it", () -> live.filter("pod").contains(HELD));
  }

  @Test
  void a_pod_is_requeued_when_its_tenant_gets_more_weight() throws Exception {
    install();
    live.put(policy(1));
    live.start("");
    assertThat(live.filter("pod")).contains(HELD);

    live.put(policy(3));
    LiveExtenderOverHttp.await("the pod is requeued", () -> live.isRequeued("pod"));
    assertThat(live.filter("pod")).contains(PASSES);
  }

  @Test
  void a_pod_is_requeued_when_the_policy_that_held_it_is_deleted() throws Exception {
    install();
    live.put(policy(1));
    live.start("");
    assertThat(live.filter("pod")).contains(HELD);

    live.server().objects().remove("plimsoll.dev/v1alpha1", "CapacityPolicy", "", "gpus");

    LiveExtenderOverHttp.await("the pod is requeued", () -> live.isRequeued("pod"));
    assertThat(live.filter("pod")).contains(PASSES);
  }

  @Test
  void a_file_is_in_force_instead_of_the_clusters_policies() throws Exception {
    install();
    live.put(policy(1));
    Files.writeString(folder.resolve("policy.json"), policy(3));

    live.start("policy: policy.json");

    assertThat(live.filter("pod")).contains(PASSES);
    assertThat(live.server().calls()).noneMatch(c -> c.contains("capacitypolicies"));
  }
}
