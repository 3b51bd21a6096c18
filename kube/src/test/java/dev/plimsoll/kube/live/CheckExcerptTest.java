package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.file.ManifestSet;
import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kube.file.SourcedObject;
import dev.plimsoll.kube.file.Unlisted;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.check.CheckFinding;
import dev.plimsoll.model.check.CheckResult;
import dev.plimsoll.model.check.CheckedObject;
import dev.plimsoll.model.check.Effect;
import dev.plimsoll.model.check.SetCheck;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Simulation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckExcerptTest {
  private static final Path EXAMPLE =
      Path.of(System.getProperty("plimsoll.root", "..")).resolve("examples/gpu-tenants.json");
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: %s, namespace: vision}
      spec:
        tolerations: [{operator: Exists}]
        containers:
          - name: main
            image: example.com/a
            resources: {limits: {nvidia.com/gpu: %d}}
      """;

  @TempDir private Path folder;

  /** Writes items as a snapshot for checks would have them. */
  private Path excerpt(List<JsonObject> items, String... own) throws IOException {
    Path file = folder.resolve("check.json.gz");
    try (Writer out =
        new OutputStreamWriter(
            new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)) {
      ObjectListWriter writer =
          new ObjectListWriter(out, () -> Instant.EPOCH, new CheckExcerpt(Set.of(own)), n -> {});
      for (SnapshotResource each : SnapshotResource.all()) {
        ApiResource resource = each.resource();
        List<JsonTree> of =
            items.stream()
                .filter(i -> i.get("kind").getAsString().equals(resource.type().kind()))
                .map(JsonTree::of)
                .toList();
        writer.begin(resource);
        writer.items(resource, of);
        writer.end(resource, Coverage.COMPLETE);
      }
      writer.finish();
    }
    return file;
  }

  private static List<JsonObject> example() throws IOException {
    List<JsonObject> items = new ArrayList<>();
    JsonParser.parseString(Files.readString(EXAMPLE))
        .getAsJsonObject()
        .getAsJsonArray("items")
        .forEach(i -> items.add(i.getAsJsonObject()));
    return items;
  }

  private static CheckResult check(Cluster cluster, String manifests) {
    List<CheckedObject> set =
        ManifestSet.read(
                new ByteArrayInputStream(manifests.getBytes(StandardCharsets.UTF_8)),
                "set",
                "vision")
            .objects()
            .stream()
            .map(SourcedObject::checked)
            .toList();
    return SetCheck.on(
            Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler()),
            c -> PodHolds.NONE)
        .check(set);
  }

  private static Cluster read(Path file) {
    return SnapshotReader.read(List.of(file), n -> {});
  }

  @Test
  void of_other_tenants_no_name_stays() throws IOException {
    Set<String> names = new TreeSet<>();
    for (JsonObject item : example()) {
      JsonObject metadata = item.getAsJsonObject("metadata");
      if (metadata.has("namespace") && !metadata.get("namespace").getAsString().equals("vision")) {
        names.add(metadata.get("name").getAsString());
        names.add(metadata.get("namespace").getAsString());
      }
    }
    Cluster cluster = read(excerpt(example(), "vision"));

    List<String> left = new ArrayList<>();
    for (String namespace : cluster.namespaces()) {
      cluster.objects(namespace).forEach(o -> left.add(o.namespace() + "/" + o.name()));
    }
    assertThat(left).isNotEmpty().anyMatch(n -> n.startsWith("vision/"));
    assertThat(left)
        .filteredOn(n -> !n.startsWith("vision/"))
        .allMatch(n -> n.matches("other-tenant-\\d+/o\\d+"));
    String text =
        new String(
            new GZIPInputStream(Files.newInputStream(folder.resolve("check.json.gz")))
                .readAllBytes(),
            StandardCharsets.UTF_8);
    assertThat(text).doesNotContain("\"env\"", "\"args\"", "\"command\"");
    assertThat(names).hasSizeGreaterThan(10);
    assertThat(names.stream().filter(n -> text.contains("\"" + n + "\"")).toList())
        .allMatch(n -> isCommon(n));
  }

  /** Words that own objects use too: names of quotas, resources and accounts. */
  private static boolean isCommon(String name) {
    return Set.of("default", "gpu", "kube-root-ca.crt", "kubernetes", "memory").contains(name);
  }

  @Test
  void it_answers_about_its_own_namespaces_as_the_whole_cluster_does() throws IOException {
    Cluster whole = SnapshotReader.read(List.of(EXAMPLE), Unlisted.NONEXISTENT, n -> {}, p -> {});
    Cluster part = read(excerpt(example(), "vision"));

    for (int gpus : new int[] {1, 2, 4, 8, 16}) {
      String manifest = POD.formatted("p", gpus);
      CheckResult expected = check(whole, manifest);
      CheckResult answer = check(part, manifest);

      assertThat(answer.unread().names()).isEmpty();
      assertThat(answer.placed()).isEqualTo(expected.placed());
      assertThat(own(answer)).isEqualTo(own(expected));
    }
  }

  /** A node of GKE has a taint that the API server lets pods tolerate. */
  @Test
  void plug_ins_of_the_api_server_are_known_as_in_the_whole_cluster() throws IOException {
    List<JsonObject> items = new ArrayList<>();
    for (String pool : List.of("a", "b")) {
      items.add(
          json(
              """
              {"apiVersion": "v1", "kind": "Node",
               "metadata": {"name": "%1$s", "labels": {"pool": "%1$s"}},
               "spec": {"taints": [{"key": "nvidia.com/gpu", "effect": "NoSchedule"}]},
               "status": {"nodeInfo": {"kubeletVersion": "v1.35.2-gke.1842000"},
                 "conditions": [{"type": "Ready", "status": "True"}],
                 "allocatable": {"nvidia.com/gpu": "8", "pods": "110"},
                 "capacity": {"nvidia.com/gpu": "8", "pods": "110"}}}
              """
                  .formatted(pool)));
    }
    items.add(
        json(
            """
            {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "vision",
              "annotations": {"scheduler.alpha.kubernetes.io/node-selector": "pool=b"}}}
            """));

    String tolerant = "  tolerations: [{operator: Exists}]\n";
    String manifest = POD.formatted("p", 1).replace(tolerant, "");
    CheckResult answer = check(read(excerpt(items, "vision")), manifest);

    assertThat(manifest).doesNotContain("tolerations");
    assertThat(answer.placed()).isEqualTo(1);
    assertThat(
            check(read(excerpt(items, "vision")), manifest + "  nodeSelector: {pool: a}\n")
                .findings())
        .extracting(CheckFinding::effect)
        .contains(Effect.Denied);
  }

  private static JsonObject json(String text) {
    return JsonParser.parseString(text).getAsJsonObject();
  }

  private static List<String> own(CheckResult result) {
    return result.findings().stream()
        .filter(f -> f.effect() == Effect.Denied || f.effect() == Effect.Waits)
        .map(f -> f.effect() + " " + f.details().stream().findFirst().orElse(""))
        .toList();
  }

  @Test
  void it_says_itself_what_it_cannot_answer() throws IOException {
    Cluster part = read(excerpt(example(), "vision"));

    assertThat(part.limits()).anyMatch(l -> l.contains("amounts only"));
    assertThat(
            SnapshotReader.read(
                    List.of(folder.resolve("check.json.gz")),
                    Unlisted.NONEXISTENT,
                    n -> {},
                    p -> {})
                .limits())
        .isEqualTo(part.limits());
    CheckResult elsewhere =
        check(part, POD.formatted("p", 1).replace("namespace: vision", "namespace: sandbox"));
    assertThat(elsewhere.isKnown()).isFalse();
    assertThat(elsewhere.findings()).extracting(CheckFinding::effect).contains(Effect.Unknown);
  }

  @Test
  void a_cluster_of_5000_nodes_and_50000_pods_takes_at_most_5_megabytes() throws IOException {
    List<JsonObject> items = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      items.add(node(i));
    }
    for (int i = 0; i < 50_000; i++) {
      items.add(pod(i));
    }

    assertThat(Files.size(excerpt(items, "tenant-1"))).isLessThan(5_000_000);
  }

  private static JsonObject node(int i) {
    JsonObject node =
        JsonParser.parseString(
                String.format(
                    Locale.ROOT,
                    """
                    {"kind": "Node", "metadata": {"name": "gke-pool-%1$d-%2$08x", "labels": {}},
                     "spec": {"providerID": "gce://p/z/%2$08x", "taints": [{"key": "nvidia.com/gpu",
                       "effect": "NoSchedule"}]},
                     "status": {"allocatable": {"cpu": "%3$dm", "memory": "%4$dKi", "pods": "110",
                       "nvidia.com/gpu": "8"},
                       "capacity": {"cpu": "96", "memory": "%4$dKi", "pods": "110",
                       "nvidia.com/gpu": "8"},
                       "conditions": [{"type": "Ready", "status": "True", "message": "ok"}],
                       "images": [{"names": ["registry/%2$08x"]}]}}
                    """,
                    i % 40,
                    i * 2654435761L & 0xffffffffL,
                    90000 + i % 7,
                    700000000L + i * 31L))
            .getAsJsonObject();
    JsonObject labels = node.getAsJsonObject("metadata").getAsJsonObject("labels");
    for (int l = 0; l < 40; l++) {
      labels.addProperty("feature.node.kubernetes.io/label-" + l, "value-" + (i * 31 + l) % 97);
    }
    labels.addProperty("kubernetes.io/hostname", "gke-pool-" + i);
    return node;
  }

  private static JsonObject pod(int i) {
    return JsonParser.parseString(
            String.format(
                Locale.ROOT,
                """
                {"kind": "Pod", "metadata": {"name": "run-%1$d-%2$08x", "namespace": "tenant-%3$d",
                  "labels": {"app": "run-%1$d"}, "uid": "%2$08x-0000"},
                 "spec": {"nodeName": "gke-pool-%4$d-%5$08x", "priority": 0,
                  "containers": [{"name": "main", "image": "registry/x:%1$d",
                    "env": [{"name": "SECRET", "value": "%2$08x"}],
                    "resources": {"requests": {"cpu": "%6$dm", "memory": "%7$dMi"}}}]},
                 "status": {"phase": "Running"}}
                """,
                i,
                i * 2654435761L & 0xffffffffL,
                i % 900,
                (i % 5000) % 40,
                (i % 5000) * 2654435761L & 0xffffffffL,
                100 + i % 4000,
                128 + i % 9000))
        .getAsJsonObject();
  }

  @Test
  void an_array_of_ports_keeps_those_of_the_host_only() throws IOException {
    JsonObject pod = pod(2);
    JsonArray ports = new JsonArray();
    ports.add(JsonParser.parseString("{\"containerPort\": 80}"));
    ports.add(JsonParser.parseString("{\"containerPort\": 81, \"hostPort\": 81}"));
    JsonElement container = pod.getAsJsonObject("spec").getAsJsonArray("containers").get(0);
    container.getAsJsonObject().add("ports", ports);
    Cluster cluster = read(excerpt(List.of(pod), "mine"));

    assertThat(
            cluster.list(Pod.class).stream()
                .flatMap(p -> p.spec().containers().stream())
                .flatMap(c -> c.ports().stream()))
        .singleElement()
        .matches(p -> p.hostPort() == 81);
  }
}
