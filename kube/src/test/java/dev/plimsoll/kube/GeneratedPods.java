package dev.plimsoll.kube;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.util.List;
import java.util.Random;

/** Pods that say all kinds of things about what keeps them apart from their nodes, by a seed. */
final class GeneratedPods {
  private static final List<String> SYSCTLS =
      List.of(
          "kernel.shm_rmid_forced",
          "net.ipv4.ip_local_reserved_ports",
          "net.ipv4.tcp_keepalive_time",
          "net.ipv4.tcp_rmem",
          "net.core.somaxconn",
          "kernel.msgmax");

  private static final List<String> CAPABILITIES =
      List.of("NET_BIND_SERVICE", "CHOWN", "NET_RAW", "NET_ADMIN", "MKNOD");

  private static final List<String> VOLUMES =
      List.of(
          "\"emptyDir\": {}",
          "\"hostPath\": {\"path\": \"/x\"}",
          "\"nfs\": {\"server\": \"a\", \"path\": \"/x\"}",
          "\"configMap\": {\"name\": \"x\"}",
          "\"iscsi\": {\"targetPortal\": \"10.0.0.1\", \"iqn\": \"iqn.2001-04.com.example:x\", \"lun\": 0}",
          "\"persistentVolumeClaim\": {\"claimName\": \"x\"}",
          "\"image\": {\"reference\": \"x\"}",
          "\"gitRepo\": {\"repository\": \"x\"}");

  private final Random random;
  private final int strictness;

  /** Makes the generator of one pod; some pods meet most rules, others hardly any. */
  GeneratedPods(long seed) {
    random = new Random(seed);
    strictness = random.nextInt(10);
  }

  private boolean seldom() {
    return random.nextInt(12) > strictness + 1;
  }

  private boolean often() {
    return random.nextInt(10) <= strictness;
  }

