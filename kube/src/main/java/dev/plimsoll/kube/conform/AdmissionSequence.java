package dev.plimsoll.kube.conform;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** A made-up sequence of requests in one namespace. */
public final class AdmissionSequence {
  /** The subjects of sequences, in turn. */
  public static final List<String> FAMILIES =
      List.of(
          "quota",
          "limits",
          "limits+quota",
          "scopes",
          "scope by scope",
          "bounds",
          "objects",
          "lifecycle",
          "resize",
          "odd",
          "dryrun",
          "mixed");

  private static final int PODS_OF_A_RULE = 6;

  private final Draw draw;
  private final String family;
  private final String namespace;
  private final PodManifests pods;
  private final QuotaManifests quotas;
  private final ObjectManifests objects;
  private final List<Step> steps = new ArrayList<>();
  private final List<JsonObject> created = new ArrayList<>();

  /**
   * One request.
   *
   * @param op {@code create}, {@code dryrun}, {@code delete}, {@code phase}, {@code patch} or
   *     {@code resize}
   * @param object the object, or what changes of it
   */
  public record Step(String op, JsonObject object) {}

  private AdmissionSequence(String family, String namespace, Draw draw) {
    this.draw = draw;
    this.family = family;
    this.namespace = namespace;
    this.pods = new PodManifests(draw, family.equals("odd") || family.equals("mixed"));
    this.quotas = new QuotaManifests(draw, namespace);
    this.objects = new ObjectManifests(draw, namespace);
  }

  /** Returns the steps of a sequence of a family. */
  public static List<Step> of(String family, String namespace, Draw draw) {
    AdmissionSequence sequence = new AdmissionSequence(family, namespace, draw);
    switch (family) {
      case "scope by scope" -> sequence.countByScope();
      case "bounds" -> sequence.goNearBounds();
      default -> {
        sequence.begin();
        sequence.go();
      }
    }
    return sequence.steps;
  }

  private void countByScope() {
    quotas.countsByScope().forEach(this::create);
    for (int i = 0; i < PODS_OF_A_RULE; i++) {
      create(pods.scopedPod(namespace, "o" + i));
    }
    if (draw.percent(30)) {
      changePod(created.get(created.size() - 1));
    }
  }

  private void goNearBounds() {
    BoundaryManifests bounds = new BoundaryManifests(draw, namespace);
    create(bounds.limitRange("l0"));
    for (int i = 0; i < PODS_OF_A_RULE; i++) {
      create(bounds.pod("o" + i));
    }
  }

  private void begin() {
    boolean limited = List.of("limits", "limits+quota", "mixed", "odd", "resize").contains(family);
    for (int i = 0; limited && i < draw.between(0, 2); i++) {
      create(quotas.limitRange("l" + i));
    }
    boolean scoped = family.equals("scopes");
    for (int i = 0; !family.equals("limits") && i < draw.between(1, 2); i++) {
      boolean ofObjects = family.equals("objects") || (family.equals("mixed") && draw.percent(40));
      create(
          quotas.quota(
              "q" + i,
              ofObjects,
              scoped ? draw.percent(85) : family.equals("mixed") && draw.percent(30)));
    }
  }

  private void go() {
    int count = draw.between(5, 9);
    for (int i = 0; i < count; i++) {
      boolean objectsOnly = family.equals("objects");
      int roll = draw.between(0, 99);
      if (created.isEmpty() || roll < rollOfCreation()) {
        boolean object = objectsOnly || (family.equals("mixed") && draw.percent(30));
        String name = "o" + i;
        JsonObject manifest = object ? objects.any(name) : pods.pod(namespace, name);
        if (family.equals("dryrun") && draw.percent(50)) {
          steps.add(new Step("dryrun", manifest));
        } else {
          create(manifest);
        }
      } else {
        change(draw.of(created));
      }
    }
  }

  private int rollOfCreation() {
    return switch (family) {
      case "lifecycle", "mixed", "objects" -> 55;
      case "resize" -> 35;
      default -> 90;
    };
  }

  private void create(JsonObject manifest) {
    steps.add(new Step("create", manifest));
    created.add(manifest);
  }

  private void change(JsonObject manifest) {
    switch (manifest.get("kind").getAsString()) {
      case "Pod" -> changePod(manifest);
      case "ResourceQuota" ->
          patch(manifest, Json.object("hard", quotas.hard(family.equals("objects"))));
      case "LimitRange" -> patch(manifest, Json.object("limits", quotas.limits()));
      case "Service" ->
          patch(manifest, Json.object("type", draw.of("ClusterIP", "NodePort", "LoadBalancer")));
      default -> delete(manifest);
    }
  }

  private void changePod(JsonObject pod) {
    int roll = draw.between(0, 99);
    if (family.equals("resize") || roll < 15) {
      resize(pod);
    } else if (roll < 45) {
      delete(pod);
    } else if (roll < 75) {
      JsonObject change = identity(pod);
      change.add("status", Json.object("phase", draw.of("Succeeded", "Failed", "Running")));
      steps.add(new Step("phase", change));
    } else {
      patch(pod, Json.object("activeDeadlineSeconds", draw.between(1, 9)));
    }
  }

  private void resize(JsonObject pod) {
    JsonArray containers = Json.child(pod, "spec").getAsJsonArray("containers");
    JsonArray resized = new JsonArray();
    for (int i = 0; i < containers.size(); i++) {
      if (i == 0 || draw.percent(40)) {
        JsonObject resources =
            Json.object(
                "requests", DrawnAmounts.list(draw.some(List.of("cpu", "memory"), 1, 2), draw));
        if (draw.percent(60)) {
          resources.add(
              "limits", DrawnAmounts.list(draw.some(List.of("cpu", "memory"), 1, 2), draw));
        }
        resized.add(Json.object("name", "c" + i, "resources", resources));
      }
    }
    JsonObject change = identity(pod);
    change.add("spec", Json.object("containers", resized));
    steps.add(new Step("resize", change));
  }

  private void patch(JsonObject of, JsonObject spec) {
    JsonObject change = identity(of);
    change.add("spec", spec);
    steps.add(new Step("patch", change));
  }

  private void delete(JsonObject object) {
    steps.add(new Step("delete", identity(object)));
    created.remove(object);
  }

  private static JsonObject identity(JsonObject object) {
    return Json.only(object, "apiVersion", "kind", "metadata").deepCopy();
  }
}
