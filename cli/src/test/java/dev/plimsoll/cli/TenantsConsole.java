package dev.plimsoll.cli;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.console.ConsoleRoutes;
import dev.plimsoll.console.ConsoleSources;
import dev.plimsoll.console.LiveConsole;
import dev.plimsoll.console.config.ConsoleServiceConfiguration;
import dev.plimsoll.extender.LiveExtender;
import dev.plimsoll.extender.config.ServiceConfiguration;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * The service with its page on a cluster of two tenants: one has the namespace {@code team}, the
 * other one is {@link Other}. The tokens are {@code alice}, who may list the pods of {@code team};
 * {@code carol}, who may get nodes as well; {@code nobody}, who may do nothing; {@code secret}, who
 * may do everything.
 */
final class TenantsConsole implements AutoCloseable {
  private final KubeApiServer server = KubeApiServer.start();
  private final HttpClient client = HttpClient.newHttpClient();
  private final LiveExtender service;
  private final LiveConsole alone;

  /** Each pod is a second younger than the one before, however fast they are created. */
  private Instant created = Instant.now().truncatedTo(ChronoUnit.SECONDS).minusSeconds(30);

  /**
   * What a tenant has that others mustn't learn.
   *
   * @param namespace its namespace
   * @param name what all else of it is called
   * @param node what the node is called on which only it runs
   * @param placed the GPUs of each of its running pods
   * @param pending the GPUs of its pending pod, which kube-scheduler has asked about as often
   * @param hard the GPUs of its quota
   */
  record Other(
      String namespace, String name, String node, List<Integer> placed, int pending, int hard) {}

  TenantsConsole(Path folder, Other other) throws IOException, InterruptedException {
    server.access().token("secret", User.ADMIN);
    for (String user : List.of("alice", "carol", "nobody")) {
      server.access().token(user, new User(user, user, List.of("system:authenticated")));
    }
    server.access().allow("alice", "list", "pods", "team");
    server.access().allow("carol", "list", "pods", "team");
    server.access().allow("carol", "get", "nodes", "");
    node("a");
    node(other.node());
    tenant("team", "gpus", 2);
    pod("team", "old", 2, "a");
    pod("team", "mine", 1, "");
    tenant(other.namespace(), other.name(), other.hard());
    ManifestFiles.read(ManifestFiles.FOLDER.resolve("crds/quotarecommendations.yaml"))
        .forEach(definition -> put(definition.toString()));
    recommendation("team", "gpus", 4);
    recommendation(other.namespace(), other.name(), other.hard());
    for (int i = 0; i < other.placed().size(); i++) {
      pod(other.namespace(), other.name() + "-" + i, other.placed().get(i), other.node());
    }
    pod(other.namespace(), other.name(), other.pending(), "");
    queues(other);
    service = start(folder, other);
    alone = startAlone(folder);
    for (int i = 0; i < other.pending(); i++) {
      filter(other.namespace(), other.name());
    }
    filter("team", "mine");
  }

  private LiveExtender start(Path folder, Other other) throws IOException, InterruptedException {
    Files.writeString(
        folder.resolve("policy.yaml"),
        """
        apiVersion: plimsoll.dev/v1alpha1
        kind: CapacityPolicy
        metadata: {name: gpus}
        spec:
          tenants:
            - {name: vision, namespaces: [team], weight: 1}
            - {name: tenant-%s, namespaces: [%s], weight: 7}
          resources: [{name: nvidia.com/gpu}]
          division: {type: Proportional}
          enforcement: {placement: Hold, borrowing: Never}
        """
            .formatted(other.name(), other.namespace()));
    Path file =
        Files.writeString(
            folder.resolve("serve.yaml"),
            """
            apiVersion: config.plimsoll.dev/v1alpha1
            kind: ServiceConfiguration
            scheduler: {listen: {port: 0}}
            console: {listen: {port: 0}}
            cluster: {kubeconfig: "%s"}
            policy: policy.yaml
            """
                .formatted(server.kubeconfig(folder, "secret", "team")));
    return LiveExtender.start(
        ServiceConfiguration.read(file),
        "test",
        ConsoleRoutes.with(
            new ConsoleSources(new ComputedAdvice(), new RequestedChanges())
                .withTools(new CommandAnswers())));
  }

  /** Starts a console by itself, which asks the extender's. */
  private LiveConsole startAlone(Path folder) throws IOException, InterruptedException {
    Path file =
        Files.writeString(
            folder.resolve("console.yaml"),
            """
            apiVersion: config.plimsoll.dev/v1alpha1
            kind: ServiceConfiguration
            scheduler: {enabled: false}
            console: {listen: {port: 0}, extender: {url: "%s"}}
            cluster: {kubeconfig: "%s"}
            policy: policy.yaml
            """
                .formatted(address(), server.kubeconfig(folder, "secret", "team")));
    return LiveConsole.start(
        ConsoleServiceConfiguration.read(file).orElseThrow(),
        "test",
        ConsoleRoutes.with(
            new ConsoleSources(new ComputedAdvice(), new RequestedChanges())
                .withTools(new CommandAnswers())));
  }

