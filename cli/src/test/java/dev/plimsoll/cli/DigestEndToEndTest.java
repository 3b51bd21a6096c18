package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The digest of the manifests on a real API server, with the rights of its account. */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DigestEndToEndTest {
  private static final List<String> MANIFESTS =
      List.of(
          "crds/capacitypolicies.yaml",
          "crds/quotaledgers.yaml",
          "crds/quotarequests.yaml",
          "digest/rbac.yaml",
          "digest/cronjob.yaml");

  private final BlockingQueue<String> posted = new LinkedBlockingQueue<>();
  private ControlPlane plane;
  private HttpServer webhook;
  private Path folder = Path.of("");

  @BeforeAll
  void start(@TempDir Path temporary) throws Exception {
    folder = temporary;
    Path policy =
        Files.writeString(
            folder.resolve("audit.yaml"),
            "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Metadata}]\n");
    plane =
        ControlPlane.startWith(
            Files.createDirectory(folder.resolve("plane")),
            "--audit-policy-file=" + policy,
            "--audit-log-path=" + folder.resolve("audit.log"));
    create(
        "/api/v1/namespaces",
        "{\"metadata\": {\"name\": \"plimsoll\", \"labels\":"
            + " {\"pod-security.kubernetes.io/enforce\": \"restricted\"}}}");
    create("/api/v1/namespaces", "{\"metadata\": {\"name\": \"team-a\"}}");
    create("/api/v1/namespaces", "{\"metadata\": {\"name\": \"team-b\"}}");
    for (String manifest : MANIFESTS) {
      for (JsonObject object : ManifestFiles.read(ManifestFiles.FOLDER.resolve(manifest))) {
        create(collection(object), object.toString());
      }
    }
    createNode();
    createPod("team-a", "small", 1);
    createPod("team-a", "large", 16);
    createPod("team-b", "secret", 16);
    webhook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    webhook.createContext(
        "/",
        exchange -> {
          posted.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(
              exchange.getRequestURI().getPath().equals("/gone") ? 410 : 200, -1);
          exchange.close();
        });
    webhook.start();
  }

  private void createNode() throws Exception {
    create(
        "/api/v1/nodes",
        "{\"metadata\": {\"name\": \"n\", \"labels\": {\"nvidia.com/gpu.count\": \"2\","
            + " \"nvidia.com/gpu.replicas\": \"4\"}}}");
    AdminApi.Answer unused =
        plane
            .api()
            .exchange(
                "PATCH",
                "/api/v1/nodes/n/status",
                "application/merge-patch+json",
                "{\"status\": {\"capacity\": {\"nvidia.com/gpu\": \"8\", \"pods\": \"110\"},"
                    + " \"allocatable\": {\"nvidia.com/gpu\": \"8\", \"pods\": \"110\"},"
                    + " \"conditions\": [{\"type\": \"Ready\", \"status\": \"True\"}]}}");
  }

  private void createPod(String namespace, String name, int gpus) throws Exception {
    create(
        "/api/v1/namespaces/" + namespace + "/pods",
        ("{\"metadata\": {\"name\": \"%s\"}, \"spec\": {\"automountServiceAccountToken\": false,"
                + " \"containers\": [{\"name\": \"c\", \"image\": \"i\", \"resources\": {\"limits\":"
                + " {\"nvidia.com/gpu\": \"%d\"}}}]}}")
            .formatted(name, gpus));
  }

  private void create(String path, String object) throws Exception {
    JsonObject unused = plane.api().create(path, object);
  }

  private static String collection(JsonObject object) {
    String group = JsonPaths.text(object, "apiVersion");
    String namespace = JsonPaths.text(object, "metadata", "namespace");
    return (group.equals("v1") ? "/api/v1/" : "/apis/" + group + "/")
        + (namespace.isEmpty() ? "" : "namespaces/" + namespace + "/")
        + JsonPaths.text(object, "kind").toLowerCase(Locale.ROOT)
        + "s";
  }

  @AfterAll
  void stop() {
    if (webhook != null) {
      webhook.stop(0);
    }
    if (plane != null) {
      plane.close();
    }
  }

  private Path urlFile(String path) throws Exception {
    return Files.writeString(
        folder.resolve("url"), "http://127.0.0.1:" + webhook.getAddress().getPort() + path + "\n");
  }

  private CliRun digest(String... more) throws Exception {
    String[] words = {
      "report", "--kubeconfig", plane.kubeconfig("digest-account").toString(), "--tenant=team-a"
    };
    return CliRun.of(Stream.of(words, more).flatMap(Arrays::stream).toArray(String[]::new));
  }

  @Test
  void the_account_reads_all_that_the_digest_needs_and_posts_it() throws Exception {
    Path file = folder.resolve("team-a.md");
    CliRun run =
        digest("--output=markdown", "--webhook-file=" + urlFile("/hook"), "--write-to=" + file);

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).doesNotContain("forbidden", "not read");
    String text = Files.readString(file);
    assertThat(text)
        .startsWith("## Physical devices of tenant team-a as of ")
        .contains("pod/large")
        .doesNotContain("team-b", "secret", "Not known");
    assertThat(JsonPaths.text(JsonParser.parseString(posted.take()).getAsJsonObject(), "text"))
        .isEqualTo(text);
  }

  /** OpenShift's quotas are asked for only where they are served. */
  @Test
  void the_role_grants_what_a_digest_asks_for_and_nothing_else() throws Exception {
    CliRun run = digest("--output=markdown");
    assertThat(run.exitCode()).isEqualTo(ExitCode.OK);

    Set<String> granted = granted();
    assertThat(granted.remove("list clusterresourcequotas.quota.openshift.io")).isTrue();
    assertThat(asked()).isEqualTo(granted);
  }

  private static Set<String> granted() {
    Set<String> granted = new TreeSet<>();
    for (JsonObject object : ManifestFiles.read(ManifestFiles.FOLDER.resolve("digest/rbac.yaml"))) {
      for (JsonObject rule : JsonPaths.objects(object, "rules")) {
        for (String verb : JsonPaths.strings(rule, "verbs")) {
          for (String resource : JsonPaths.strings(rule, "resources")) {
            granted.add(right(verb, resource, JsonPaths.strings(rule, "apiGroups").get(0)));
          }
        }
      }
    }
    return granted;
  }

  /** Returns the requests of the account in the audit log, without those for paths. */
  private Set<String> asked() throws Exception {
    Set<String> asked = new TreeSet<>();
    for (String line : Files.readAllLines(folder.resolve("audit.log"))) {
      JsonObject event = JsonParser.parseString(line).getAsJsonObject();
      String resource = JsonPaths.text(event, "objectRef", "resource");
      if (JsonPaths.text(event, "user", "username").endsWith(":plimsoll-digest")
          && !resource.isEmpty()) {
        asked.add(
            right(
                JsonPaths.text(event, "verb"),
                resource,
                JsonPaths.text(event, "objectRef", "apiGroup")));
      }
    }
    return asked;
  }

  private static String right(String verb, String resource, String group) {
    return verb + " " + resource + (group.isEmpty() ? "" : "." + group);
  }

  @Test
  void a_webhook_that_rejects_the_digest_fails_the_job_without_its_secret() throws Exception {
    CliRun run = digest("--output=markdown", "--webhook-file=" + urlFile("/gone"));

    assertThat(run.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
    assertThat(run.err()).contains("the webhook at 127.0.0.1 answered 410").doesNotContain("gone");
  }

  @Test
  void the_pods_of_its_jobs_are_admitted_to_a_restricted_namespace() throws Exception {
    JsonObject template =
        JsonPaths.object(
                plane
                    .api()
                    .get("/apis/batch/v1/namespaces/plimsoll/cronjobs/plimsoll-digest-team-a"),
                "spec",
                "jobTemplate",
                "spec",
                "template")
            .orElseThrow();
    template.addProperty("apiVersion", "v1");
    template.addProperty("kind", "Pod");
    JsonPaths.object(template, "metadata").orElseThrow().addProperty("name", "digest");

    AdminApi.Answer answer =
        plane
            .api()
            .exchange(
                "POST",
                "/api/v1/namespaces/plimsoll/pods?dryRun=All",
                "application/json",
                template.toString());

    assertThat(answer.code()).as(answer.body().toString()).isEqualTo(201);
    assertThat(JsonPaths.text(answer.body(), "spec", "serviceAccountName"))
        .isEqualTo("plimsoll-digest");
  }
}
