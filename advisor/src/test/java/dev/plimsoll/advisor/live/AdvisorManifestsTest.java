package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.advisor.controller.AdvisorConfiguration;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.InformerOptions;
import dev.plimsoll.server.Server;
import dev.plimsoll.server.ServerDependencies;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.election.LeaderElection;
import dev.plimsoll.server.http.HttpSettings;
import dev.plimsoll.testkit.access.Rights;
import dev.plimsoll.testkit.access.User;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import dev.plimsoll.testkit.plane.Await;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1CronJob;
import io.kubernetes.client.openapi.models.V1Deployment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

class AdvisorManifestsTest {
  private static final Path ADVISOR =
      Path.of(System.getProperty("plimsoll.root"), "manifests", "advisor");

  @TempDir Path folder;

  /** The documents of a folder's kustomization, those of folders it stands on first. */
  private static List<JsonObject> build(Path folder) {
    JsonObject kustomization = read(folder.resolve("kustomization.yaml")).get(0);
    List<JsonObject> built = new ArrayList<>();
    for (JsonElement resource : kustomization.getAsJsonArray("resources")) {
      Path path = folder.resolve(resource.getAsString()).normalize();
      assertThat(path).exists();
      built.addAll(Files.isDirectory(path) ? build(path) : read(path));
    }
    return built;
  }

