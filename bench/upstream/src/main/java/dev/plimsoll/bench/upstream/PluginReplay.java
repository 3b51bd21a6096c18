package dev.plimsoll.bench.upstream;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.TopologySpreadConstraint;
import dev.plimsoll.kubernetes.placement.framework.FilterPlugin;
import dev.plimsoll.kubernetes.placement.framework.PreFilterResult;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.Status;
import dev.plimsoll.kubernetes.placement.plugins.InterPodAffinity;
import dev.plimsoll.kubernetes.placement.plugins.NodeAffinity;
import dev.plimsoll.kubernetes.placement.plugins.NodeName;
import dev.plimsoll.kubernetes.placement.plugins.NodePorts;
import dev.plimsoll.kubernetes.placement.plugins.NodeResourcesFit;
import dev.plimsoll.kubernetes.placement.plugins.NodeUnschedulable;
import dev.plimsoll.kubernetes.placement.plugins.NodeVolumeLimits;
import dev.plimsoll.kubernetes.placement.plugins.PodTopologySpread;
import dev.plimsoll.kubernetes.placement.plugins.TaintToleration;
import dev.plimsoll.kubernetes.placement.plugins.VolumeBinding;
import dev.plimsoll.kubernetes.placement.plugins.VolumeRestrictions;
import dev.plimsoll.kubernetes.placement.plugins.VolumeZone;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Replays which nodes plug-ins of kube-scheduler reject, and in which words. */
final class PluginReplay implements Replay {
  /** The gate that the model assumes to be off; it assumes all others to be on. */
  private static final String OFF = "VolumeLimitScaling";

  private static final String IN_TREE = "awsElasticBlockStore";

  /** The gates that tests set, each with the fields of pods that it changes the meaning of. */
  private static final Map<String, List<String>> FIELDS_BY_GATE =
      Map.of(
          "InPlacePodVerticalScaling", List.of("\"containerStatuses\""),
          "VolumeLimitScaling", List.of("\"volumes\""),
          "TaintTolerationComparisonOperators",
              List.of("\"operator\":\"Gt\"", "\"operator\":\"Lt\""),
          "MatchLabelKeysInPodTopologySpread", List.of("\"matchLabelKeys\""),
          "NodeInclusionPolicyInPodTopologySpread",
              List.of("\"nodeAffinityPolicy\"", "\"nodeTaintsPolicy\""),
          "SidecarContainers", List.of("\"restartPolicy\":\"Always\""));

  @Override
  public Comparison compare(Call recorded) {
    SchedulerCall call = new SchedulerCall(recorded);
    Optional<String> aside = aside(call.call());
    if (aside.isPresent()) {
      return new Comparison.SetAside(aside.get());
    }
    Snapshot snapshot = Snapshot.of(call.cluster());
    PreFilterResult result = plugin(call.call()).preFilter(snapshot.podInfo(call.pod()), snapshot);
    if (result instanceof PreFilterResult.Reject
        && call.call().name().equals("filter")
        && !Set.of("Success", "Skip").contains(call.call().text("preFiltered"))) {
      return new Comparison.SetAside("the filter is asked without a PreFilter that lets it");
    }
    return call.call().name().equals("preFilter")
        ? Comparison.of(preFilter(call), text(result))
        : Comparison.of(
            call.call().text("code") + " " + call.reasons(),
            text(filter(result, snapshot.node(call.asked()).orElseThrow())));
  }

  /** Returns why a call can't be compared, if so. */
  private static Optional<String> aside(Call call) {
    if (call.has("fake")) {
      return Optional.of("the test replaces the binder of volumes by a fake");
    }
    if (call.name().equals("filter") && !call.json().get("hasNode").getAsBoolean()) {
      return Optional.of("the filter is asked without a node");
    }
    if (call.texts("reasons").stream().anyMatch(r -> r.contains("from cycleState"))) {
      return Optional.of("the filter is asked without its PreFilter, which never happens");
    }
    if (call.texts("reasons").stream().anyMatch(r -> r.startsWith("parsing pod: "))) {
      return Optional.of("the pod has a selector that validation denies");
    }
    if (call.has("addedAffinity") && call.json().get("addedAffinity").getAsBoolean()) {
      return Optional.of("addedAffinity of the scheduler's configuration isn't recorded");
    }
    if (call.has("capacities") && call.json().get("capacities").getAsInt() > 0) {
      return Optional.of("free space behind storage classes isn't modelled");
    }
    if (call.text("plugin").equals("NodeVolumeLimits") && usesInTreeVolumes(call.json())) {
      return Optional.of("volumes of retired in-tree plug-ins aren't modelled");
    }
    return call.has("flags") ? flag(call, call.json().getAsJsonObject("flags")) : Optional.empty();
  }

