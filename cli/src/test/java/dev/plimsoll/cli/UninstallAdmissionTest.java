package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.plimsoll.admission.uninstall.AdmissionUninstaller;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import dev.plimsoll.testkit.manifests.Overlay;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class UninstallAdmissionTest {
  /** What the role makes while it runs. */
  private static final List<String> MADE =
      List.of(
          "{'apiVersion': 'plimsoll.dev/v1alpha1', 'kind': 'QuotaLedger', 'metadata': {'name':"
              + " 'vision.gpus'}, 'spec': {}}",
          "{'apiVersion': 'plimsoll.dev/v1alpha1', 'kind': 'QuotaLedger', 'metadata': {'name':"
              + " 'speech.gpus'}, 'spec': {}}",
          "{'apiVersion': 'coordination.k8s.io/v1', 'kind': 'Lease', 'metadata': {'namespace':"
              + " 'plimsoll', 'name': 'plimsoll-admission'}}",
          "{'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'namespace': 'plimsoll', 'name':"
              + " 'plimsoll-admission-config-924k55th55'}}",
          "{'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'namespace': 'plimsoll', 'name':"
              + " 'plimsoll-admission-b4h7524g6d'}}");

  private static final List<String> PODS =
      List.of(
          pod(
              "alone",
              "'annotations': {'plimsoll.dev/waits-for': 'a share'}",
              "plimsoll.dev/share"),
          pod("unannotated", "'labels': {}", "plimsoll.dev/share"),
          pod(
              "among",
              "'annotations': {'plimsoll.dev/waits-for': 'a share', 'a': 'b'}",
              "example.com/other', 'plimsoll.dev/share', 'example.com/third".split("', '")),
          pod("others", "'annotations': {'a': 'b'}", "example.com/other"),
          pod("free", "'labels': {}"));

  private static final AdmissionUninstaller.Waits WITHOUT_WAITING =
      new AdmissionUninstaller.Waits(Duration.ZERO, Duration.ZERO);

  @TempDir private Path folder;
  private final KubeApiServer server = KubeApiServer.start();
  private final List<JsonObject> others = new ArrayList<>();

  static Stream<Overlay> overlays() {
    return Overlay.all().stream().filter(o -> o.folder().endsWith("admission"));
  }

  private static String pod(String name, String metadata, String... gates) {
    return "{'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'namespace': 'vision', 'name': '%s', %s}, 'spec': {'schedulingGates': [%s], 'containers': [{'name': 'c', 'image': 'i'}]}}"
        .formatted(
            name,
            metadata,
            String.join(", ", Stream.of(gates).map(g -> "{'name': '" + g + "'}").toList()));
  }

  @BeforeEach
  void start() throws Exception {
    server.access().token("operator", new User("operator", "1", List.of()));
    server.access().allow("operator", "*", "*", "*");
    Overlay.of("namespace").objects().forEach(this::putOther);
    Overlay.of("crds").objects().forEach(this::putOther);
    server
        .objects()
        .put("{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'vision'}}");
    for (String kind : List.of("Certificate", "Issuer")) {
      server.objects().put(definition(kind));
    }
    for (String pod : PODS) {
      create(pod);
    }
    for (String folder : List.of("control-plane", "console", "advisor/watch/apply")) {
      Overlay.of(folder).objects().forEach(this::putOther);
    }
  }

  private void create(String pod) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/namespaces/vision/pods"))
            .POST(HttpRequest.BodyPublishers.ofString(JsonPaths.parse(pod).toString()))
            .build();
    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
  }

  private void putOther(JsonObject object) {
    others.add(server.objects().put(object));
  }

  private static String definition(String kind) {
    String plural = kind.toLowerCase(Locale.ROOT) + "s";
    return ("{'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition',"
            + " 'metadata': {'name': '%1$s.cert-manager.io'}, 'spec': {'group': 'cert-manager.io',"
            + " 'scope': 'Namespaced', 'names': {'kind': '%2$s', 'plural': '%1$s'}, 'versions':"
            + " [{'name': 'v1', 'served': true, 'storage': true, 'schema': {'openAPIV3Schema':"
            + " {'type': 'object', 'x-kubernetes-preserve-unknown-fields': true}}}]}}")
        .formatted(plural, kind);
  }

  @AfterEach
  void close() {
    server.close();
  }

  private List<JsonObject> install(Overlay overlay) {
    List<JsonObject> installed = new ArrayList<>(overlay.objects());
    MADE.forEach(m -> installed.add(JsonPaths.parse(m)));
    installed.forEach(server.objects()::put);
    return installed;
  }

  private Optional<JsonObject> stored(JsonObject object) {
    return server
        .objects()
        .get(
            JsonPaths.text(object, "apiVersion"),
            JsonPaths.text(object, "kind"),
            JsonPaths.text(object, "metadata", "namespace"),
            JsonPaths.text(object, "metadata", "name"));
  }

  private Set<String> there(List<JsonObject> objects) {
    Set<String> there = new TreeSet<>();
    objects.stream().filter(o -> stored(o).isPresent()).map(ManifestFiles::key).forEach(there::add);
    return there;
  }

  private CliRun run(String... options) {
    List<String> words = new ArrayList<>(List.of("uninstall", "admission", "--kubeconfig"));
    words.add(server.kubeconfig(folder, "operator", "default").toString());
    words.addAll(List.of(options));
    CommandLine.IFactory factory =
        new CommandLine.IFactory() {
          @Override
          public <K> K create(Class<K> type) throws Exception {
            return type == UninstallAdmissionCommand.class
                ? type.cast(new UninstallAdmissionCommand(WITHOUT_WAITING))
                : CommandLine.defaultFactory().create(type);
          }
        };
    return CliRun.of(Plimsoll.commandLine(factory), words.toArray(String[]::new));
  }

  private List<String> gates(String pod) {
    JsonObject stored = server.objects().get("v1", "Pod", "vision", pod).orElseThrow();
    return JsonPaths.objects(stored, "spec", "schedulingGates").stream()
        .map(g -> JsonPaths.text(g, "name"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void nothing_of_the_role_is_left_and_nothing_else_is_touched(Overlay overlay) {
    List<JsonObject> installed = install(overlay);

    CliRun run = run();

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(there(installed)).isEmpty();
    assertThat(others).allSatisfy(o -> assertThat(stored(o)).contains(o));
    assertThat(run.out()).contains("3 pods", "gate removed", "QuotaLedger vision.gpus");
    assertThat(run.out().contains("Deployment plimsoll/"))
        .isEqualTo(
            installed.stream().anyMatch(o -> o.get("kind").getAsString().equals("Deployment")));
    assertThat(run("-o", "json").out()).contains("\"steps\": []");
  }

  @Test
  void only_the_gate_of_Plimsoll_and_its_annotation_are_removed() {
    install(Overlay.of("admission"));

    assertThat(run().exitCode()).isZero();

    assertThat(gates("alone")).isEmpty();
    assertThat(gates("unannotated")).isEmpty();
    assertThat(gates("among")).containsExactly("example.com/other", "example.com/third");
    assertThat(gates("others")).containsExactly("example.com/other");
    assertThat(server.objects().list("v1", "Pod").toString()).doesNotContain("plimsoll.dev/");
    assertThat(
            JsonPaths.text(
                server.objects().get("v1", "Pod", "vision", "among").orElseThrow(),
                "metadata",
                "annotations",
                "a"))
        .isEqualTo("b");
  }

  @Test
  void a_dry_run_says_what_would_be_done_and_does_none_of_it() throws IOException {
    List<JsonObject> installed = install(Overlay.of("admission"));
    Set<String> before = there(installed);

    CliRun run = run("--dry-run", "-o", "json");

    assertThat(run.exitCode()).isZero();
    assertThat(there(installed)).isEqualTo(before);
    assertThat(gates("alone")).containsExactly("plimsoll.dev/share");
    assertThat(run.out())
        .contains("\"dryRun\": true", "would be deleted", "gate would be removed")
        .doesNotContain("\"deleted\"");
    assertThat(
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(Files.readString(CliRun.ROOT.resolve("docs/schema/uninstall.json")))
                .validate(run.out(), InputFormat.JSON))
        .isEmpty();
  }

  @Test
  void a_second_run_has_nothing_to_do() {
    install(Overlay.of("admission"));
    assertThat(run().exitCode()).isZero();

    CliRun again = run();

    assertThat(again.exitCode()).isZero();
    assertThat(again.out()).isEqualTo("Nothing was left to remove.\n");
  }

  @Test
  void without_the_definitions_the_rest_is_removed() {
    List<JsonObject> installed = new ArrayList<>(Overlay.of("admission").objects());
    installed.forEach(server.objects()::put);
    assertThat(
            server
                .objects()
                .remove(
                    "apiextensions.k8s.io/v1",
                    "CustomResourceDefinition",
                    "",
                    "quotaledgers.plimsoll.dev"))
        .isTrue();

    assertThat(run().exitCode()).isZero();
    assertThat(there(installed)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "get mutatingwebhookconfigurations",
        "delete mutatingwebhookconfigurations",
        "list pods",
        "patch pods",
        "delete deployments",
        "list configmaps",
        "delete clusterroles",
        "list quotaledgers",
        "delete quotaledgers",
        "delete leases",
        "delete secrets",
      })
  void it_stops_at_a_right_that_is_missing_and_goes_on_once_it_is_there(String right) {
    List<JsonObject> installed = install(Overlay.of("admission"));
    String[] words = right.split(" ");
    server.access().forbid("operator", words[0], words[1]);

    CliRun denied = run();

    assertThat(denied.exitCode()).isEqualTo(ExitCode.PARTLY);
    assertThat(denied.err()).startsWith("error: no right to ").hasLineCount(1).contains(words[1]);
    assertThat(there(installed)).isNotEmpty();

    server.access().forbidNothing();
    assertThat(run().exitCode()).isZero();
    assertThat(there(installed)).isEmpty();
    assertThat(gates("alone")).isEmpty();
  }

  @Test
  void pods_of_the_role_that_do_not_end_are_told() throws Exception {
    install(Overlay.of("admission"));
    JsonObject pod = JsonPaths.parse(pod("role", "'labels': {}"));
    JsonObject metadata = pod.getAsJsonObject("metadata");
    metadata.addProperty("namespace", "plimsoll");
    metadata.add(
        "labels",
        JsonPaths.parse(
            "{'app.kubernetes.io/name': 'plimsoll', 'app.kubernetes.io/component': 'admission'}"));
    server.objects().put(pod);

    CliRun run = run();

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("Pod role", "not ended after 0 s");
  }

  @Test
  void the_gating_webhook_goes_first_so_that_a_run_that_is_stopped_leaves_no_pod_gated_anew() {
    install(Overlay.of("admission"));
    server.access().forbid("operator", "delete", "validatingwebhookconfigurations");

    assertThat(run().out().lines().map(l -> l.split(" {2,}", -1)[0]))
        .containsExactly("OBJECT", "MutatingWebhookConfiguration plimsoll-admission", "3 pods");
  }

  @Test
  void the_role_is_looked_for_where_its_webhook_asks_it() {
    List<JsonObject> installed = new ArrayList<>();
    for (JsonObject object : Overlay.of("admission").objects()) {
      installed.add(
          JsonPaths.parse(
              object.toString().replace("\"namespace\":\"plimsoll\"", "\"namespace\":\"quota\"")));
    }
    installed.forEach(server.objects()::put);

    CliRun elsewhere = run("-n", "plimsoll");
    assertThat(elsewhere.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(elsewhere.err()).contains("in namespace quota, not plimsoll; say -n quota");

    assertThat(run().exitCode()).isZero();
    assertThat(there(installed)).isEmpty();
  }

  @Test
  void a_role_that_is_not_known_and_a_form_that_is_not_known_are_told() {
    assertThat(CliRun.of("uninstall").err()).contains("missing role: plimsoll uninstall admission");
    assertThat(run("-o", "wide").err()).contains("invalid -o wide: expected table, json or yaml");
  }
}
