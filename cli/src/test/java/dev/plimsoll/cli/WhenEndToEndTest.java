package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.Program;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Jobs of two tenants wait for 20 nodes. A player ends their pods after drawn times. What was said
 * of each pod that waited is compared with its start. {@code -Dplimsoll.when.seed} draws other
 * Jobs.
 */
@RealControlPlane
class WhenEndToEndTest {
  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

  private static final String GPU = "nvidia.com/gpu";
  private static final List<String> TENANTS = List.of("east", "west");

  /** The namespace of the Lease by which the service elects a leader. */
  private static final String LEASES = "plimsoll";

  private static final int NODES = 20;
  private static final int JOBS = 100;

  /** A quiet machine gives 0.7 and more; Jobs of a minute are sensitive to a busy one. */
  private static final double LEAST = 0.5;

  private static final int ENDS_BEFORE_QUESTIONS = 20;
  private static final Duration LONGEST = Duration.ofMinutes(20);
  private static final Duration BETWEEN_QUESTIONS = Duration.ofSeconds(10);

  /** The API has whole seconds, and kube-scheduler tries a pod again some seconds later. */
  private static final Duration RETRY = Duration.ofSeconds(5);

  private final long seed = Long.getLong("plimsoll.when.seed", 1);
  private final Map<String, Duration> lifetimes = new HashMap<>();
  private final List<Asked> asked = new ArrayList<>();

  @TempDir private Path folder;

  /** Who decides which pod goes first. */
  enum Order {
    SCHEDULER("", ""),
    SHARES("Hold", ""),
    GATES("Gate", ", 'schedulingGates': [{'name': 'plimsoll.dev/share'}]");

    private final String placement;
    private final String ofTemplate;

    Order(String placement, String ofTemplate) {
      this.placement = placement;
      this.ofTemplate = ofTemplate;
    }
  }

  /** What was said of a pod: how many pods go before it, and between which times it starts. */
  private record Asked(int question, String pod, long podsBefore, Instant from, Instant to) {
    String tenant() {
      return pod.replaceFirst("/.*", "");
    }
  }

  /** An answer, and what came. */
  private record Outcome(Asked asked, Instant start, int gpus) {
    boolean isWithin() {
      return !start.isBefore(asked.from().minus(RETRY)) && !start.isAfter(asked.to().plus(RETRY));
    }

    /** Returns whether an equal pod of the tenant was said to come later. */
    boolean isBefore(Outcome other) {
      return asked.question() == other.asked.question()
          && gpus == other.gpus
          && asked.tenant().equals(other.asked.tenant())
          && asked.podsBefore() < other.asked.podsBefore();
    }

    boolean startedBefore(Outcome other) {
      return !start.isAfter(other.start.plus(RETRY));
    }
  }

  @ParameterizedTest
  @EnumSource
  void pods_start_when_and_in_the_order_that_was_said(Order order) throws Exception {
    int port = Program.freePort();
    List<String> controllers = List.of("job-controller", "resourcequota-controller");
    Path plane = Files.createDirectory(folder.resolve("plane"));
    try (StoryCluster cluster =
        order == Order.SHARES
            ? StoryCluster.startWithExtender(plane, controllers, port)
            : StoryCluster.start(plane, controllers)) {
      for (int i = 0; i < NODES; i++) {
        cluster.node(
            "n" + i, "", "'cpu':'64','memory':'256Gi','pods':'110','%s':'8'".formatted(GPU));
      }
      for (String tenant : List.of("east", "west", LEASES)) {
        cluster.create("/api/v1/namespaces", "{'metadata':{'name':'%s'}}".formatted(tenant));
      }
      if (order == Order.SCHEDULER) {
        playAndAsk(cluster, order);
      } else {
        try (PlimsollProcess service = service(cluster, order, port)) {
          Await.until(
              "the service listens",
              () -> {
                assertThat(service.goesOnFor(Duration.ofMillis(10))).as(service.err()).isTrue();
                return service.err().contains("Listening on");
              });
          playAndAsk(cluster, order);
        }
      }
      compare(cluster, order);
    }
  }

