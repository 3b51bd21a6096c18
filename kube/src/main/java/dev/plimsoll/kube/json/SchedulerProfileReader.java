package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.TopologySpreadConstraint;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.placement.plugins.KubeSchedulerProfile;
import dev.plimsoll.kubernetes.placement.plugins.NodeAffinity;
import dev.plimsoll.kubernetes.placement.plugins.NodeResourcesFit;
import dev.plimsoll.kubernetes.placement.plugins.PluginSet;
import dev.plimsoll.kubernetes.placement.plugins.PodTopologySpread;
import dev.plimsoll.kubernetes.placement.plugins.ScoringStrategy;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the profiles of a KubeSchedulerConfiguration, and what else of it isn't modelled. Source:
 * {@code staging/src/k8s.io/kube-scheduler/config/v1/types.go} and {@code
 * staging/src/k8s.io/kube-scheduler/config/v1/types_pluginargs.go}.
 */
public final class SchedulerProfileReader {
  private static final Set<String> POINTS =
      Set.of("multiPoint", "preEnqueue", "filter", "postFilter", "score");

  /** Plug-ins that don't decide on nodes, and one of the defaults that documents name. */
  private static final Set<String> WITHOUT_SAY =
      Set.of("PrioritySort", "DefaultBinder", "ImageLocality", "GangScheduling");

  private static final Set<String> WITH_ARGUMENTS =
      Set.of("NodeAffinity", "NodeResourcesFit", "PodTopologySpread");

  private final Fields document;
  private final List<String> notModelled = new ArrayList<>();

  /** Reads a whole document. */
  public SchedulerProfileReader(Fields document) {
    this.document = document;
  }

  /**
   * Returns the profiles; the default one where none is configured.
   *
   * @throws DecodeException if something isn't what the API wants
   */
  public List<KubeSchedulerProfile> profiles() {
    if (!document.list("extenders", e -> e).isEmpty()) {
      notModelled.add("extenders aren't modelled");
    }
    List<Fields> profiles = document.list("profiles", p -> p);
    if (profiles.isEmpty()) {
      return List.of(KubeSchedulerProfile.standard(fit(List.of())));
    }
    List<KubeSchedulerProfile> read = new ArrayList<>();
    for (Fields profile : profiles) {
      String name =
          profile.string("schedulerName", profiles.size() == 1 ? "default-scheduler" : "");
      if (name.isEmpty()) {
        throw profile.error("schedulerName", "is required where there are several profiles");
      }
      read.add(profile(name, profile));
    }
    return read;
  }

  /** Returns the settings that were read and aren't modelled, without capital or full stop. */
  public List<String> notModelled() {
    return List.copyOf(notModelled);
  }

  private KubeSchedulerProfile profile(String name, Fields profile) {
    Fields plugins = profile.object("plugins");
    for (String point : plugins.names()) {
      if (!POINTS.contains(point)) {
        notModelled.add("plugins." + point + " of profile " + name + " isn't modelled");
      }
    }
    List<Fields> configs = profile.list("pluginConfig", c -> c);
    configs.stream()
        .map(c -> c.string("name"))
        .filter(plugin -> !WITH_ARGUMENTS.contains(plugin))
        .forEach(
            plugin ->
                notModelled.add(
                    "pluginConfig of " + plugin + " in profile " + name + " isn't modelled"));
    return new KubeSchedulerProfile(
        name,
        plugins(plugins, "multiPoint", name),
        plugins(plugins, "preEnqueue", name),
        plugins(plugins, "filter", name),
        plugins(plugins, "postFilter", name),
        plugins(plugins, "score", name),
        nodeAffinity(configs),
        fit(configs),
        spread(configs));
  }

  private PluginSet plugins(Fields plugins, String point, String profile) {
    Fields set = plugins.object(point);
    Map<String, Integer> enabled = new LinkedHashMap<>();
    for (Fields plugin : set.list("enabled", p -> p)) {
      String name = plugin.string("name");
      if (!DefaultPlugins.NAMES.contains(name) && !WITHOUT_SAY.contains(name)) {
        notModelled.add("plug-in " + name + " of profile " + profile + " isn't modelled");
      }
      enabled.put(name, plugin.integer("weight").orElse(0));
    }
    return new PluginSet(enabled, Set.copyOf(set.list("disabled", p -> p.string("name"))));
  }

  private static NodeAffinity nodeAffinity(List<Fields> configs) {
    Fields added = arguments(configs, "NodeAffinity").object("addedAffinity");
    return new NodeAffinity(
        SelectorReader.requiredNodes(added), SelectorReader.preferredNodes(added));
  }

  private NodeResourcesFit fit(List<Fields> configs) {
    Set<String> ignored = new HashSet<>();
    for (Fields extender : document.list("extenders", e -> e)) {
      extender.list("managedResources", r -> r).stream()
          .filter(r -> r.bool("ignoredByScheduler"))
          .forEach(r -> ignored.add(r.string("name")));
    }
    Fields arguments = arguments(configs, "NodeResourcesFit");
    ignored.addAll(arguments.strings("ignoredResources"));
    Fields strategy = arguments.object("scoringStrategy");
    Map<ResourceName, Integer> weights = new HashMap<>();
    for (Fields resource : strategy.list("resources", r -> r)) {
      int weight = resource.integer("weight").orElse(0);
      weights.put(ResourceName.of(resource.string("name")), weight == 0 ? 1 : weight);
    }
    if (weights.isEmpty()) {
      weights.put(ResourceName.CPU, 1);
      weights.put(ResourceName.MEMORY, 1);
    }
    return new NodeResourcesFit(
        ignored, Set.copyOf(arguments.strings("ignoredResourceGroups")), type(strategy), weights);
  }

  private ScoringStrategy type(Fields strategy) {
    String type = strategy.string("type", "LeastAllocated");
    return switch (type) {
      case "LeastAllocated" -> ScoringStrategy.LEAST_ALLOCATED;
      case "MostAllocated" -> ScoringStrategy.MOST_ALLOCATED;
      case "RequestedToCapacityRatio" -> {
        notModelled.add("scoring strategy " + type + " isn't modelled, so how nodes are ranked");
        yield ScoringStrategy.LEAST_ALLOCATED;
      }
      default ->
          throw strategy.error(
              "type",
              "is \""
                  + type
                  + "\", expected LeastAllocated, MostAllocated or RequestedToCapacityRatio");
    };
  }

  private static PodTopologySpread spread(List<Fields> configs) {
    Fields arguments = arguments(configs, "PodTopologySpread");
    List<TopologySpreadConstraint> constraints =
        arguments.list("defaultConstraints", SelectorReader::spread);
    String type = arguments.string("defaultingType", "System");
    return switch (type) {
      case "List" -> new PodTopologySpread(constraints);
      case "System" -> {
        if (!constraints.isEmpty()) {
          throw arguments.error("defaultConstraints", "needs defaultingType List");
        }
        yield new PodTopologySpread();
      }
      default ->
          throw arguments.error("defaultingType", "is \"" + type + "\", expected System or List");
    };
  }

  private static Fields arguments(List<Fields> configs, String plugin) {
    return configs.stream()
        .filter(c -> c.string("name").equals(plugin))
        .findFirst()
        .map(c -> c.object("args"))
        .orElseGet(() -> Fields.of(new JsonTree()));
  }
}