  private void node(String name) {
    put(
        """
        {"apiVersion": "v1", "kind": "Node",
         "metadata": {"name": "%1$s", "labels": {"kubernetes.io/hostname": "%1$s"}},
         "status": {"allocatable": {"cpu": "64", "pods": "110", "nvidia.com/gpu": "8"},
           "conditions": [{"type": "Ready", "status": "True"}]}}\
        """
            .formatted(name));
  }

  /** Creates a namespace with a quota, a LimitRange, and a Deployment whose pods are denied. */
  private void tenant(String namespace, String name, int hard) {
    put("{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': '" + namespace + "'}}");
    String metadata =
        "{\"namespace\": \"%s\", \"name\": \"%2$s\", \"labels\": {\"%2$s\": \"%2$s\"}}"
            .formatted(namespace, name);
    put(
        """
        {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": %1$s,
         "spec": {"hard": {"requests.nvidia.com/gpu": "%2$d"}},
         "status": {"hard": {"requests.nvidia.com/gpu": "%2$d"},
           "used": {"requests.nvidia.com/gpu": "%2$d"}}}\
        """
            .formatted(metadata, hard));
    put(
        """
        {"apiVersion": "v1", "kind": "LimitRange", "metadata": %s,
         "spec": {"limits": [{"type": "Container", "default": {"memory": "%dGi"}}]}}\
        """
            .formatted(metadata, hard));
    put(
        """
        {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": %s,
         "spec": {"replicas": 1, "selector": {"matchLabels": {"app": "web"}},
          "template": {"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [
           {"name": "c", "image": "i", "resources": {"limits": {"nvidia.com/gpu": "%d"}}}]}}}}\
        """
            .formatted(metadata, hard + 1));
  }

  /**
   * Creates queues of Kueue: those of both tenants are in one cohort, so that what one has depends
   * on the other.
   */
  private void queues(Other other) {
    for (String kind :
        List.of("ClusterQueue", "Cohort", "ResourceFlavor", "LocalQueue", "Workload")) {
      put(
          """
          {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
           "metadata": {"name": "%1$ss.kueue.x-k8s.io"}, "spec": {"group": "kueue.x-k8s.io",
            "scope": "%3$s", "names": {"kind": "%2$s", "plural": "%1$ss"},
            "versions": [{"name": "v1beta2", "served": true, "storage": true,
             "schema": {"openAPIV3Schema": {"type": "object",
              "x-kubernetes-preserve-unknown-fields": true}}}]}}\
          """
              .formatted(
                  kind.toLowerCase(Locale.ROOT),
                  kind,
                  kind.equals("LocalQueue") || kind.equals("Workload") ? "Namespaced" : "Cluster"));
    }
    kueue("ResourceFlavor", "", other.name(), "{'nodeLabels': {'" + other.name() + "': 'a'}}", "");
    kueue("Cohort", "", other.name(), "{}", "");
    queue("team", "of-team", other);
    queue(other.namespace(), other.name(), other);
    String template =
        "{'spec': {'containers': [{'name': 'c', 'image': 'i', 'resources': {'limits': {'nvidia.com/gpu': '4'}}}]}}";
    put(
        """
        {'apiVersion': 'batch/v1', 'kind': 'Job', 'metadata': {'namespace': 'team',
          'name': 'train', 'uid': 'uid-train', 'labels': {'kueue.x-k8s.io/queue-name': 'of-team'}},
         'spec': {'suspend': true, 'parallelism': 1, 'completions': 1, 'template': %s}}"""
            .formatted(template));
    workload("team", "job-train", "of-team", template, "train");
    workload(other.namespace(), other.name(), other.name(), template, other.name());
  }

  private void queue(String namespace, String name, Other other) {
    kueue(
        "ClusterQueue",
        "",
        name,
        """
        {'cohortName': '%1$s', 'resourceGroups': [{'coveredResources': ['nvidia.com/gpu'],
          'flavors': [{'name': '%1$s', 'resources': [
            {'name': 'nvidia.com/gpu', 'nominalQuota': '%2$d'}]}]}]}"""
            .formatted(other.name(), other.hard()),
        """
        {'flavorsReservation': [{'name': '%s', 'resources': [
          {'name': 'nvidia.com/gpu', 'total': '%d'}]}], 'conditions': [{'type': 'Active',
           'status': 'False', 'reason': 'Stopped', 'message': 'of %1$s'}]}"""
            .formatted(other.name(), other.pending()));
    kueue("LocalQueue", namespace, name, "{'clusterQueue': '" + name + "'}", "");
  }

