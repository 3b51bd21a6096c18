package dev.plimsoll.console.tool;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.report.CapacityReport;
import dev.plimsoll.kubernetes.capacity.DeviceGroups;
import dev.plimsoll.kubernetes.capacity.NodeGroups;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.quantity.Counted;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Shows the capacity of the nodes, by groups of like nodes. */
final class CapacityTool implements Tool {
  private static final List<String> AMOUNTS =
      List.of(
          "perNode",
          "total",
          "placed",
          "allocated",
          "blocked",
          "free",
          "usable",
          "withheld",
          "largestFreeBlock");

  @Override
  public String name() {
    return "capacity";
  }

  @Override
  public ToolAnswer answer(ToolArguments arguments, ClusterView view) {
    Cluster cluster = view.forNodes();
    Optional<String> resource = arguments.text("resource");
    JsonObject report =
        CapacityReport.of(NodeGroups.of(cluster), DeviceGroups.of(cluster, ""), cluster);
    List<JsonObject> nodeGroups =
        GapItems.objects(report, "nodeGroups")
            .filter(g -> resource.map(g.get("resource").getAsString()::equals).orElse(true))
            .toList();
    List<JsonObject> deviceGroups =
        GapItems.objects(report, "deviceGroups")
            .filter(g -> resource.map(g.get("deviceClass").getAsString()::equals).orElse(true))
            .toList();
    JsonObject numbers = new JsonObject();
    numbers.addProperty("nodeGroups", nodeGroups.size());
    numbers.addProperty("deviceGroups", deviceGroups.size());
    List<JsonObject> items =
        Stream.concat(
                nodeGroups.stream().map(g -> group(g, "product", "resource")),
                deviceGroups.stream().map(g -> group(g, "deviceClass", "value")))
            .toList();
    return ToolAnswer.of(
        sentence(nodeGroups, deviceGroups),
        numbers,
        items,
        AnswerNotes.of(report, report.get("asOf").getAsString()));
  }

  private static String sentence(List<JsonObject> nodeGroups, List<JsonObject> deviceGroups) {
    if (nodeGroups.isEmpty() && deviceGroups.isEmpty()) {
      return "No node group and no device group has it; notRead names what was not read.";
    }
    String groups =
        Counted.of(nodeGroups.size(), "node group")
            + " and "
            + Counted.of(deviceGroups.size(), "device group")
            + ".";
    return nodeGroups.stream()
        .findFirst()
        .filter(g -> g.has("free"))
        .map(
            g ->
                "%s The first, %s, has %s of %s %s free; the largest free block on one node is %s."
                    .formatted(
                        groups,
                        Quoted.of(g.get("product").getAsString()),
                        g.get("free").getAsString(),
                        g.get("total").getAsString(),
                        Quoted.of(g.get("resource").getAsString()),
                        g.get("largestFreeBlock").getAsString()))
        .orElse(groups);
  }

  private static JsonObject group(JsonObject group, String... named) {
    JsonObject item = new JsonObject();
    for (String name : named) {
      item.addProperty(name, Quoted.of(group.get(name).getAsString()));
    }
    if (group.has("taints")) {
      item.add("taints", Quoted.all(group.getAsJsonArray("taints")));
    }
    item.addProperty("nodeCount", group.getAsJsonArray("nodes").size());
    item.add("nodes", Quoted.all(group.getAsJsonArray("nodes")));
    for (String amount : AMOUNTS) {
      Optional.ofNullable(group.get(amount))
          .ifPresent(v -> item.addProperty(amount, v.getAsString()));
    }
    Optional.ofNullable(group.getAsJsonObject("fits")).ifPresent(f -> item.add("fits", fits(f)));
    return item;
  }

  /** Returns how many more pods of 1, 2, 4 and 8 units fit: {@code {pods1: …, pods2: …}}. */
  private static JsonObject fits(JsonObject fits) {
    JsonObject shown = new JsonObject();
    for (Map.Entry<String, JsonElement> size : fits.entrySet()) {
      shown.add("pods" + size.getKey(), size.getValue());
    }
    return shown;
  }
}