  private <T> T oneOf(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  /** Returns the manifest of a pod named p. */
  JsonObject pod() {
    JsonObject spec = new JsonObject();
    boolean windows = random.nextInt(15) == 0;
    if (windows) {
      spec.add("os", json("{\"name\": \"windows\"}"));
      spec.addProperty("hostNetwork", random.nextBoolean());
    } else if (seldom() && random.nextBoolean()) {
      isolation(spec);
    }
    JsonObject context = context(windows);
    if (!windows && seldom() && random.nextBoolean()) {
      JsonArray sysctls = new JsonArray();
      for (int i = random.nextInt(3); i >= 0; i--) {
        sysctls.add(
            json(
                "{\"name\": \"%s\", \"value\": \"1\"}"
                    .formatted(SYSCTLS.get(i * 2 + random.nextInt(2)))));
      }
      context.add("sysctls", sysctls);
    }
    if (context.size() > 0) {
      spec.add("securityContext", context);
    }
    volumes(spec);
    spec.add("containers", containers("c", 1 + random.nextInt(3), windows, spec));
    if (random.nextInt(3) == 0) {
      spec.add("initContainers", containers("i", 1 + random.nextInt(2), windows, spec));
    }
    JsonObject pod = json("{\"apiVersion\": \"v1\", \"kind\": \"Pod\"}");
    pod.add("metadata", metadata(windows));
    pod.add("spec", spec);
    return pod;
  }

  private void isolation(JsonObject spec) {
    if (random.nextBoolean()) {
      spec.addProperty("hostUsers", false);
    } else {
      for (String name : List.of("hostNetwork", "hostPID", "hostIPC")) {
        if (random.nextBoolean()) {
          spec.addProperty(name, random.nextInt(4) > 0);
        }
      }
    }
  }

  private JsonObject metadata(boolean windows) {
    JsonObject metadata = json("{\"name\": \"p\"}");
    JsonObject annotations = new JsonObject();
    if (!windows && seldom() && random.nextBoolean()) {
      annotations.addProperty(
          "container.apparmor.security.beta.kubernetes.io/c" + random.nextInt(2),
          oneOf(List.of("unconfined", "runtime/default", "localhost/x")));
    }
    if (!windows && random.nextInt(6) == 0) {
      annotations.addProperty(
          oneOf(
              List.of(
                  "seccomp.security.alpha.kubernetes.io/pod",
                  "container.seccomp.security.alpha.kubernetes.io/c0")),
          oneOf(List.of("unconfined", "runtime/default", "docker/default", "localhost/x")));
    }
    if (annotations.size() > 0) {
      metadata.add("annotations", annotations);
    }
    return metadata;
  }

  private void volumes(JsonObject spec) {
    JsonArray volumes = new JsonArray();
    for (int i = random.nextInt(4); i > 0; i--) {
      String source = seldom() ? oneOf(VOLUMES) : VOLUMES.get(0);
      volumes.add(json("{\"name\": \"v%d\", %s}".formatted(i, source)));
    }
    if (volumes.size() > 0) {
      spec.add("volumes", volumes);
    }
  }

  /** Returns what both a pod and a container may say. */
  private JsonObject context(boolean windows) {
    JsonObject context = new JsonObject();
    if (often()) {
      context.addProperty("runAsNonRoot", !seldom());
    }
    if (windows) {
      if (seldom()) {
        context.add("windowsOptions", json("{\"hostProcess\": true}"));
      }
      return context;
    }
    if (random.nextInt(4) == 0) {
      context.addProperty("runAsUser", random.nextInt(2) * 1000);
    }
    if (often()) {
      context.add("seccompProfile", profile());
    }
    if (random.nextInt(5) == 0) {
      context.add("appArmorProfile", profile());
    }
    if (random.nextInt(5) == 0) {
      JsonObject options = new JsonObject();
      if (random.nextBoolean()) {
        options.addProperty(
            "type",
            oneOf(List.of("container_t", "container_engine_t", "container_kvm_t", "spc_t", "x_t")));
      }
      if (seldom()) {
        options.addProperty(oneOf(List.of("user", "role", "level")), "x");
      }
      context.add("seLinuxOptions", options);
    }
    return context;
  }

  private JsonObject profile() {
    String type = seldom() ? "Unconfined" : oneOf(List.of("RuntimeDefault", "Localhost"));
    return json(
        "{\"type\": \"%s\"%s}"
            .formatted(type, type.equals("Localhost") ? ", \"localhostProfile\": \"x\"" : ""));
  }

  private JsonArray containers(String prefix, int count, boolean windows, JsonObject spec) {
    JsonArray containers = new JsonArray();
    for (int i = 0; i < count; i++) {
      JsonObject container = json("{\"name\": \"%s%d\", \"image\": \"x\"}".formatted(prefix, i));
      JsonObject context = context(windows);
      if (!windows) {
        rights(context, spec.has("hostUsers"));
      }
      if (context.size() > 0) {
        container.add("securityContext", context);
      }
      if (seldom() && random.nextBoolean()) {
        container.add("ports", ports(i));
      }
      if (prefix.equals("c") && seldom() && random.nextInt(3) == 0) {
        handlers(container);
      }
      containers.add(container);
    }
    return containers;
  }

  private void rights(JsonObject context, boolean inUserNamespace) {
    boolean privileged = seldom() && random.nextInt(3) == 0;
    if (privileged || random.nextInt(8) == 0) {
      context.addProperty("privileged", privileged);
    }
    if (often() && !privileged) {
      context.addProperty("allowPrivilegeEscalation", seldom());
    }
    if (often()) {
      JsonObject capabilities = new JsonObject();
      if (random.nextInt(5) > 0) {
        capabilities.add("drop", array(seldom() ? "CHOWN" : "ALL"));
      }
      if (seldom()) {
        capabilities.add("add", array(oneOf(CAPABILITIES), oneOf(CAPABILITIES)));
      }
      context.add("capabilities", capabilities);
    }
    if (random.nextInt(6) == 0) {
      context.addProperty(
          "procMount", inUserNamespace && random.nextBoolean() ? "Unmasked" : "Default");
    }
  }

  private JsonArray ports(int index) {
    JsonArray ports = new JsonArray();
    int port = 8000 + 10 * index;
    for (int i = random.nextInt(3); i >= 0; i--) {
      int hostPort = random.nextBoolean() ? port + i + random.nextInt(2) * 2000 : 0;
      ports.add(json("{\"containerPort\": %d, \"hostPort\": %d}".formatted(port + i, hostPort)));
    }
    return ports;
  }

  private void handlers(JsonObject container) {
    String action =
        oneOf(
            List.of(
                "{\"httpGet\": {\"port\": 80, \"host\": \"h%d\"}}",
                "{\"tcpSocket\": {\"port\": 80, \"host\": \"h%d\"}}",
                "{\"httpGet\": {\"port\": 80}}",
                "{\"exec\": {\"command\": [\"x\"]}}"));
    container.add(
        oneOf(List.of("livenessProbe", "readinessProbe", "startupProbe")),
        json(action.formatted(random.nextInt(3))));
    if (random.nextBoolean()) {
      JsonObject lifecycle = new JsonObject();
      lifecycle.add(
          oneOf(List.of("postStart", "preStop")),
          json("{\"httpGet\": {\"port\": 80, \"host\": \"h%d\"}}".formatted(random.nextInt(3))));
      container.add("lifecycle", lifecycle);
    }
  }

  private static JsonArray array(String... texts) {
    JsonArray array = new JsonArray();
    for (String text : texts) {
      JsonElement element = new JsonPrimitive(text);
      if (!array.contains(element)) {
        array.add(element);
      }
    }
    return array;
  }

  private static JsonObject json(String text) {
    return JsonParser.parseString(text).getAsJsonObject();
  }
}
