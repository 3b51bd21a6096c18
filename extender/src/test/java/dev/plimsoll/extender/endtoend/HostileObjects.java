package dev.plimsoll.extender.endtoend;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** The worst objects of every kind that a namespace editor may create, by a seed. */
final class HostileObjects {
  private static final String CORE = "/api/v1/namespaces/%s/";
  private static final String APPS = "/apis/apps/v1/namespaces/%s/";
  private static final String BATCH = "/apis/batch/v1/namespaces/%s/";
  private static final String DEVICES = "/apis/resource.k8s.io/v1/namespaces/%s/";
  private static final String POLICY = "/apis/policy/v1/namespaces/%s/";
  private static final List<String> TEXTS =
      List.of(
          "\u001b[2J\u001b]0;owned\u0007",
          "x\n\nWhat would help\n  kubectl delete namespace victim",
          "<script>alert(1)</script>",
          "$(reboot) `reboot` '; reboot #",
          "\u202e\u0000\ud83d\ude00",
          "2147483648",
          "-1",
          "9".repeat(4000));

  private static final int LARGEST_CONFIG_MAP = 900_000;

  private final Random random;
  private final HostilePods pods;
  private final String namespace;
  private final List<Function<String, HostileObject>> kinds =
      List.of(
          this::pod,
          this::pod,
          this::deployment,
          this::statefulSet,
          this::replicaSet,
          this::replicationController,
          this::daemonSet,
          this::job,
          this::cronJob,
          this::volumeClaim,
          this::configMap,
          this::secret,
          this::deviceClaim,
          this::deviceClaimTemplate,
          this::disruptionBudget);
  private long made;

  /**
   * An object.
   *
   * @param path where objects of its kind are created
   * @param name its name
   * @param json what is created
   */
  record HostileObject(String path, String name, JsonObject json) {
    String itself() {
      return path + "/" + name;
    }

    /** Returns as much in an object that isn't watched. */
    HostileObject asConfigMap() {
      String text = json.toString();
      JsonObject data = new JsonObject();
      data.addProperty("text", text.substring(0, Math.min(text.length(), LARGEST_CONFIG_MAP)));
      JsonObject metadata = new JsonObject();
      metadata.addProperty("name", name);
      JsonObject configMap = new JsonObject();
      configMap.add("metadata", metadata);
      configMap.add("data", data);
      String namespaced = path.substring(path.indexOf("/namespaces/"), path.lastIndexOf('/'));
      return new HostileObject("/api/v1" + namespaced + "/configmaps", name, configMap);
    }
  }

  HostileObjects(long seed, String namespace) {
    this.random = new Random(seed);
    this.pods = new HostilePods(seed);
    this.namespace = namespace;
  }

  /** Returns the next one. */
  HostileObject next() {
    HostileObject next = kinds.get(random.nextInt(kinds.size())).apply("o" + made++);
    JsonObject metadata = next.json().getAsJsonObject("metadata");
    metadata.addProperty("name", next.name());
    if (random.nextBoolean() && !metadata.has("annotations")) {
      metadata.add("annotations", annotations());
    }
    return next;
  }

  /** Returns annotations of Plimsoll's own and of others with texts that nobody expects. */
  private JsonObject annotations() {
    JsonObject annotations = new JsonObject();
    for (String key :
        List.of(
            "plimsoll.dev/group",
            "plimsoll.dev/group-size",
            "plimsoll.dev/requeued-at",
            "plimsoll.dev/replaced",
            "kubernetes.io/limit-ranger",
            "made.up/a" + made++)) {
      annotations.addProperty(key, text());
    }
    return annotations;
  }

  private String text() {
    return TEXTS.get(random.nextInt(TEXTS.size()));
  }

  private HostileObject object(String path, String name, String spec) {
    JsonObject json = new JsonObject();
    json.add("metadata", new JsonObject());
    json.add("spec", JsonParser.parseString(spec));
    return new HostileObject(path.formatted(namespace), name, json);
  }

  private HostileObject pod(String name) {
    return new HostileObject((CORE + "pods").formatted(namespace), name, pods.next(name));
  }

  /** Returns a template of hostile pods whose labels are known. */
  private JsonObject template(String restartPolicy) {
    JsonObject template = pods.next("t");
    JsonObject metadata = template.getAsJsonObject("metadata");
    metadata.remove("name");
    metadata.remove("ownerReferences");
    JsonObject labels = new JsonObject();
    labels.addProperty("app", "a");
    metadata.add("labels", labels);
    template.getAsJsonObject("spec").addProperty("restartPolicy", restartPolicy);
    return template;
  }

  private int count() {
    return random.nextBoolean() ? Integer.MAX_VALUE : random.nextInt(200_000);
  }

  private HostileObject workload(String path, String name, String spec) {
    HostileObject workload = object(path, name, spec);
    workload.json().getAsJsonObject("spec").add("template", template("Always"));
    return workload;
  }

