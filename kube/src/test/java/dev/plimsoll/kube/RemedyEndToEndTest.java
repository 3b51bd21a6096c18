package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.LiveCluster;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.pod.PodDefaults;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.patch.KubectlCommand;
import dev.plimsoll.model.patch.ObjectPatch;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.testkit.patch.JsonPatch;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A real API server takes every kind of remedy's patch, and then stores what was tried. */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RemedyEndToEndTest {
  private static final String ANYWHERE = "";
  private static final String NOWHERE = "\"nodeSelector\": {\"zone\": \"nowhere\"},";
  private static final String ONE_GPU =
      "{\"limits\": {\"nvidia.com/gpu\": \"1\"}, \"requests\": {\"nvidia.com/gpu\": \"1\"}}";

  private final Map<String, Integer> sent = new TreeMap<>();
  private ControlPlane plane;
  private AdminApi api;

  @BeforeAll
  void makeGaps(@TempDir Path folder) throws Exception {
    plane = ControlPlane.start(folder);
    api = plane.api();
    node(
        "gpu-0",
        "\"taints\": [{\"key\": \"nvidia.com/gpu\", \"value\": \"present\", \"effect\": \"NoSchedule\"}]");
    node("gpu-1", "\"unschedulable\": true");
    for (String namespace : List.of("templates", "pods", "limits", "bounds", "quotas", "held")) {
      create("/api/v1/namespaces", "{\"metadata\": {\"name\": \"%s\"}}".formatted(namespace));
    }
    makeTemplates();
    makePods();
    makeQuotas();
    Await.until("the quotas are counted", this::quotasAreCounted);
  }

  @AfterAll
  void stop() {
    plane.close();
  }

  private void node(String name, String spec) throws IOException {
    String path = "/api/v1/nodes";
    create(
        path,
        "{\"metadata\": {\"name\": \"%s\", \"labels\": {\"zone\": \"here\"}}, \"spec\": {%s}}"
            .formatted(name, spec));
    JsonObject unused =
        api.patch(
            path + "/" + name + "/status",
            """
            {"status": {
              "capacity": {"cpu": "64", "memory": "256Gi", "pods": "110", "nvidia.com/gpu": "8"},
              "allocatable": {"cpu": "64", "memory": "256Gi", "pods": "110", "nvidia.com/gpu": "8"},
              "conditions": [{"type": "Ready", "status": "True", "reason": "MadeUp"}]}}
            """);
  }

  /** Pods that the taint keeps away, made by all kinds of owners. */
  private void makeTemplates() throws Exception {
    String tolerating =
        "\"tolerations\": [{\"key\": \"slow\", \"operator\": \"Exists\", \"effect\": \"NoExecute\", \"tolerationSeconds\": 60}],";
    owner("templates", "apps", "Deployment", "train", 1, podSpec(tolerating, ONE_GPU));
    owner("templates", "apps", "StatefulSet", "db", 1, podSpec(ANYWHERE, ONE_GPU));
    owned("templates", "apps/v1", "StatefulSet", "db", podSpec(ANYWHERE, ONE_GPU));
    owner("templates", "apps", "ReplicaSet", "web", 1, podSpec(ANYWHERE, ONE_GPU));
    job("templates", "sweep", podSpec(NOWHERE + "\"restartPolicy\": \"Never\",", ONE_GPU));
    owner(
        "templates",
        "apps",
        "Deployment",
        "large",
        1,
        podSpec(
            "\"tolerations\": [{\"operator\": \"Exists\"}],", ONE_GPU.replace("\"1\"", "\"12\"")));
    create(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        """
        {"metadata": {"name": "trainingjobs.ml.example.com"}, "spec": {
          "group": "ml.example.com", "scope": "Namespaced",
          "names": {"kind": "TrainingJob", "plural": "trainingjobs", "singular": "trainingjob"},
          "versions": [{"name": "v1", "served": true, "storage": true, "schema": {
            "openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}]}}
        """);
    String jobs = "/apis/ml.example.com/v1/namespaces/templates/trainingjobs";
    Await.until("training jobs are served", () -> api.isThere(jobs));
    create(
        jobs,
        """
        {"apiVersion": "ml.example.com/v1", "kind": "TrainingJob", "metadata": {"name": "llm"},
         "spec": {"groups": [{"name": "worker", "replicas": 1, "template": {"spec": %s}}]}}
        """
            .formatted(podSpec(ANYWHERE, ONE_GPU)));
    owned("templates", "ml.example.com/v1", "TrainingJob", "llm", podSpec(ANYWHERE, ONE_GPU));
  }

  /** Creates the first pod of an owner, as its controller would. */
  private void owned(String namespace, String apiVersion, String kind, String name, String podSpec)
      throws IOException {
    JsonObject owner = api.get(path(GroupVersionKind.of(apiVersion, kind), namespace, name));
    pod(
        namespace,
        name + "-0",
        """
        , "ownerReferences": [{"apiVersion": "%s", "kind": "%s", "name": "%s", "controller": true,
          "uid": "%s"}]
        """
            .formatted(
                apiVersion, kind, name, owner.getAsJsonObject("metadata").get("uid").getAsString()),
        podSpec);
  }

  /** Pods of nobody. */
  private void makePods() throws IOException {
    pod("pods", "tainted", "", podSpec(ANYWHERE, ONE_GPU));
    pod("pods", "lost", "", podSpec(NOWHERE, ONE_GPU));
    pod(
        "pods",
        "gated",
        "",
        podSpec(
            "\"schedulingGates\": [{\"name\": \"first\"}, {\"name\": \"example.com/second\"}],",
            ONE_GPU));
  }

  private void makeQuotas() throws Exception {
    limitRange(
        "limits",
        "{\"type\": \"Container\", \"default\": {\"nvidia.com/gpu\": \"1\"}, \"defaultRequest\": {\"nvidia.com/gpu\": \"1\"}}");
    quota("limits", "gpu", "\"requests.nvidia.com/gpu\": \"0\"");
    owner("limits", "apps", "Deployment", "notebook", 1, podSpec(ANYWHERE, "{}"));
    limitRange(
        "bounds",
        "{\"type\": \"Container\", \"max\": {\"nvidia.com/gpu\": \"1\", \"cpu\": \"1\"}}, {\"type\": \"Pod\", \"max\": {\"cpu\": \"2\"}}");
    owner(
        "bounds",
        "apps",
        "Deployment",
        "wide",
        1,
        podSpec(ANYWHERE, "{\"limits\": {\"cpu\": \"3\"}, \"requests\": {\"cpu\": \"3\"}}"));
    owner("bounds", "apps", "Deployment", "silent", 1, podSpec(ANYWHERE, "{}"));
    job(
        "bounds",
        "narrow",
        podSpec(
            "\"restartPolicy\": \"Never\",",
            "{\"limits\": {\"cpu\": \"3\"}, \"requests\": {\"cpu\": \"3\"}}"));
    quota("quotas", "dead", "\"limits.nvidia.com/gpu\": \"2\", \"limits.memory\": \"64Gi\"");
    owner("quotas", "apps", "Deployment", "careless", 1, podSpec(ANYWHERE, "{}"));
    job("held", "waiting", podSpec(NOWHERE + "\"restartPolicy\": \"Never\",", "{}"));
    owned(
        "held",
        "batch/v1",
        "Job",
        "waiting",
        podSpec(NOWHERE + "\"restartPolicy\": \"Never\",", "{}"));
    quota("held", "few", "\"pods\": \"1\"");
    owner("held", "apps", "Deployment", "ready", 1, podSpec(ANYWHERE, "{}"));
  }

  private static String podSpec(String members, String resources) {
    return "{%s \"containers\": [{\"name\": \"main\", \"image\": \"i\", \"resources\": %s}]}"
        .formatted(members, resources);
  }

  private void owner(
      String namespace, String group, String kind, String name, int replicas, String podSpec)
      throws IOException {
    create(
        path(new GroupVersionKind(group, "v1", kind), namespace, ""),
        """
        {"metadata": {"name": "%s"}, "spec": {"replicas": %d, "serviceName": "s",
          "selector": {"matchLabels": {"app": "%s"}},
          "template": {"metadata": {"labels": {"app": "%s"}}, "spec": %s}}}
        """
            .formatted(name, replicas, name, name, podSpec)
            .replace(kind.equals("StatefulSet") ? "" : "\"serviceName\": \"s\",", ""));
  }

  private void job(String namespace, String name, String podSpec) throws IOException {
    create(
        "/apis/batch/v1/namespaces/" + namespace + "/jobs",
        "{\"metadata\": {\"name\": \"%s\"}, \"spec\": {\"template\": {\"spec\": %s}}}"
            .formatted(name, podSpec));
  }

  private void pod(String namespace, String name, String metadata, String spec) throws IOException {
    create(
        "/api/v1/namespaces/" + namespace + "/pods",
        "{\"metadata\": {\"name\": \"%s\"%s}, \"spec\": %s}".formatted(name, metadata, spec));
  }

  private void quota(String namespace, String name, String hard) throws IOException {
    create(
        "/api/v1/namespaces/" + namespace + "/resourcequotas",
        "{\"metadata\": {\"name\": \"%s\"}, \"spec\": {\"hard\": {%s}}}".formatted(name, hard));
  }

  private void limitRange(String namespace, String items) throws IOException {
    create(
        "/api/v1/namespaces/" + namespace + "/limitranges",
        "{\"metadata\": {\"name\": \"l\"}, \"spec\": {\"limits\": [%s]}}".formatted(items));
  }

  private void create(String path, String object) throws IOException {
    JsonObject unused = api.create(path, object);
  }

  private boolean quotasAreCounted() throws IOException {
    for (JsonObject quota : api.list("/api/v1/resourcequotas")) {
      JsonObject status = quota.getAsJsonObject("status");
      if (!status.has("hard")
          || !status.get("hard").equals(quota.getAsJsonObject("spec").get("hard"))) {
        return false;
      }
    }
    return true;
  }

  @Test
  void what_is_stored_after_each_patch_is_what_was_tried() throws Exception {
    ClusterAccess access =
        new ClusterAccess(Optional.of(plane.kubeconfig("admin")), Optional.empty());
    Cluster cluster = LiveCluster.read(access, bytes -> {});
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    List<Remedy> remedies =
        GapFinder.find(simulation).stream()
            .map(Finding::withRemedies)
            .flatMap(g -> g.remedies().stream())
            .toList();

    for (Remedy remedy : remedies) {
      Cluster after = cluster;
      for (Change change : remedy.changes()) {
        after = change.applyTo(after);
      }
      for (KubectlCommand command : remedy.commands()) {
        check(remedy.action(), command, after);
      }
    }

    assertThat(sent.keySet())
        .contains(
            "patch Deployment",
            "patch StatefulSet",
            "patch ReplicaSet",
            "patch TrainingJob",
            "patch Pod",
            "patch LimitRange",
            "patch ResourceQuota",
            "patch Node",
            "patch Job",
            "recreate Pod",
            "recreate Job",
            "suspend Job",
            "create ResourceQuota",
            "delete Pod");
  }

  private void check(String what, KubectlCommand command, Cluster after) throws Exception {
    if (command instanceof KubectlCommand.Patch patch) {
      JsonObject stored =
          patch.patch().recreates()
              ? recreate(patch.patch())
              : patch.patch().suspends() ? suspended(patch.patch()) : patch(patch.patch());
      ApiObject result = JsonDump.read(stored).get(0);
      ApiObject tried =
          after.find(result.getClass(), result.namespace(), result.identity()).orElseThrow();
      assertThat(settled(result)).as(what).isEqualTo(settled(tried));
      count(
          patch.patch().recreates() ? "recreate" : patch.patch().suspends() ? "suspend" : "patch",
          patch.patch().type());
    } else if (command instanceof KubectlCommand.Create create) {
      JsonObject object = JsonParser.parseString(create.manifest()).getAsJsonObject();
      ApiObject wanted = JsonDump.read(object).get(0);
      JsonObject stored =
          api.create(
              path(wanted.type(), wanted.namespace(), "") + "?dryRun=All", object.toString());
      assertThat(settled(JsonDump.read(stored).get(0))).as(what).isEqualTo(settled(wanted));
      count("create", wanted.type());
    } else if (command instanceof KubectlCommand.Delete delete) {
      assertThat(api.isThere(path(delete.type(), delete.namespace(), delete.name())))
          .as(what)
          .isTrue();
      count("delete", delete.type());
    }
  }

  /** Sends a patch, and puts the former object back; of a pod that can't be, so it isn't stored. */
  private JsonObject patch(ObjectPatch patch) throws IOException {
    String path = path(patch.type(), patch.namespace(), patch.name());
    String mediaType = patch.patchType().mediaType();
    if (patch.type().equals(Pod.TYPE)) {
      return api.patch(path + "?dryRun=All", patch.body(), mediaType);
    }
    JsonObject before = api.get(path);
    JsonObject unused = api.patch(path, patch.body(), mediaType);
    JsonObject stored = api.get(path);
    JsonObject metadata = before.getAsJsonObject("metadata");
    metadata.remove("resourceVersion");
    if (patch.type().group().contains(".")) {
      // Custom resources are only replaced by who knows the version; no controller writes these.
      metadata.add("resourceVersion", stored.getAsJsonObject("metadata").get("resourceVersion"));
    }
    JsonObject back = api.update(path, before);
    assertThat(back.get("spec")).isEqualTo(before.get("spec"));
    return stored;
  }

  /** Patches a suspended Job, as it is allowed only then, and puts the former one back. */
  private JsonObject suspended(ObjectPatch patch) throws IOException {
    String path = path(patch.type(), patch.namespace(), patch.name());
    JsonObject before = api.get(path);
    assertThat(api.exchange("PATCH", path, patch.patchType().mediaType(), patch.body()).code())
        .isEqualTo(422);
    suspend(path, true);
    JsonObject unused = api.patch(path, patch.body(), patch.patchType().mediaType());
    suspend(path, false);
    JsonObject stored = api.get(path);
    suspend(path, true);
    before.getAsJsonObject("metadata").remove("resourceVersion");
    before.getAsJsonObject("spec").addProperty("suspend", true);
    JsonObject unusedToo = api.update(path, before);
    suspend(path, false);
    return stored;
  }

  private void suspend(String path, boolean suspended) throws IOException {
    JsonObject unused = api.patch(path, "{\"spec\": {\"suspend\": " + suspended + "}}");
  }

  /** Patches an object outside, deletes it, and creates it again, as kubectl's replace does. */
  private JsonObject recreate(ObjectPatch patch) throws Exception {
    String path = path(patch.type(), patch.namespace(), patch.name());
    JsonObject before = api.get(path);
    JsonObject patched =
        JsonPatch.apply(before, JsonParser.parseString(patch.body()).getAsJsonArray());
    patched.getAsJsonObject("metadata").remove("resourceVersion");
    api.delete(path);
    Await.until("it is gone", () -> !api.isThere(path));
    JsonObject stored = api.create(path(patch.type(), patch.namespace(), ""), patched.toString());
    api.delete(path);
    Await.until("it is gone", () -> !api.isThere(path));
    before.getAsJsonObject("metadata").remove("resourceVersion");
    if (patch.type().kind().equals("Job")) {
      before = withoutIdentity(before);
    }
    JsonObject unused = api.create(path(patch.type(), patch.namespace(), ""), before.toString());
    return stored;
  }

  private static JsonObject withoutIdentity(JsonObject job) {
    JsonObject spec = job.getAsJsonObject("spec");
    spec.remove("selector");
    spec.getAsJsonObject("template").remove("metadata");
    return job;
  }

  private void count(String verb, GroupVersionKind type) {
    sent.merge(verb + " " + type.kind(), 1, Integer::sum);
  }

  /** Returns what remedies change; fields that the API server fills in are filled in. */
  private static Object settled(ApiObject object) {
    if (object instanceof Workload workload) {
      return workload.templates().stream()
          .map(t -> List.of(t.path(), t.replicas(), spec(t.spec()), workload.inactive()))
          .toList();
    }
    if (object instanceof Pod pod) {
      return spec(pod.spec());
    }
    if (object instanceof LimitRange limitRange) {
      return limitRange.limits();
    }
    if (object instanceof ResourceQuota quota) {
      return quota.spec();
    }
    return ((Node) object).unschedulable();
  }

  private static PodSpec spec(PodSpec spec) {
    return PodDefaults.apply(new Pod(ObjectMeta.of("", ""), spec, PodStatus.PENDING)).spec();
  }

  private static String path(GroupVersionKind type, String namespace, String name) {
    String version = type.group().isEmpty() ? "/api/v1" : "/apis/" + type.apiVersion();
    String within = namespace.isEmpty() ? "" : "/namespaces/" + namespace;
    String plural = type.kind().toLowerCase(Locale.ROOT) + "s";
    return version + within + "/" + plural + (name.isEmpty() ? "" : "/" + name);
  }
}