  /** Returns whether a pod has a volume of AWS' retired plug-in, itself or by a claim. */
  private static boolean usesInTreeVolumes(JsonObject call) {
    String pods = call.get("pod").toString() + call.get("nodes");
    Set<String> volumes = named(call, "PersistentVolume", v -> v.contains(IN_TREE));
    Set<String> claims =
        named(
            call,
            "PersistentVolumeClaim",
            c -> volumes.stream().anyMatch(v -> c.contains("\"volumeName\":\"" + v + "\"")));
    return pods.contains(IN_TREE)
        || claims.stream().anyMatch(c -> pods.contains("\"claimName\":\"" + c + "\""));
  }

  private static Set<String> named(JsonObject call, String kind, Predicate<String> wanted) {
    Set<String> names = new TreeSet<>();
    for (JsonElement each : call.getAsJsonArray(kind)) {
      if (wanted.test(each.toString())) {
        names.add(each.getAsJsonObject().getAsJsonObject("metadata").get("name").getAsString());
      }
    }
    return names;
  }

  /** Returns which feature gate of the test differs from the model's assumption, if one does. */
  private static Optional<String> flag(Call call, JsonObject flags) {
    for (Map.Entry<String, List<String>> each : FIELDS_BY_GATE.entrySet()) {
      boolean on = flags.has(each.getKey()) && flags.get(each.getKey()).getAsBoolean();
      boolean usual = !each.getKey().equals(OFF);
      String pods = call.json().get("pod").toString() + call.json().get("nodes");
      if (flags.has(each.getKey())
          && on != usual
          && each.getValue().stream().anyMatch(pods::contains)) {
        return Optional.of("feature gate " + each.getKey() + " is " + (on ? "on" : "off"));
      }
    }
    return Optional.empty();
  }

  private static String preFilter(SchedulerCall call) {
    Call json = call.call();
    if (Set.of("Success", "Skip").contains(json.text("code"))) {
      return json.has("narrowed")
          ? "narrowed to " + new TreeSet<>(json.texts("narrowed"))
          : "goes on";
    }
    return json.text("code") + " " + call.reasons();
  }

  private static String text(PreFilterResult result) {
    if (result instanceof PreFilterResult.Reject reject) {
      return text(reject.rejection());
    }
    return result instanceof PreFilterResult.Narrow narrow
        ? "narrowed to " + new TreeSet<>(narrow.nodes())
        : "goes on";
  }

  private static Status filter(PreFilterResult result, NodeInfo node) {
    if (result instanceof PreFilterResult.Check check) {
      return check.filter().filter(node);
    }
    if (result instanceof PreFilterResult.Narrow narrow) {
      return narrow.filter().filter(node);
    }
    return result instanceof PreFilterResult.Reject reject
        ? reject.rejection()
        : Status.Success.SUCCESS;
  }

  private static String text(Status status) {
    if (status instanceof Rejection rejection) {
      String code =
          switch (rejection.code()) {
            case UNSCHEDULABLE -> "Unschedulable";
            case UNSCHEDULABLE_AND_UNRESOLVABLE -> "UnschedulableAndUnresolvable";
            case ERROR -> "Error";
          };
      return code + " " + rejection.reasons();
    }
    return "Success []";
  }

  private static FilterPlugin plugin(Call call) {
    return switch (call.text("plugin")) {
      case "InterPodAffinity" -> new InterPodAffinity();
      case "NodeAffinity" -> new NodeAffinity();
      case "NodeName" -> new NodeName();
      case "NodePorts" -> new NodePorts();
      case "NodeResourcesFit" ->
          new NodeResourcesFit(
              Set.copyOf(call.texts("ignoredResources")),
              Set.copyOf(call.texts("ignoredResourceGroups")));
      case "NodeUnschedulable" -> new NodeUnschedulable();
      case "NodeVolumeLimits" -> new NodeVolumeLimits();
      case "PodTopologySpread" -> new PodTopologySpread(defaultConstraints(call));
      case "TaintToleration" -> new TaintToleration();
      case "VolumeBinding" -> new VolumeBinding();
      case "VolumeRestrictions" -> new VolumeRestrictions();
      case "VolumeZone" -> new VolumeZone();
      default -> throw new IllegalArgumentException("no such plug-in: " + call.text("plugin"));
    };
  }

  private static List<TopologySpreadConstraint> defaultConstraints(Call call) {
    if (!call.has("defaultConstraints")) {
      return List.of();
    }
    JsonElement constraints = call.json().get("defaultConstraints");
    JsonObject spec = new JsonObject();
    spec.add("topologySpreadConstraints", constraints);
    JsonObject metadata = new JsonObject();
    metadata.addProperty("name", "constraints");
    JsonObject pod = new JsonObject();
    pod.add("metadata", metadata);
    pod.add("spec", spec);
    return ((Pod) ObjectReader.read(JsonTree.of(pod), Pod.TYPE)).spec().topologySpreadConstraints();
  }
}