  private void workload(
      String namespace, String name, String queue, String template, String owner) {
    kueue(
        "Workload",
        namespace,
        name,
        """
        {'queueName': '%s', 'podSets': [{'name': 'main', 'count': 1, 'template': %s}]}"""
            .formatted(queue, template),
        """
        {'conditions': [{'type': 'QuotaReserved', 'status': 'False', 'reason': 'Pending',
          'message': 'waits in %s', 'lastTransitionTime': '2026-11-21T05:00:00Z'}]}"""
            .formatted(queue));
    JsonObject stored =
        server.objects().get("kueue.x-k8s.io/v1beta2", "Workload", namespace, name).orElseThrow();
    stored
        .getAsJsonObject("metadata")
        .add(
            "ownerReferences",
            JsonParser.parseString(
                """
                [{"apiVersion": "batch/v1", "kind": "Job", "name": "%1$s", "uid": "uid-%1$s",
                  "controller": true}]"""
                    .formatted(owner)));
    put(stored.toString());
  }

  private void kueue(String kind, String namespace, String name, String spec, String status) {
    put(
        """
        {'apiVersion': 'kueue.x-k8s.io/v1beta2', 'kind': '%s', 'metadata': {%s'name': '%s'},
         'spec': %s%s}"""
            .formatted(
                kind,
                namespace.isEmpty() ? "" : "'namespace': '" + namespace + "', ",
                name,
                spec,
                status.isEmpty() ? "" : ", 'status': " + status));
  }

  /** Creates what an advisor posts for the quota of a namespace. */
  private void recommendation(String namespace, String name, int hard) {
    put(
        """
        {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "QuotaRecommendation",
         "metadata": {"namespace": "%1$s", "name": "%2$s"},
         "spec": {"resourceQuota": "%2$s", "key": "requests.nvidia.com/gpu", "policy": "gpus",
          "tenant": "%2$s", "now": "%3$d", "proposed": "%3$d",
          "why": [{"step": "share", "amount": "%3$d", "message": "of %2$s"}]},
         "status": {"conditions": [{"type": "Applied", "status": "False", "reason": "Held",
          "message": "by %2$s"}]}}\
        """
            .formatted(namespace, name, hard));
  }

  /** Creates a pod; one without a node has not been scheduled. */
  void pod(String namespace, String name, int gpus, String node) {
    String status =
        node.isEmpty()
            ? """
            "Pending", "conditions": [{"type": "PodScheduled", "status": "False",
             "reason": "Unschedulable", "message": "0/2 nodes are available"}]\
            """
            : "\"Running\"";
    put(
        """
        {"apiVersion": "v1", "kind": "Pod",
         "metadata": {"namespace": "%1$s", "name": "%2$s", "uid": "uid-%2$s",
           "creationTimestamp": "%6$s", "labels": {"%2$s": "%2$s"}},
         "spec": {%4$s"containers": [{"name": "%2$s", "image": "%2$s",
           "resources": {"requests": {"nvidia.com/gpu": "%3$d"}, "limits": {"nvidia.com/gpu": "%3$d"}}}]},
         "status": {"phase": %5$s}}\
        """
            .formatted(
                namespace,
                name,
                gpus,
                node.isEmpty() ? "" : "\"nodeName\": \"" + node + "\", ",
                status,
                created));
    created = created.plusSeconds(1);
  }

  /** Creates an object, or replaces it. */
  void put(String json) {
    server.objects().put(json);
  }

  /** Asks as kube-scheduler does where a pod may go. */
  private void filter(String namespace, String pod) throws IOException, InterruptedException {
    JsonObject asked = new JsonObject();
    asked.add("Pod", server.objects().get("v1", "Pod", namespace, pod).orElseThrow());
    asked.add("NodeNames", JsonParser.parseString("[\"a\"]"));
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + service.port() + "/scheduler/filter"))
            .POST(HttpRequest.BodyPublishers.ofString(asked.toString()))
            .build();
    HttpResponse<String> unused = client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  /** Returns where the extender's own console is. */
  String address() {
    return "http://127.0.0.1:" + service.consolePort().orElseThrow();
  }

  /** Returns where consoles are: the extender's own, and the one by itself. */
  List<String> addresses() {
    return List.of(address(), "http://127.0.0.1:" + alone.port());
  }

  private static HttpRequest.Builder request(String address, String token, String path) {
    return HttpRequest.newBuilder(URI.create(address + path))
        .header("Authorization", "Bearer " + token);
  }

  /** Returns all that the holder of a token is answered: status, headers but the date, and body. */
  String answer(String address, String token, ConsoleQuestions.Question question)
      throws IOException, InterruptedException {
    HttpRequest request =
        request(address, token, question.path())
            .method(
                question.method(),
                question.body().isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(question.body()))
            .build();
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    TreeMap<String, List<String>> headers = new TreeMap<>(answer.headers().map());
    headers.remove("date");
    return answer.statusCode() + " " + headers + " " + answer.body();
  }

  /** Returns what was answered at a path, which is read on as it comes. */
  InputStream stream(String token, String path) throws IOException, InterruptedException {
    return client
        .send(request(address(), token, path).build(), HttpResponse.BodyHandlers.ofInputStream())
        .body();
  }

  @Override
  public void close() {
    alone.close();
    service.close();
    server.close();
  }
}
