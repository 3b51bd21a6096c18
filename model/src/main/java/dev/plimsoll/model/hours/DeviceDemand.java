package dev.plimsoll.model.hours;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.placement.framework.NodeDiagnosis;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.UndecidedException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides who wants which free device, and why the device is free nonetheless.
 *
 * <p>The rule: the pods that wait or are missing come one after the other, the pod that needs the
 * most units of a resource first, then the oldest, then by name. Each is placed on the model as if
 * its first cause were gone: no quota denies it, no share or gate holds it.
 *
 * <ul>
 *   <li>If a node takes the pod, the devices that it would get there are wanted by that cause.
 *   <li>If no node takes it, only its placement keeps the pod from devices. It then wants as many
 *       free devices as it requests: {@code fragmented} if its eligible nodes have enough free in
 *       sum; {@code other} if they have less; {@code constraints} if no eligible node has the
 *       resource, or one has enough and another rule rejects the node. Nodes with the most free
 *       devices come first.
 *   <li>If it isn't known whether a node takes it, the devices are {@code unknown}.
 * </ul>
 *
 * <p>What one pod takes is gone for the next, on the model too. The law: no device is wanted twice,
 * and reserved and wanted devices never exceed the free ones. Reserved devices are taken first.
 *
 * <p>A pod that needs several resources takes of each.
 */
final class DeviceDemand {
  private static final String FITS = "NodeResourcesFit";

  private final DeviceTable table;
  private final DeviceRules rules;
  private Simulation current;
  private int placeholders;

  /** Pods alike to a pod that found nothing; free devices only become fewer. */
  private final Set<Alike> hopeless = new HashSet<>();

  private record Alike(
      String namespace, Map<String, String> labels, PodSpec spec, DeviceState cause) {
    static Alike of(DeviceNeed need) {
      Pod pod = need.pod();
      return new Alike(pod.namespace(), pod.metadata().labels(), pod.spec(), need.cause());
    }
  }

  /** Nodes that a pod without a node may take devices of, and the state these have then. */
  private record Candidates(DeviceState state, List<String> nodes) {}

  /**
   * Prepares the decision.
   *
   * @param simulation a cluster whose quotas deny nothing
   */
  DeviceDemand(DeviceTable table, DeviceRules rules, Simulation simulation) {
    this.table = table;
    this.rules = rules;
    this.current = simulation;
  }

  /** Reserves free devices. */
  void reserve(String node, ResourceName resource, String namespace, long units) {
    DeviceUser user =
        namespace.isEmpty()
            ? DeviceUser.nobody(DeviceState.RESERVED)
            : rules.user(DeviceState.RESERVED, namespace);
    hold(node, resource, user, units);
  }

  /** Gives each need its devices, in the order of the needs. */
  void give(List<DeviceNeed> needs) {
    for (DeviceNeed need : needs) {
      Alike alike = Alike.of(need);
      boolean isLeft = need.devices().names().stream().anyMatch(r -> table.free(r) > 0);
      if (isLeft && !hopeless.contains(alike) && !give(need)) {
        hopeless.add(alike);
      }
    }
  }

  private boolean give(DeviceNeed need) {
    Attempt attempt;
    try {
      Simulation.Step step = attempt(need);
      attempt = step.attempt();
      if (attempt.isPlaced()) {
        current = step.after();
        return takePlaced(need, attempt.node());
      }
    } catch (UndecidedException e) {
      attempt = Attempt.none(need.pod());
    }
    boolean found = false;
    for (ResourceName resource : need.devices().names()) {
      found |= takeUnplaced(need, resource, attempt);
    }
    return found;
  }

  /** Places the pod. If something beside quotas denies the pod, it is placed nonetheless. */
  private Simulation.Step attempt(DeviceNeed need) {
    if (need.isStored()) {
      return current.schedule(need.pod());
    }
    Simulation.Step step = current.create(need.pod());
    return step.attempt().isAdmitted() ? step : current.schedule(step.attempt().pod());
  }

  private boolean takePlaced(DeviceNeed need, String node) {
    DeviceUser user = rules.user(need.cause(), need.pod().namespace());
    long taken = 0;
    for (ResourceName resource : need.devices().names()) {
      taken += table.take(node, resource, user, need.units(resource));
    }
    return taken > 0;
  }

  private boolean takeUnplaced(DeviceNeed need, ResourceName resource, Attempt attempt) {
    Candidates candidates =
        attempt
            .scheduleResult()
            .map(r -> candidates(r, resource, need.units(resource)))
            .orElseGet(() -> new Candidates(DeviceState.UNKNOWN, table.nodesWithFree(resource)));
    DeviceUser user = rules.user(candidates.state(), need.pod().namespace());
    long left = need.units(resource);
    for (String node : candidates.nodes()) {
      if (left > 0) {
        left -= hold(node, resource, user, left);
      }
    }
    return left < need.units(resource);
  }

  private Candidates candidates(ScheduleResult result, ResourceName resource, long units) {
    List<String> all = table.nodesWithFree(resource);
    if (result instanceof ScheduleResult.Unknown) {
      return new Candidates(DeviceState.UNKNOWN, all);
    }
    if (!(result instanceof ScheduleResult.Unschedulable unschedulable)) {
      return new Candidates(DeviceState.OTHER, all);
    }
    Set<String> eligible = new HashSet<>();
    Set<String> rejectedOtherwise = new HashSet<>();
    boolean anyHas = false;
    for (NodeDiagnosis diagnosis : unschedulable.nodes()) {
      Node node = diagnosis.node();
      if (diagnosis.isEligible() && node.allocatable().getOrZero(resource).signum() > 0) {
        anyHas = true;
        eligible.add(node.name());
        if (!diagnosis.plugin().equals(FITS) && table.free(node.name(), resource) >= units) {
          rejectedOtherwise.add(node.name());
        }
      }
    }
    if (!anyHas) {
      return new Candidates(DeviceState.CONSTRAINTS, all);
    }
    if (!rejectedOtherwise.isEmpty()) {
      return new Candidates(
          DeviceState.CONSTRAINTS, all.stream().filter(rejectedOtherwise::contains).toList());
    }
    List<String> some = all.stream().filter(eligible::contains).toList();
    long free = some.stream().mapToLong(n -> table.free(n, resource)).sum();
    return new Candidates(free >= units ? DeviceState.FRAGMENTED : DeviceState.OTHER, some);
  }

  /** Takes free units of a node, and puts a pod in their place on the model. */
  private long hold(String node, ResourceName resource, DeviceUser user, long most) {
    long units = table.take(node, resource, user, most);
    if (units > 0) {
      current = current.bind(placeholder(resource, units), node);
    }
    return units;
  }

  private Pod placeholder(ResourceName resource, long units) {
    Resources requests = Resources.of(resource, Quantity.of(units));
    List<Container> containers =
        List.of(Container.of("c", new ResourceRequirements(requests, requests, List.of())));
    return new Pod(
        ObjectMeta.of("plimsoll-taken-devices", "taken-" + placeholders++),
        PodSpec.builder().containers(containers).build(),
        PodStatus.PENDING);
  }
}
