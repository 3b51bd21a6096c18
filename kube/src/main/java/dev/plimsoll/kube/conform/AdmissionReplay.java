package dev.plimsoll.kube.conform;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.DecodeException;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kube.json.RestMapper;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quota.Replenishment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Replays the requests that were made in one namespace, one after the other. Kubernetes takes
 * LimitRanges and quotas in no fixed order, so each step may go as any order has it go.
 */
public final class AdmissionReplay {
  private final String namespace;
  private final BiConsumer<Cluster, AdmissionReport> admitted;
  private final Map<String, Stored> objects = new HashMap<>();
  private Cluster cluster;

  /** An object as the model stored it, and as a manifest with all that was stored of it. */
  private record Stored(ApiObject object, JsonObject manifest) {}

  /**
   * Starts a replay.
   *
   * @param cluster the cluster before the first request
   * @param admitted takes each report of the model, with the cluster before it
   */
  public AdmissionReplay(
      String namespace, Cluster cluster, BiConsumer<Cluster, AdmissionReport> admitted) {
    this.namespace = namespace;
    this.cluster = cluster;
    this.admitted = admitted;
  }

  /** Returns the cluster as the requests so far leave it. */
  public Cluster cluster() {
    return cluster;
  }

  /**
   * Decides the next recorded request.
   *
   * @param step {@code op}, {@code object}, {@code code}, {@code reason}, {@code message}, {@code
   *     stored} and {@code quotas}
   */
  public StepComparison step(JsonObject step) {
    Cluster before = cluster;
    AdmissionOutcome natural = answer(step, AdmissionChain.standard());
    AdmissionOutcome kept = fits(natural, step) ? natural : inAnotherOrder(step).orElse(natural);
    keep(step, kept);
    return new StepComparison(before, step, kept, kept.differences(step, namespace));
  }

  private Optional<AdmissionOutcome> inAnotherOrder(JsonObject step) {
    List<List<Integer>> limitRanges =
        Permutations.of(cluster.list(LimitRange.class, namespace).size());
    List<List<Integer>> quotas =
        Permutations.of(cluster.list(ResourceQuota.class, namespace).size());
    return limitRanges.stream()
        .flatMap(d -> limitRanges.stream().flatMap(b -> quotas.stream().map(q -> chain(d, b, q))))
        .map(chain -> answer(step, chain))
        .map(
            admissionOutcome ->
                isQuotaSync(step) ? admissionOutcome.resynced(step, namespace) : admissionOutcome)
        .filter(admissionOutcome -> fits(admissionOutcome, step))
        .findFirst();
  }

  private boolean fits(AdmissionOutcome admissionOutcome, JsonObject step) {
    return admissionOutcome.differences(step, namespace).isEmpty();
  }

  /** Returns whether quotas may be resynced after the step, rather than charged by it. */
  private static boolean isQuotaSync(JsonObject step) {
    String kind = step.getAsJsonObject("object").get("kind").getAsString();
    return switch (step.get("op").getAsString()) {
      case "delete", "phase", "patch" -> true;
      case "create" -> kind.equals("ResourceQuota");
      default -> false;
    };
  }

  private static AdmissionChain chain(
      List<Integer> defaults, List<Integer> bounds, List<Integer> quotas) {
    return AdmissionChain.standard()
        .withOrders(
            l -> Permutations.arrange(l, defaults),
            l -> Permutations.arrange(l, bounds),
            q -> Permutations.arrange(q, quotas));
  }

  private AdmissionOutcome answer(JsonObject step, AdmissionChain chain) {
    JsonObject manifest = step.getAsJsonObject("object");
    String op = step.get("op").getAsString();
    if (op.equals("create") || op.equals("dryrun")) {
      return created(manifest, chain, op.equals("dryrun"));
    }
    Optional<Stored> stored = Optional.ofNullable(objects.get(key(manifest)));
    return stored
        .map(this::current)
        .map(s -> changed(op, s, manifest, chain))
        .orElseGet(() -> notFound(manifest));
  }

  /** Returns the object with what has become of it through requests for others. */
  private Stored current(Stored stored) {
    ApiObject object = stored.object();
    return cluster
        .find(object.getClass(), namespace, object.identity())
        .map(now -> new Stored(now, stored.manifest()))
        .orElse(stored);
  }

  private AdmissionOutcome created(JsonObject manifest, AdmissionChain chain, boolean dryRun) {
    ApiObject object;
    try {
      object = ObjectReader.read(JsonTree.of(manifest));
    } catch (DecodeException e) {
      return new AdmissionOutcome(
          400, "BadRequest", e.problem(), Optional.empty(), cluster, Optional.empty());
    }
    AdmissionRequest request = AdmissionRequest.create(object);
    return answer(chain.admit(cluster, dryRun ? request.asDryRun() : request));
  }

