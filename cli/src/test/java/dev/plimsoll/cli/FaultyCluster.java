package dev.plimsoll.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A real control plane with kube-scheduler and without kubelets: what these and a storage
 * provisioner do is played. Objects are written with single quotes.
 */
final class FaultyCluster implements AutoCloseable {
  static final String GPU = "nvidia.com/gpu";
  private static final Path PROGRAMS =
      Path.of(Optional.ofNullable(System.getenv("KUBEBUILDER_ASSETS")).orElse(""));
  static final Path KUBECTL = PROGRAMS.resolve("kubectl");
  private static final String RUNNING =
      "{'status':{'phase':'Running','conditions':[{'type':'Ready','status':'True','lastTransitionTime':'2026-01-01T00:00:00Z'}]}}";
  private static final List<String> CONTROLLERS =
      List.of(
          "resourcequota-controller",
          "deployment-controller",
          "replicaset-controller",
          "statefulset-controller",
          "job-controller",
          "cronjob-controller",
          "namespace-controller",
          "garbage-collector-controller",
          "persistentvolume-binder-controller",
          "persistentvolumeclaim-protection-controller",
          "resourceclaim-controller",
          ControlPlane.SERVICE_ACCOUNTS);

  private final Path folder;
  private final ControlPlane plane;
  private final Program scheduler;
  private final ScheduledExecutorService kubelets = Executors.newSingleThreadScheduledExecutor();

  FaultyCluster(Path folder) throws Exception {
    this.folder = folder;
    plane = ControlPlane.start(folder, CONTROLLERS);
    scheduler =
        Program.start(
            folder,
            "kube-scheduler",
            List.of(
                "--kubeconfig=" + plane.kubeconfig("controllers"),
                "--leader-elect=false",
                "--bind-address=127.0.0.1",
                "--secure-port=" + Program.freePort(),
                "--cert-dir=" + folder.resolve("scheduler")));
    var unused = kubelets.scheduleWithFixedDelay(this::play, 0, 200, TimeUnit.MILLISECONDS);
  }

  AdminApi api() {
    return plane.api();
  }

  String kubeconfig() throws IOException {
    return plane.kubeconfig("admin").toString();
  }

  void create(String path, String json) throws IOException {
    JsonObject unused = api().create(path, json.replace('\'', '"'));
  }

  void patch(String path, String json) throws IOException {
    JsonObject unused = api().patch(path, json.replace('\'', '"'));
  }

  void namespace(String name) throws Exception {
    create("/api/v1/namespaces", "{'metadata':{'name':'%s'}}".formatted(name));
    Await.until(
        "the default account of " + name + " is there",
        () -> api().isThere("/api/v1/namespaces/" + name + "/serviceaccounts/default"));
  }

  /** Adds a node of a pool, with 32 CPUs, 256Gi and some GPUs. */
  void node(String name, String pool, int gpus, String labels, String spec) throws IOException {
    create(
        "/api/v1/nodes",
        "{'metadata':{'name':'%1$s','labels':{'kubernetes.io/hostname':'%1$s','pool':'%2$s'%3$s}},'spec':{%4$s}}"
            .formatted(name, pool, labels, spec));
    String has =
        "{'cpu':'32','memory':'256Gi','pods':'110'%s}"
            .formatted(gpus == 0 ? "" : ",'" + GPU + "':'" + gpus + "'");
    patch(
        "/api/v1/nodes/" + name + "/status",
        "{'status':{'capacity':%1$s,'allocatable':%1$s,'conditions':[{'type':'Ready','status':'True'}]}}"
            .formatted(has));
  }

  /** Buys nodes like one: with its labels, taints and what it has. */
  void buyNodes(String like, int count) throws IOException {
    JsonObject model = api().get("/api/v1/nodes/" + like);
    for (int i = 0; i < count; i++) {
      String name = like + "-bought-" + i;
      JsonObject node = new JsonObject();
      JsonObject metadata = new JsonObject();
      metadata.addProperty("name", name);
      JsonObject labels = model.getAsJsonObject("metadata").getAsJsonObject("labels").deepCopy();
      labels.addProperty("kubernetes.io/hostname", name);
      metadata.add("labels", labels);
      node.add("metadata", metadata);
      JsonObject spec = new JsonObject();
      Optional.ofNullable(model.getAsJsonObject("spec").getAsJsonArray("taints"))
          .ifPresent(t -> spec.add("taints", withoutLifecycle(t)));
      node.add("spec", spec);
      create("/api/v1/nodes", node.toString());
      JsonObject status = new JsonObject();
      status.add("status", model.getAsJsonObject("status"));
      patch("/api/v1/nodes/" + name + "/status", status.toString());
    }
  }

