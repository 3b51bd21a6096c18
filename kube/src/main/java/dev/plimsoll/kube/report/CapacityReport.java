package dev.plimsoll.kube.report;

import com.google.gson.JsonObject;
import dev.plimsoll.model.capacity.Pool;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Taint;
import java.util.List;
import java.util.TreeMap;

/** Pools of nodes as JSON. */
public final class CapacityReport {
  private CapacityReport() {}

  /** Returns {@code {pools: […], omissions: […]}}. */
  public static JsonObject of(List<Pool> pools, Cluster cluster) {
    return Json.object()
        .put("pools", Json.array(pools, CapacityReport::pool))
        .put("asOf", cluster.asOf())
        .put("omissions", cluster.omissions())
        .build();
  }

  private static JsonObject pool(Pool pool) {
    return Json.object()
        .put("product", pool.product())
        .put("taints", pool.taints().stream().map(CapacityReport::taint).toList())
        .put("resource", pool.resource())
        .put("perNode", pool.perNode())
        .put("nodes", pool.nodes())
        .put("total", pool.total())
        .put("placed", pool.placed())
        .put("free", pool.free())
        .put("withheld", pool.withheld())
        .put("largestFreeBlock", pool.largestBlock())
        .put("fits", new TreeMap<>(pool.fitting()))
        .build();
  }

  /** Returns a taint as kubectl writes it: {@code key=value:effect}. */
  public static String taint(Taint taint) {
    return taint.key()
        + (taint.value().isEmpty() ? "" : "=" + taint.value())
        + ":"
        + taint.effect();
  }
}