  private AdmissionOutcome changed(
      String op, Stored stored, JsonObject change, AdmissionChain chain) {
    return switch (op) {
      case "delete" ->
          AdmissionOutcome.done(
              Replenishment.deleted(cluster.without(stored.object()), stored.object()));
      case "phase" -> moved((Pod) stored.object(), change);
      case "patch" -> patched("", stored, change, chain);
      case "resize" -> patched("resize", stored, change, chain);
      default -> throw new IllegalArgumentException("No such op: " + op);
    };
  }

  private AdmissionOutcome moved(Pod pod, JsonObject change) {
    String phase = change.getAsJsonObject("status").get("phase").getAsString();
    Pod moved = pod.withStatus(pod.status().withPhase(phase));
    return AdmissionOutcome.done(Replenishment.updated(cluster.with(moved), pod, moved));
  }

  private AdmissionOutcome patched(
      String subresource, Stored stored, JsonObject change, AdmissionChain chain) {
    ApiObject object;
    try {
      object =
          ObjectReader.read(JsonTree.of(StrategicMergePatches.merge(stored.manifest(), change)));
    } catch (DecodeException e) {
      return new AdmissionOutcome(
          400, "BadRequest", e.problem(), Optional.empty(), cluster, Optional.empty());
    }
    return answer(
        chain.admit(
            cluster, AdmissionRequest.update(stored.object(), object).onSubresource(subresource)));
  }

  private AdmissionOutcome answer(AdmissionReport report) {
    admitted.accept(cluster, report);
    Optional<ApiObject> stored = report.allowed() ? Optional.of(report.object()) : Optional.empty();
    return new AdmissionOutcome(
        report.code(),
        report.reason(),
        report.message(),
        stored,
        withSyncedQuotas(report),
        Optional.of(report));
  }

  /** Returns the snapshot once the quota controller has seen what became of a request. */
  private static Cluster withSyncedQuotas(AdmissionReport report) {
    if (!report.allowed() || report.request().dryRun()) {
      return report.cluster();
    }
    return report
        .request()
        .old()
        .map(old -> Replenishment.updated(report.cluster(), old, report.object()))
        .orElseGet(() -> Replenishment.created(report.cluster(), report.object()));
  }

  private AdmissionOutcome notFound(JsonObject manifest) {
    String kind = manifest.get("kind").getAsString();
    String apiVersion =
        manifest.has("apiVersion") ? manifest.get("apiVersion").getAsString() : "v1";
    String message =
        RestMapper.guessKindToResource(GroupVersionKind.of(apiVersion, kind))
            + " \""
            + name(manifest)
            + "\" not found";
    return new AdmissionOutcome(
        404, "NotFound", message, Optional.empty(), cluster, Optional.empty());
  }

  /** Keeps the cluster and the objects as the answer leaves them. */
  private void keep(JsonObject step, AdmissionOutcome admissionOutcome) {
    cluster = admissionOutcome.cluster();
    JsonObject change = step.getAsJsonObject("object");
    String key = key(change);
    switch (step.get("op").getAsString()) {
      case "create" ->
          admissionOutcome.object().ifPresent(o -> objects.put(key, stored(change, o)));
      case "patch", "resize" ->
          admissionOutcome
              .object()
              .ifPresent(
                  o ->
                      objects.computeIfPresent(
                          key,
                          (k, s) -> stored(StrategicMergePatches.merge(s.manifest(), change), o)));
      case "delete" -> objects.remove(key);
      default -> {
        // A dry run stores nothing, and a phase is no part of a manifest.
      }
    }
  }

  private static Stored stored(JsonObject manifest, ApiObject object) {
    JsonObject all = manifest.deepCopy();
    all.getAsJsonObject("metadata").addProperty("resourceVersion", "1");
    Optional<JsonObject> kept = StoredObject.spec(object);
    if (kept.isPresent()) {
      JsonObject spec = all.has("spec") ? all.getAsJsonObject("spec") : new JsonObject();
      spec.remove("allocateLoadBalancerNodePorts");
      all.add("spec", StrategicMergePatches.merge(spec, kept.get()));
    }
    if (!object.metadata().annotations().isEmpty()) {
      JsonObject annotations = new JsonObject();
      object.metadata().annotations().forEach(annotations::addProperty);
      all.getAsJsonObject("metadata").add("annotations", annotations);
    }
    if (object instanceof Pod pod && !pod.spec().serviceAccountName().isEmpty()) {
      all.getAsJsonObject("spec")
          .addProperty("serviceAccountName", pod.spec().serviceAccountName());
    }
    return new Stored(object, all);
  }

  private static String key(JsonObject manifest) {
    return manifest.get("kind").getAsString() + "/" + name(manifest);
  }

  private static String name(JsonObject manifest) {
    return manifest.getAsJsonObject("metadata").get("name").getAsString();
  }
}
