package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Printed patches of ClusterQueues on a real API server, which serves Kueue's kinds. */
@RealControlPlane
class AdviseClusterQueueEndToEndTest {
  private static final String KUEUE = "/apis/kueue.x-k8s.io/v1beta2/";
  private static final String QUEUE = KUEUE + "clusterqueues/gpus";

  private static void serve(StoryCluster cluster, String kind, String plural, String scope)
      throws Exception {
    cluster.create(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        """
        {'metadata':{'name':'%1$s.kueue.x-k8s.io',
           'annotations':{'api-approved.kubernetes.io':'unapproved, a test'}},
         'spec':{'group':'kueue.x-k8s.io','scope':'%2$s',
           'names':{'kind':'%3$s','listKind':'%3$sList','plural':'%1$s','singular':'%4$s'},
           'versions':[{'name':'v1beta2','served':true,'storage':true,'schema':{'openAPIV3Schema':
             {'type':'object','x-kubernetes-preserve-unknown-fields':true}}}]}}
        """
            .formatted(plural, scope, kind, kind.toLowerCase(Locale.ROOT)));
    Await.until(
        plural + " are served",
        () -> cluster.api().exchange("GET", KUEUE + plural, "application/json", "").code() == 200);
  }

  private static void create(StoryCluster cluster, String path, String kind, String rest)
      throws IOException {
    cluster.create(
        KUEUE + path,
        "{'apiVersion':'kueue.x-k8s.io/v1beta2','kind':'%s',%s}".formatted(kind, rest));
  }

  private static JsonObject quota(StoryCluster cluster) throws IOException {
    JsonObject spec = cluster.api().get(QUEUE).getAsJsonObject("spec");
    return spec.getAsJsonArray("resourceGroups")
        .get(0)
        .getAsJsonObject()
        .getAsJsonArray("flavors")
        .get(1)
        .getAsJsonObject()
        .getAsJsonArray("resources")
        .get(0)
        .getAsJsonObject();
  }

  @Test
  void printed_patches_change_nominal_quotas_alone_and_fail_where_entries_have_moved(
      @TempDir Path folder) throws Exception {
    String policy =
        Files.writeString(folder.resolve("policy.yaml"), AdviseClusterQueueTest.POLICY).toString();
    try (StoryCluster cluster = StoryCluster.start(folder, List.of("resourcequota-controller"))) {
      serve(cluster, "ClusterQueue", "clusterqueues", "Cluster");
      serve(cluster, "Cohort", "cohorts", "Cluster");
      serve(cluster, "ResourceFlavor", "resourceflavors", "Cluster");
      serve(cluster, "LocalQueue", "localqueues", "Namespaced");
      serve(cluster, "Workload", "workloads", "Namespaced");
      cluster.node("n", "'gpu':'a100'", "'cpu':'8','pods':'10','nvidia.com/gpu':'8'");
      cluster.create("/api/v1/namespaces", "{'metadata':{'name':'team'}}");
      create(
          cluster,
          "resourceflavors",
          "ResourceFlavor",
          "'metadata':{'name':'a100'},'spec':{'nodeLabels':{'gpu':'a100'}}");
      create(
          cluster,
          "clusterqueues",
          "ClusterQueue",
          """
          'metadata':{'name':'gpus'},'spec':{'cohortName':'all','resourceGroups':[
            {'coveredResources':['nvidia.com/gpu'],'flavors':[
              {'name':'h100','resources':[{'name':'nvidia.com/gpu','nominalQuota':'1'}]},
              {'name':'a100','resources':[
                {'name':'nvidia.com/gpu','nominalQuota':'4','borrowingLimit':'2'}]}]}]}
          """);
      create(
          cluster,
          "namespaces/team/localqueues",
          "LocalQueue",
          "'metadata':{'name':'team'},'spec':{'clusterQueue':'gpus'}");
      String[] advise = {"advise", "-o", "clusterqueue", "--policy", policy};

      String printed = cluster.plimsoll(advise);
      String patched = cluster.shell(printed);

      assertThat(patched).contains("clusterqueue.kueue.x-k8s.io/gpus patched");
      assertThat(quota(cluster).toString())
          .isEqualTo(
              "{\"borrowingLimit\":\"2\",\"name\":\"nvidia.com/gpu\",\"nominalQuota\":\"8\"}");
      assertThat(cluster.plimsoll(advise)).contains("# Nothing is to change.");

      JsonObject unused =
          cluster
              .api()
              .patch(
                  QUEUE,
                  """
                  {"spec":{"resourceGroups":[{"coveredResources":["nvidia.com/gpu"],"flavors":[
                    {"name":"a100","resources":[{"name":"nvidia.com/gpu","nominalQuota":"3"}]},
                    {"name":"h100","resources":[{"name":"nvidia.com/gpu","nominalQuota":"1"}]}]}]}}
                  """);
      String command =
          printed.lines().filter(l -> l.startsWith("kubectl ")).findFirst().orElseThrow();

      assertThat(cluster.shell("! " + command)).contains("The request is invalid");
      assertThat(quota(cluster).get("nominalQuota").getAsString()).isEqualTo("1");
    }
  }
}
