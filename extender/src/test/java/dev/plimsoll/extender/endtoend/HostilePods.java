package dev.plimsoll.extender.endtoend;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/** The worst pods that whoever may create pods may create, by a seed. */
final class HostilePods {
  private static final String GPU = "nvidia.com/gpu";

  private final Random random;
  private final List<UnaryOperator<JsonObject>> attacks =
      List.of(
          this::names,
          this::giant,
          this::labels,
          this::annotation,
          this::owners,
          this::elsewhere,
          this::containers,
          this::tolerations);
  private long made;

  HostilePods(long seed) {
    this.random = new Random(seed);
  }

  /** Returns the next one, by its own name. */
  JsonObject next(String name) {
    JsonObject metadata = new JsonObject();
    metadata.addProperty("name", name);
    JsonObject spec = new JsonObject();
    spec.addProperty("terminationGracePeriodSeconds", 0);
    spec.add("containers", new JsonArray());
    spec.getAsJsonArray("containers").add(container("c", new JsonObject()));
    JsonObject pod = new JsonObject();
    pod.add("metadata", metadata);
    pod.add("spec", spec);
    return attacks.get(random.nextInt(attacks.size())).apply(pod);
  }

  private static JsonObject container(String name, JsonObject limits) {
    JsonObject resources = new JsonObject();
    resources.add("limits", limits);
    JsonObject container = new JsonObject();
    container.addProperty("name", name);
    container.addProperty("image", "none");
    container.add("resources", resources);
    return container;
  }

  private JsonObject limits(int names, String amount) {
    JsonObject limits = new JsonObject();
    for (int i = 0; i < names; i++) {
      limits.addProperty("made.up/r" + made++, amount);
    }
    return limits;
  }

  private JsonObject with(JsonObject pod, JsonObject limits) {
    JsonArray containers = new JsonArray();
    containers.add(container("c", limits));
    pod.getAsJsonObject("spec").add("containers", containers);
    return pod;
  }

  private JsonObject names(JsonObject pod) {
    return with(pod, limits(random.nextInt(5000), random.nextBoolean() ? "0" : "1"));
  }

  private JsonObject giant(JsonObject pod) {
    JsonObject limits = new JsonObject();
    limits.addProperty(GPU, Long.toString(Long.MAX_VALUE - random.nextInt(2)));
    limits.addProperty("cpu", "9223372036854775807");
    limits.addProperty("memory", random.nextBoolean() ? "1m" : "9e18");
    return with(pod, limits);
  }

  private JsonObject labels(JsonObject pod) {
    JsonObject labels = new JsonObject();
    for (int i = random.nextInt(10_000); i >= 0; i--) {
      labels.addProperty("made.up/l" + made++, "v" + i);
    }
    pod.getAsJsonObject("metadata").add("labels", labels);
    return pod;
  }

  private JsonObject annotation(JsonObject pod) {
    JsonObject annotations = new JsonObject();
    annotations.addProperty("kubernetes.io/limit-ranger", "<".repeat(random.nextInt(250_000)));
    pod.getAsJsonObject("metadata").add("annotations", annotations);
    return pod;
  }

  private JsonObject owners(JsonObject pod) {
    JsonArray owners = new JsonArray();
    for (int i = random.nextInt(500); i >= 0; i--) {
      JsonObject owner = new JsonObject();
      owner.addProperty("apiVersion", "made.up/v" + made);
      owner.addProperty("kind", "Kind" + made++);
      owner.addProperty("name", "n");
      owner.addProperty("uid", "u" + made);
      owners.add(owner);
    }
    pod.getAsJsonObject("metadata").add("ownerReferences", owners);
    return pod;
  }

  private JsonObject elsewhere(JsonObject pod) {
    pod.getAsJsonObject("spec").addProperty("nodeName", random.nextBoolean() ? "a" : "made-up");
    pod.getAsJsonObject("spec").addProperty("schedulerName", "made-up-" + made++);
    return pod;
  }

  private JsonObject containers(JsonObject pod) {
    JsonArray containers = new JsonArray();
    for (int i = random.nextInt(300); i >= 0; i--) {
      containers.add(container("c" + i, limits(random.nextInt(20), "0")));
    }
    pod.getAsJsonObject("spec").add("containers", containers);
    return pod;
  }

  private JsonObject tolerations(JsonObject pod) {
    JsonArray tolerations = new JsonArray();
    for (int i = random.nextInt(3000); i >= 0; i--) {
      JsonObject toleration = new JsonObject();
      toleration.addProperty("key", "made.up/t" + made++);
      toleration.addProperty("operator", "Exists");
      tolerations.add(toleration);
    }
    pod.getAsJsonObject("spec").add("tolerations", tolerations);
    return pod;
  }
}
