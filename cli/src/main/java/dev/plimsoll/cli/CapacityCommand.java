package dev.plimsoll.cli;

import dev.plimsoll.cli.output.ControlCharacters;
import dev.plimsoll.cli.output.Table;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kube.report.CapacityReport;
import dev.plimsoll.kube.report.DomainReport;
import dev.plimsoll.kube.report.FlavorReport;
import dev.plimsoll.kubernetes.capacity.DeviceGroup;
import dev.plimsoll.kubernetes.capacity.DeviceGroups;
import dev.plimsoll.kubernetes.capacity.FlavorCapacities;
import dev.plimsoll.kubernetes.capacity.FlavorCapacity;
import dev.plimsoll.kubernetes.capacity.NodeGroup;
import dev.plimsoll.kubernetes.capacity.NodeGroups;
import dev.plimsoll.kubernetes.capacity.TypicalRequest;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.device.DeviceUnit;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.PolicyLevels;
import dev.plimsoll.model.topology.DomainCapacities;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code plimsoll capacity}. */
@Command(
    name = "capacity",
    mixinStandardHelpOptions = true,
    description = {
      "Groups the nodes by product, taints and size, and shows what each group has and what"
          + " is free. Also shows the devices of drivers, by class."
    },
    footer = {
      "",
      "FITS 1/2/4/8: how many more pods of 1, 2, 4 and 8 units fit, by this resource alone.",
      "USABLE: free, with enough CPU and memory left for a typical pod. The rest is stranded.",
      "WITHHELD: free on nodes that no pod can use: cordoned, not ready, or with a taint that"
          + " no pod requesting the resource tolerates.",
      "WITHHELD devices are tainted, in an incomplete pool, or on no node that takes pods."
          + " BLOCKED devices share a counter or capacity that other devices have used up.",
      "With --by-domain, each level of the topology has a row, from wide to narrow. USABLE is as"
          + " above. LARGEST BLOCK: the most usable devices of one domain, whose name is IN.",
      "WHOLE NODES: the most nodes of one domain whose devices are all usable.",
      "JOBS 16/32/64: how many jobs of 16, 32 and 64 devices fit now, each within one domain, on"
          + " whole nodes of one size; with --per-pod, in pods of that size.",
      "With --by-flavor, NOMINAL is the sum of the quotas of ClusterQueues and Cohorts. RESERVED is"
          + " what Kueue counts for admitted Workloads. PLACED counts all pods on the flavor's nodes.",
      "Examples:",
      "  plimsoll capacity --snapshot examples/gpu-tenants.json",
      "  plimsoll capacity --by-domain --snapshot examples/gpu-tenants.json"
    })
final class CapacityCommand extends ClusterCommand {
  @Option(
      names = "--by",
      paramLabel = "ATTRIBUTE",
      description =
          "Divide the devices of each class by an attribute or capacity, such as productName,"
              + " memory or gpu.nvidia.com/profile.")
  private String attribute = "";

  @Option(
      names = "--by-domain",
      description =
          "Show the devices by domain instead: zones, blocks, racks and hosts, by node labels or by"
              + " spec.topology.levels of a CapacityPolicy.")
  private boolean byDomain;

  @Option(
      names = "--per-pod",
      paramLabel = "N",
      description =
          "With --by-domain: each pod of a job requests N devices (default: all devices of a node).")
  private @Nullable Integer perPod;

  @Option(
      names = "--by-flavor",
      description =
          "Show Kueue's ResourceFlavors instead: their quotas, and what their nodes have.")
  private boolean byFlavor;

  @Spec private CommandSpec spec;