  private PlimsollProcess service(StoryCluster cluster, Order order, int port) throws Exception {
    for (String file : List.of("crds/capacitypolicies.yaml", "crds/quotaledgers.yaml")) {
      for (JsonObject definition : ManifestFiles.read(ManifestFiles.FOLDER.resolve(file))) {
        JsonObject unused = cluster.api().create(DEFINITIONS, definition.toString());
      }
    }
    String policies = "/apis/plimsoll.dev/v1alpha1/capacitypolicies";
    Await.until("policies are served", () -> cluster.api().isThere(policies));
    Await.until(
        "ledgers are served",
        () -> cluster.api().isThere("/apis/plimsoll.dev/v1alpha1/quotaledgers"));
    cluster.create(
        policies,
        """
        {'apiVersion': 'plimsoll.dev/v1alpha1', 'kind': 'CapacityPolicy',
         'metadata': {'name': 'gpus'}, 'spec': {
           'tenants': [{'name': 'east', 'namespaces': ['east']},
             {'name': 'west', 'namespaces': ['west']}],
           'resources': [{'name': '%s'}], 'division': {'type': 'Proportional'},
           'enforcement': {'placement': '%s'}}}
        """
            .formatted(GPU, order.placement));
    Path configuration =
        Files.writeString(
            folder.resolve("serve.yaml"),
            """
            apiVersion: config.plimsoll.dev/v1alpha1
            kind: ServiceConfiguration
            %s
            cluster: {kubeconfig: %s}
            """
                .formatted(
                    order == Order.SHARES
                        ? "scheduler: {listen: {port: %d}}\nconsole: {listen: {port: 0}}"
                            .formatted(port)
                        : "admission: {enabled: true, listen: {port: %d}}".formatted(port),
                    cluster.plane().kubeconfig("admin")));
    return PlimsollProcess.start(
        folder, List.of("-Xmx256m"), "serve", "--config", configuration.toString());
  }

  private void playAndAsk(StoryCluster cluster, Order order) throws Exception {
    Random random = new Random(seed);
    for (int i = 0; i < JOBS; i++) {
      addJob(cluster, order, random, i);
    }
    Instant next = Instant.EPOCH;
    int question = 0;
    long ended = 0;
    Instant last = Instant.now().plus(LONGEST);
    while (ended < JOBS) {
      assertThat(Instant.now()).as("the end of all Jobs").isBefore(last);
      ended = endPods(cluster);
      if (ended >= ENDS_BEFORE_QUESTIONS && ended < JOBS && Instant.now().isAfter(next)) {
        next = Instant.now().plus(BETWEEN_QUESTIONS);
        ask(cluster, question++);
      }
      Await.pause();
    }
  }

  private void addJob(StoryCluster cluster, Order order, Random random, int i) throws IOException {
    String tenant = TENANTS.get(i % 2);
    boolean isLong = random.nextInt(3) == 0;
    String name = (isLong ? "train-" : "tune-") + i;
    double median = isLong ? 90 : 40;
    lifetimes.put(
        tenant + "/" + name,
        Duration.ofMillis((long) (1000 * median * Math.exp(0.4 * random.nextGaussian()))));
    cluster.create(
        "/apis/batch/v1/namespaces/" + tenant + "/jobs",
        """
        {'metadata': {'name': '%s'}, 'spec': {'template': {'spec': {'restartPolicy': 'Never',
          'containers': [{'name': 'c', 'image': 'x', 'resources': {
            'limits': {'cpu': '1', '%s': '%d'}}}]%s}}}}
        """
            .formatted(name, GPU, 1 << random.nextInt(4), order.ofTemplate));
  }

  /** Ends the pods whose time has come, and returns how many have ended. */
  private long endPods(StoryCluster cluster) throws IOException {
    long ended = 0;
    for (JsonObject pod : cluster.api().list("/api/v1/pods")) {
      String phase = JsonPaths.text(pod, "status", "phase");
      if (phase.equals("Succeeded")) {
        ended++;
      } else if (phase.equals("Running")) {
        Instant start = scheduled(pod);
        Duration lifetime = lifetimes.get(job(pod));
        if (Instant.now().isAfter(start.plus(lifetime))) {
          end(cluster.api(), pod);
        }
      }
    }
    return ended;
  }