  private static JsonArray withoutLifecycle(JsonArray taints) {
    JsonArray kept = new JsonArray();
    for (JsonElement each : taints) {
      if (!JsonPaths.text(each.getAsJsonObject(), "key").startsWith("node.kubernetes.io/")) {
        kept.add(each);
      }
    }
    return kept;
  }

  void quota(String namespace, String name, String hard) throws Exception {
    String path = "/api/v1/namespaces/" + namespace + "/resourcequotas";
    create(path, "{'metadata':{'name':'%s'},'spec':{'hard':{%s}}}".formatted(name, hard));
    Await.until(
        "quota " + name + " is in force",
        () -> {
          JsonObject stored = api().get(path + "/" + name);
          JsonObject status = stored.getAsJsonObject("status");
          return status.has("hard")
              && status.get("hard").equals(stored.getAsJsonObject("spec").get("hard"));
        });
  }

  /** Runs what a shell would be given, and returns what it prints if that fails. */
  Optional<String> shell(String script) throws Exception {
    Path printed = folder.resolve("shell.out");
    ProcessBuilder shell =
        new ProcessBuilder("sh", "-e", "-c", script)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile());
    shell.environment().merge("PATH", PROGRAMS.toString(), (path, own) -> own + ":" + path);
    shell.environment().put("KUBECONFIG", kubeconfig());
    int exitCode = shell.start().waitFor();
    return exitCode == 0 ? Optional.empty() : Optional.of(Files.readString(printed));
  }

  List<JsonObject> pods(String namespace) throws IOException {
    return api().list("/api/v1/namespaces/" + namespace + "/pods");
  }

  /** Returns the pods of an application that have a node and stay. */
  List<JsonObject> placed(String namespace, String app) throws IOException {
    List<JsonObject> placed = new ArrayList<>();
    for (JsonObject pod : pods(namespace)) {
      if (JsonPaths.text(pod, "metadata", "labels", "app").equals(app)
          && !pod.getAsJsonObject("metadata").has("deletionTimestamp")
          && !JsonPaths.text(pod, "spec", "nodeName").isEmpty()) {
        placed.add(pod);
      }
    }
    return placed;
  }

  private void play() {
    try {
      for (JsonObject pod : api().list("/api/v1/pods")) {
        playKubelet(pod);
      }
      for (JsonObject claim : api().list("/api/v1/persistentvolumeclaims")) {
        playProvisioner(claim);
      }
    } catch (IOException | RuntimeException e) {
      // What is gone, or changed meanwhile, is looked at again.
    }
  }

  private void playKubelet(JsonObject pod) throws IOException {
    String path =
        "/api/v1/namespaces/%s/pods/%s"
            .formatted(
                JsonPaths.text(pod, "metadata", "namespace"),
                JsonPaths.text(pod, "metadata", "name"));
    boolean bound = !JsonPaths.text(pod, "spec", "nodeName").isEmpty();
    if (bound && pod.getAsJsonObject("metadata").has("deletionTimestamp")) {
      api().delete(path);
    } else if (bound && JsonPaths.text(pod, "status", "phase").equals("Pending")) {
      patch(path + "/status", RUNNING);
    }
  }

  private void playProvisioner(JsonObject claim) throws IOException {
    String storageClass = JsonPaths.text(claim, "spec", "storageClassName");
    String path = "/apis/storage.k8s.io/v1/storageclasses/" + storageClass;
    boolean waits =
        storageClass.isEmpty()
            || !JsonPaths.text(claim, "spec", "volumeName").isEmpty()
            || claim.getAsJsonObject("metadata").has("deletionTimestamp")
            || !api().isThere(path);
    if (waits) {
      return;
    }
    JsonObject made = api().get(path);
    boolean late =
        JsonPaths.text(made, "volumeBindingMode").equals("WaitForFirstConsumer")
            && !claim.toString().contains("volume.kubernetes.io/selected-node");
    String name = "pv-" + JsonPaths.text(claim, "metadata", "uid");
    if (late
        || !JsonPaths.text(made, "provisioner").equals("disk.example.com")
        || api().isThere("/api/v1/persistentvolumes/" + name)) {
      return;
    }
    create(
        "/api/v1/persistentvolumes",
        "{'metadata':{'name':'%s'},'spec':{'capacity':{'storage':'%s'},'accessModes':['ReadWriteOnce'],'storageClassName':'%s','hostPath':{'path':'/tmp'},'claimRef':{'apiVersion':'v1','kind':'PersistentVolumeClaim','namespace':'%s','name':'%s','uid':'%s'}}}"
            .formatted(
                name,
                JsonPaths.text(claim, "spec", "resources", "requests", "storage"),
                storageClass,
                JsonPaths.text(claim, "metadata", "namespace"),
                JsonPaths.text(claim, "metadata", "name"),
                JsonPaths.text(claim, "metadata", "uid")));
  }

  @Override
  public void close() {
    kubelets.shutdownNow();
    scheduler.close();
    plane.close();
  }
}