  /** Only picocli makes one. */
  CapacityCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    if (perPod != null && (perPod < 1 || !byDomain)) {
      throw new ParameterException(
          spec.commandLine(),
          byDomain
              ? "invalid --per-pod " + perPod + ": must be at least 1"
              : "--per-pod needs --by-domain");
    }
    if (byDomain && byFlavor) {
      throw new ParameterException(
          spec.commandLine(), "expected either --by-domain or --by-flavor");
    }
    return super.call();
  }

  @Override
  CommandResult answer(Simulation simulation) {
    if (byFlavor) {
      return ofFlavors(simulation.cluster());
    }
    return byDomain ? ofDomains(simulation.cluster()) : ofGroups(simulation);
  }

  private CommandResult ofDomains(Cluster snapshot) {
    DomainCapacities domains =
        DomainCapacities.of(
            snapshot,
            PolicyLevels.configured(cluster.capacityPolicies()),
            perPod == null ? OptionalInt.empty() : OptionalInt.of(perPod));
    return new CommandResult(
        () ->
            DomainReport.addedTo(
                CapacityReport.of(
                    NodeGroups.of(snapshot), DeviceGroups.of(snapshot, attribute), snapshot),
                domains,
                snapshot),
        out -> {
          if (snapshot.covers(Node.RESOURCE)) {
            new DomainTable(output, snapshot.covers(Pod.RESOURCE)).print(out, domains);
          } else {
            out.println("Nodes were not read.");
          }
          new UnreadText(out, cluster.isLive()).print(NodeGroups.unread(snapshot));
        },
        false);
  }

  private CommandResult ofFlavors(Cluster snapshot) {
    List<FlavorCapacity> flavors = FlavorCapacities.of(snapshot);
    return new CommandResult(
        () ->
            FlavorReport.addedTo(
                CapacityReport.of(
                    NodeGroups.of(snapshot), DeviceGroups.of(snapshot, attribute), snapshot),
                flavors,
                snapshot),
        out -> {
          new FlavorTable(output, snapshot).print(out, flavors);
          new UnreadText(out, cluster.isLive()).print(FlavorCapacities.unread(snapshot));
        },
        false);
  }

  private CommandResult ofGroups(Simulation simulation) {
    List<NodeGroup> nodeGroups = NodeGroups.of(simulation.cluster());
    DeviceGroups deviceGroups = DeviceGroups.of(simulation.cluster(), attribute);
    return new CommandResult(
        () -> CapacityReport.of(nodeGroups, deviceGroups, simulation.cluster()),
        out -> {
          print(out, nodeGroups, simulation.cluster());
          print(out, deviceGroups);
          new UnreadText(out, cluster.isLive())
              .print(
                  NodeGroups.unread(simulation.cluster())
                      .and(DeviceGroups.unread(simulation.cluster())));
        },
        false);
  }

  private void print(TerminalPrinter out, List<NodeGroup> nodeGroups, Cluster snapshot) {
    if (nodeGroups.isEmpty()) {
      out.println(snapshot.covers(Node.RESOURCE) ? "No nodes found." : "Nodes were not read.");
      return;
    }
    boolean isPlacedKnown = snapshot.covers(Pod.RESOURCE);
    Table table =
        new Table(
            "product",
            "taints",
            "nodes",
            "resource",
            "per node",
            "total",
            "placed",
            "free",
            "usable",
            "withheld",
            "largest block",
            "fits 1/2/4/8");
    for (NodeGroup nodeGroup : nodeGroups) {
      table.row(
          nodeGroup.product(),
          nodeGroup.taints().stream().map(Taint::text).collect(Collectors.joining(",")),
          output.wide() ? String.join(",", nodeGroup.nodes()) : nodeGroup.nodes().size(),
          nodeGroup.resource(),
          nodeGroup.perNode(),
          nodeGroup.total(),
          isPlacedKnown ? nodeGroup.placed() : UnreadText.MARK,
          isPlacedKnown ? nodeGroup.free() : UnreadText.MARK,
          isPlacedKnown ? nodeGroup.usable() : UnreadText.MARK,
          isPlacedKnown ? nodeGroup.withheld() : UnreadText.MARK,
          isPlacedKnown ? nodeGroup.largestBlock() : UnreadText.MARK,
          isPlacedKnown ? fits(nodeGroup.fitting()) : UnreadText.MARK);
    }
    output.print(out, table);
    nodeGroups.stream()
        .filter(NodeGroup::isShared)
        .forEach(g -> out.wrapped(ControlCharacters.escaped(physical(g))));
    Map<ResourceName, TypicalRequest> typical = TypicalRequest.of(snapshot);
    nodeGroups.stream()
        .filter(g -> g.usable().compareTo(g.free()) != 0)
        .flatMap(g -> Optional.ofNullable(typical.get(g.resource())).stream())
        .distinct()
        .forEach(t -> out.wrapped("USABLE is what is free beside " + t.describe() + "."));
  }

  private void print(TerminalPrinter out, DeviceGroups deviceGroups) {
    if (!deviceGroups.groups().isEmpty()) {
      List<String> header = new ArrayList<>(List.of("device class"));
      if (!attribute.isEmpty()) {
        header.add(attribute);
      }
      header.addAll(
          List.of("nodes", "total", "allocated", "blocked", "free", "withheld", "largest block"));
      Table table = new Table(header.toArray(String[]::new));
      deviceGroups.groups().forEach(g -> table.row(cells(g).toArray()));
      out.println();
      output.print(out, table);
    }
    if (!attribute.isEmpty() && deviceGroups.groups().stream().allMatch(g -> g.value().isEmpty())) {
      out.wrapped(
          "No device that was read has the attribute or capacity "
              + ControlCharacters.escaped(attribute)
              + ".");
    }
    deviceGroups.failures().forEach(f -> out.wrapped(ControlCharacters.escaped(f)));
  }

  private List<Object> cells(DeviceGroup group) {
    List<Object> cells = new ArrayList<>(List.of(group.deviceClass()));
    if (!attribute.isEmpty()) {
      cells.add(group.value());
    }
    cells.addAll(
        List.of(
            output.wide() ? String.join(",", group.nodes()) : group.nodes().size(),
            group.total(),
            group.allocated(),
            group.blocked(),
            group.free(),
            group.withheld(),
            group.largestBlock()));
    return cells;
  }

  private static String physical(NodeGroup group) {
    String units = group.total() + " " + group.resource() + " of " + group.product();
    return group.unit().basis() == DeviceUnit.Basis.SHARED
        ? units + " are " + group.devices() + " physical devices (" + group.unit().device() + ")."
        : units + " are parts of devices; no label tells how many devices.";
  }

  private static String fits(Map<Integer, Long> fitting) {
    return new TreeMap<>(fitting)
        .values().stream().map(String::valueOf).collect(Collectors.joining("/"));
  }
}
