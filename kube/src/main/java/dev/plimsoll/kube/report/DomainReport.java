package dev.plimsoll.kube.report;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.topology.DomainCapacities;
import dev.plimsoll.model.topology.DomainCapacity;
import dev.plimsoll.model.topology.LevelCapacity;
import dev.plimsoll.model.topology.TopologyLevel;
import java.util.TreeMap;

/** The devices of each domain as JSON. */
public final class DomainReport {
  private DomainReport() {}

  /**
   * Adds {@code byDomain: {isConfigured, levels: […], notes: […]}} to a report of capacity; what is
   * usable is absent where pods were not read.
   */
  public static JsonObject addedTo(JsonObject report, DomainCapacities domains, Cluster cluster) {
    boolean isPlacedKnown = cluster.covers(Pod.RESOURCE);
    report.add(
        "byDomain",
        JsonObjectBuilder.object()
            .put("isConfigured", domains.isConfigured())
            .put("levels", JsonObjectBuilder.array(domains.levels(), l -> level(l, isPlacedKnown)))
            .put("notes", domains.notes())
            .build());
    return report;
  }

  private static JsonObject level(LevelCapacity level, boolean isPlacedKnown) {
    JsonObjectBuilder object =
        JsonObjectBuilder.object()
            .put("level", level.level().map(TopologyLevel::name).orElse("cluster"))
            .put("nodeLabel", level.level().map(TopologyLevel::nodeLabel).orElse(""))
            .put("resource", level.resource())
            .put("unlabelledNodes", level.unlabelled());
    if (isPlacedKnown) {
      object
          .put("usable", level.usable())
          .put("largestBlock", level.largest().stream().mapToLong(DomainCapacity::usable).sum())
          .put("largestBlockIn", level.largest().map(DomainCapacity::name).orElse(""))
          .put("largestWholeNodes", level.wholeNodes())
          .put("jobs", new TreeMap<>(level.fitting()));
    }
    return object
        .put("domains", JsonObjectBuilder.array(level.domains(), d -> domain(d, isPlacedKnown)))
        .build();
  }

  private static JsonObject domain(DomainCapacity domain, boolean isPlacedKnown) {
    JsonObjectBuilder object =
        JsonObjectBuilder.object()
            .put("name", domain.name())
            .put("nodes", domain.nodes())
            .put("total", domain.total());
    if (isPlacedKnown) {
      object
          .put("usable", domain.usable())
          .put("wholeNodes", domain.wholeNodes())
          .put("jobs", new TreeMap<>(domain.fitting()));
    }
    return object.build();
  }
}