  private static void end(AdminApi api, JsonObject pod) throws IOException {
    JsonObject unused =
        api.patch(
            "/api/v1/namespaces/%s/pods/%s/status"
                .formatted(
                    JsonPaths.text(pod, "metadata", "namespace"),
                    JsonPaths.text(pod, "metadata", "name")),
            """
            {"status": {"phase": "Succeeded", "containerStatuses": [{"name": "c", "image": "x",
              "imageID": "", "ready": false, "restartCount": 0, "state": {"terminated": {
                "exitCode": 0, "finishedAt": "%s"}}}]}}
            """
                .formatted(Instant.now().truncatedTo(ChronoUnit.SECONDS)));
  }

  private static String job(JsonObject pod) {
    return JsonPaths.text(pod, "metadata", "namespace")
        + "/"
        + pod.getAsJsonObject("metadata")
            .getAsJsonObject("labels")
            .get("batch.kubernetes.io/job-name")
            .getAsString();
  }

  private static Instant scheduled(JsonObject pod) {
    for (JsonElement each : pod.getAsJsonObject("status").getAsJsonArray("conditions")) {
      JsonObject condition = each.getAsJsonObject();
      if (condition.get("type").getAsString().equals("PodScheduled")) {
        assertThat(condition.get("status").getAsString()).isEqualTo("True");
        return Instant.parse(condition.get("lastTransitionTime").getAsString());
      }
    }
    throw new AssertionError("no condition PodScheduled: " + pod);
  }

  private void ask(StoryCluster cluster, int question) throws IOException {
    JsonObject answer =
        JsonParser.parseString(cluster.plimsoll("when", "-A", "--no-arrivals", "-o", "json"))
            .getAsJsonObject();
    for (JsonObject estimate : JsonPaths.objects(answer, "estimates")) {
      if (estimate.has("likely")) {
        JsonObject eighty = estimate.getAsJsonObject("likely").getAsJsonObject("eighty");
        asked.add(
            new Asked(
                question,
                key(estimate.getAsJsonObject("pod")),
                estimate.getAsJsonObject("place").get("podsBefore").getAsLong(),
                Instant.parse(eighty.get("from").getAsString()),
                Instant.parse(eighty.get("to").getAsString())));
      }
    }
  }

  private void compare(StoryCluster cluster, Order order) throws IOException {
    Map<String, Instant> starts = new HashMap<>();
    Map<String, Integer> gpus = new HashMap<>();
    for (JsonObject pod : cluster.api().list("/api/v1/pods")) {
      starts.put(key(pod.getAsJsonObject("metadata")), scheduled(pod));
      gpus.put(key(pod.getAsJsonObject("metadata")), gpus(pod));
    }
    List<Outcome> outcomes =
        asked.stream()
            .map(
                a ->
                    new Outcome(
                        a,
                        Objects.requireNonNull(starts.get(a.pod())),
                        Objects.requireNonNull(gpus.get(a.pod()))))
            .toList();
    long within = outcomes.stream().filter(Outcome::isWithin).count();
    List<Boolean> pairs =
        outcomes.stream()
            .flatMap(o -> outcomes.stream().filter(o::isBefore).map(o::startedBefore))
            .toList();
    long ordered = pairs.stream().filter(inOrder -> inOrder).count();
    String text =
        "%s: %d answers, %d in the 80 %% interval; %d of %d pairs of equal pods in order"
            .formatted(order, outcomes.size(), within, ordered, pairs.size());
    System.out.println(text);

    assertThat(outcomes).as(text).hasSizeGreaterThan(30);
    assertThat((double) within / outcomes.size()).as(text).isGreaterThan(LEAST);
    assertThat((double) ordered / pairs.size()).as(text).isGreaterThan(LEAST);
  }

  private static String key(JsonObject metadata) {
    return JsonPaths.text(metadata, "namespace") + "/" + JsonPaths.text(metadata, "name");
  }

  private static int gpus(JsonObject pod) {
    return pod.getAsJsonObject("spec")
        .getAsJsonArray("containers")
        .get(0)
        .getAsJsonObject()
        .getAsJsonObject("resources")
        .getAsJsonObject("limits")
        .get(GPU)
        .getAsInt();
  }
}