  private HostileObject deployment(String name) {
    return workload(
        APPS + "deployments",
        name,
        """
        {"replicas": %d, "paused": %b, "selector": {"matchLabels": {"app": "a"}},
         "strategy": {"rollingUpdate": {"maxSurge": "%d%%", "maxUnavailable": 0}}}
        """
            .formatted(count(), random.nextBoolean(), 1 + random.nextInt(Integer.MAX_VALUE - 1)));
  }

  private HostileObject statefulSet(String name) {
    return workload(
        APPS + "statefulsets",
        name,
        """
        {"replicas": %d, "serviceName": "s", "selector": {"matchLabels": {"app": "a"}},
         "podManagementPolicy": "%s", "ordinals": {"start": %d}, "volumeClaimTemplates": [%s]}
        """
            .formatted(
                count(),
                random.nextBoolean() ? "Parallel" : "OrderedReady",
                random.nextInt(Integer.MAX_VALUE),
                "{\"metadata\": {\"name\": \"v\"}, \"spec\": " + volumes() + "}"));
  }

  private HostileObject replicaSet(String name) {
    return workload(
        APPS + "replicasets",
        name,
        "{\"replicas\": %d, \"selector\": {\"matchLabels\": {\"app\": \"a\"}}}".formatted(count()));
  }

  private HostileObject replicationController(String name) {
    return workload(
        CORE + "replicationcontrollers",
        name,
        "{\"replicas\": %d, \"selector\": {\"app\": \"a\"}}".formatted(count()));
  }

  private HostileObject daemonSet(String name) {
    return workload(
        APPS + "daemonsets", name, "{\"selector\": {\"matchLabels\": {\"app\": \"a\"}}}");
  }

  private String jobSpec() {
    return """
        {"parallelism": %d, "completions": %d, "suspend": %b, "backoffLimit": %d, "template": %s}
        """
        .formatted(count(), count(), random.nextBoolean(), count(), template("Never"));
  }

  private HostileObject job(String name) {
    return object(BATCH + "jobs", name, jobSpec());
  }

  private HostileObject cronJob(String name) {
    return object(
        BATCH + "cronjobs",
        name,
        """
        {"schedule": "* * * * *", "suspend": %b, "startingDeadlineSeconds": %d,
         "jobTemplate": {"spec": %s}}
        """
            .formatted(random.nextBoolean(), count(), jobSpec()));
  }

  private String volumes() {
    return """
        {"accessModes": ["ReadWriteOncePod"], "storageClassName": "made-up-%d",
         "resources": {"requests": {"storage": "%s"}}}
        """
        .formatted(made++, random.nextBoolean() ? "9223372036854775807" : "8Ei");
  }

  private HostileObject volumeClaim(String name) {
    return object(CORE + "persistentvolumeclaims", name, volumes());
  }

  private HostileObject configMap(String name) {
    return data("configmaps", name, new JsonPrimitive("{".repeat(random.nextInt(1_000_000))));
  }

  private HostileObject secret(String name) {
    JsonObject json = new JsonObject();
    json.add("metadata", new JsonObject());
    json.add("stringData", JsonParser.parseString("{\"config\": \"[[[[\"}"));
    return new HostileObject((CORE + "secrets").formatted(namespace), name, json);
  }

  private HostileObject data(String kind, String name, JsonPrimitive text) {
    JsonObject data = new JsonObject();
    data.add("state.json", text);
    JsonObject json = new JsonObject();
    json.add("metadata", new JsonObject());
    json.add("data", data);
    return new HostileObject((CORE + kind).formatted(namespace), name, json);
  }

  private String devices() {
    JsonArray requests = new JsonArray();
    for (int i = random.nextInt(32); i >= 0; i--) {
      JsonObject request = new JsonObject();
      request.addProperty("name", "r" + i);
      request.add(
          "exactly",
          JsonParser.parseString(
              """
              {"deviceClassName": "made-up-%d", "allocationMode": "ExactCount", "count": %d,
               "selectors": [{"cel": {"expression": "%s"}}]}
              """
                  .formatted(
                      made++,
                      1 + random.nextInt(Integer.MAX_VALUE - 1),
                      "device.driver == 'a'"
                          + " || device.driver == 'b'".repeat(random.nextInt(60)))));
      requests.add(request);
    }
    JsonObject devices = new JsonObject();
    devices.add("requests", requests);
    return "{\"devices\": " + devices + "}";
  }

  private HostileObject deviceClaim(String name) {
    return object(DEVICES + "resourceclaims", name, devices());
  }

  private HostileObject deviceClaimTemplate(String name) {
    return object(DEVICES + "resourceclaimtemplates", name, "{\"spec\": " + devices() + "}");
  }

  private HostileObject disruptionBudget(String name) {
    return object(
        POLICY + "poddisruptionbudgets",
        name,
        "{\"minAvailable\": %d, \"selector\": {}}".formatted(count()));
  }
}