  private static List<JsonObject> read(Path file) {
    List<JsonObject> documents = new ArrayList<>();
    try {
      for (Object document :
          new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(Files.readString(file))) {
        documents.add(new Gson().toJsonTree(document).getAsJsonObject());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return documents;
  }

  private static List<JsonObject> ofKind(String overlay, String kind) {
    return build(ADVISOR.resolve(overlay)).stream()
        .filter(o -> JsonFields.text(o, "kind").equals(kind))
        .toList();
  }

  /** Gives the user of the server what the roles of an overlay allow. */
  private static void allow(AdvisorTestCluster advisorTestCluster, String overlay) {
    advisorTestCluster.server().access().token("secret", new User("me", "1", List.of()));
    for (String kind : List.of("ClusterRole", "Role")) {
      for (JsonObject role : ofKind(overlay, kind)) {
        String namespace =
            kind.equals("Role") ? JsonFields.text(role, "metadata", "namespace") : "*";
        for (JsonObject rule : JsonFields.objects(role, "rules")) {
          for (JsonElement resource : rule.getAsJsonArray("resources")) {
            for (JsonElement verb : rule.getAsJsonArray("verbs")) {
              advisorTestCluster
                  .server()
                  .access()
                  .allow("me", verb.getAsString(), resource.getAsString(), namespace);
            }
          }
        }
      }
    }
  }

  private AdvisorTestCluster fleet(String overlay) {
    AdvisorTestCluster advisorTestCluster = new AdvisorTestCluster(folder);
    advisorTestCluster.put(
        "{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'plimsoll'}}");
    read(ADVISOR.resolveSibling("crds").resolve("quotarecommendations.yaml"))
        .forEach(advisorTestCluster.server().objects()::put);
    allow(advisorTestCluster, overlay);
    return advisorTestCluster;
  }

  @ParameterizedTest
  @ValueSource(strings = {"report", "post", "apply", "watch/post", "watch/apply"})
  void each_overlay_may_read_the_whole_picture(String overlay) {
    try (AdvisorTestCluster advisorTestCluster = fleet(overlay)) {
      assertThat(advisorTestCluster.advice().omissions()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"post", "apply", "watch/post", "watch/apply"})
  void posting_overlays_may_post(String overlay) {
    try (AdvisorTestCluster advisorTestCluster = fleet(overlay);
        Connection connection = advisorTestCluster.connection()) {
      RecommendationPublisher recommendationPublisher =
          new RecommendationPublisher(connection, AdvisorTestCluster.NOW);
      assertThat(recommendationPublisher.post(advisorTestCluster.advice(), List.of(), "plimsoll"))
          .extracting(WriteOutcome::result)
          .containsOnly(Result.DONE);
      advisorTestCluster.server().objects().remove("v1", "ResourceQuota", "lab", "dead");
      assertThat(recommendationPublisher.post(advisorTestCluster.advice(), List.of(), "plimsoll"))
          .noneMatch(WriteOutcome::failed);
    }
  }

  @Test
  void only_the_applying_overlay_may_change_quotas() {
    for (String overlay : List.of("report", "post", "apply", "watch/post", "watch/apply")) {
      try (AdvisorTestCluster advisorTestCluster = fleet(overlay)) {
        advisorTestCluster.server().objects().remove("v1", "ResourceQuota", "lab", "dead");
        Advice advice = advisorTestCluster.advice();

        assertThat(advisorTestCluster.apply(advice))
            .as(overlay)
            .extracting(WriteOutcome::result)
            .isSubsetOf(
                overlay.endsWith("apply")
                    ? Set.of(Result.DONE)
                    : Set.of(Result.FORBIDDEN, Result.WITHHELD));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"watch/post", "watch/apply"})
  void the_controller_may_watch_everything_and_be_elected(String overlay) throws Exception {
    try (AdvisorTestCluster advisorTestCluster = fleet(overlay);
        Connection connection = advisorTestCluster.connection();
        ClusterInformers informers =
            ClusterInformers.startWhole(advisorTestCluster.access(), InformerOptions.DEFAULT);
        LeaderElection election =
            LeaderElection.start(
                AdvisorConfiguration.read(ADVISOR.resolve("watch/base/advisor.yaml"))
                    .server()
                    .leaderElection(),
                connection,
                "me")) {
      assertThat(informers.awaitSynced(Duration.ofSeconds(20))).isTrue();
      assertThat(informers.cluster().omissions()).isEmpty();
      assertThat(informers.health().problems()).isEmpty();
      Await.until("it is elected", election::isLeader);
    }
  }

  /** A scrape with a token is what it takes; a job is never scraped. */
  @ParameterizedTest
  @ValueSource(strings = {"report", "post", "apply", "watch/post", "watch/apply"})
  void only_the_controller_may_review_who_scrapes_it(String overlay) throws Exception {
    Set<String> reviews =
        Set.of(
            "create authentication.k8s.io/tokenreviews",
            "create authorization.k8s.io/subjectaccessreviews");
    Set<String> allowed = Rights.allowed(ofKind(overlay, "ClusterRole"));
    if (!overlay.startsWith("watch/")) {
      assertThat(allowed).doesNotContainAnyElementsOf(reviews);
      return;
    }
    assertThat(allowed).containsAll(reviews);
    try (AdvisorTestCluster cluster = fleet(overlay);
        Connection connection = cluster.connection();
        Server server =
            Server.startMetrics(
                HttpSettings.DEFAULT.onLoopback(),
                ServerDependencies.ofSnapshot("test"),
                AccessGuard.ofCluster(true, connection))) {
      cluster.server().access().token("stranger", new User("stranger", "2", List.of()));
      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(
                          URI.create("http://127.0.0.1:" + server.port() + "/metrics"))
                      .header("Authorization", "Bearer stranger")
                      .build(),
                  HttpResponse.BodyHandlers.ofString());

      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"report", "post", "apply", "watch/post", "watch/apply"})
  void the_pod_meets_the_restricted_standard(String overlay) {
    JsonObject pod = overlay.startsWith("watch/") ? deployedPod(overlay) : jobsPod(overlay);
    JsonObject container = JsonFields.objects(pod, "containers").get(0);
    JsonArray all = new JsonArray();
    all.add(new JsonPrimitive("ALL"));

    assertThat(JsonFields.text(pod, "securityContext", "runAsNonRoot")).isEqualTo("true");
    assertThat(JsonFields.text(pod, "securityContext", "seccompProfile", "type"))
        .isEqualTo("RuntimeDefault");
    assertThat(JsonFields.text(container, "securityContext", "allowPrivilegeEscalation"))
        .isEqualTo("false");
    assertThat(JsonFields.text(container, "securityContext", "readOnlyRootFilesystem"))
        .isEqualTo("true");
    assertThat(JsonFields.object(container, "securityContext", "capabilities").get("drop"))
        .isEqualTo(all);
    assertThat(ofKind(overlay, "Namespace"))
        .allSatisfy(
            n ->
                assertThat(
                        JsonFields.text(
                            n, "metadata", "labels", "pod-security.kubernetes.io/enforce"))
                    .isEqualTo("restricted"));
  }

  private static JsonObject jobsPod(String overlay) {
    JsonObject job = ofKind(overlay, "CronJob").get(0);
    assertThat(JSON.<V1CronJob>deserialize(job.toString(), V1CronJob.class)).isNotNull();
    assertThat(JsonFields.text(job, "spec", "schedule")).isEqualTo("*/5 * * * *");
    return JsonFields.object(job, "spec", "jobTemplate", "spec", "template", "spec");
  }

  private static JsonObject deployedPod(String overlay) {
    JsonObject deployment = ofKind(overlay, "Deployment").get(0);
    assertThat(JSON.<V1Deployment>deserialize(deployment.toString(), V1Deployment.class))
        .isNotNull();
    assertThat(JsonFields.text(deployment, "spec", "replicas")).isEqualTo("2");
    return JsonFields.object(deployment, "spec", "template", "spec");
  }

  @ParameterizedTest
  @ValueSource(strings = {"post", "apply"})
  void the_controller_may_do_what_the_job_may(String overlay) throws IOException {
    assertThat(Files.readString(ADVISOR.resolve("watch/" + overlay + "/arguments")))
        .isEqualTo(Files.readString(ADVISOR.resolve(overlay + "/arguments")));
  }

  @Test
  void the_policy_to_fill_in_can_be_read() {
    assertThat(
            PolicyFile.read(ManifestFiles.FOLDER.resolve("capacity-policies/gpus.yaml"))
                .policy()
                .tenants())
        .hasSize(1);
  }
}
