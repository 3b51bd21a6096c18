package dev.plimsoll.model.testing;

import dev.plimsoll.model.object.Affinity;
import dev.plimsoll.model.object.Affinity.PreferredSchedulingTerm;
import dev.plimsoll.model.object.Affinity.WeightedPodAffinityTerm;
import dev.plimsoll.model.object.Condition;
import dev.plimsoll.model.object.Container;
import dev.plimsoll.model.object.ContainerPort;
import dev.plimsoll.model.object.NodeSelector;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.PodAffinityTerm;
import dev.plimsoll.model.object.PodSpec;
import dev.plimsoll.model.object.PodStatus;
import dev.plimsoll.model.object.ResourceRequirements;
import dev.plimsoll.model.object.Toleration;
import dev.plimsoll.model.object.TopologySpreadConstraint;
import dev.plimsoll.model.object.Volume;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/** Builds pods with one container for tests of placement. */
public final class PodBuilder {
  private final ObjectMeta.Builder metadata = ObjectMeta.builder();
  private PodSpec.Builder spec = PodSpec.builder();
  private PodStatus.Builder status = PodStatus.builder().phase("Pending");
  private final Resources.Builder requests = Resources.builder();
  private final List<ContainerPort> ports = new ArrayList<>();
  private final Map<String, String> labels = new HashMap<>();
  private final Map<String, String> nodeSelector = new HashMap<>();
  private Optional<NodeSelector> requiredNodes = Optional.empty();
  private final List<PreferredSchedulingTerm> preferredNodes = new ArrayList<>();
  private List<PodAffinityTerm> requiredPods = List.of();
  private final List<WeightedPodAffinityTerm> preferredPods = new ArrayList<>();
  private List<PodAffinityTerm> requiredAntiPods = List.of();
  private final List<WeightedPodAffinityTerm> preferredAntiPods = new ArrayList<>();

  private PodBuilder(String namespace, String name) {
    metadata.namespace(namespace).name(name);
  }

  public static PodBuilder pod(String name) {
    return new PodBuilder("default", name);
  }

  public static PodBuilder pod(String namespace, String name) {
    return new PodBuilder(namespace, name);
  }

  public PodBuilder requests(String resource, String quantity) {
    requests.put(ResourceName.of(resource), Quantity.parse(quantity));
    return this;
  }

  public PodBuilder label(String key, String value) {
    labels.put(key, value);
    return this;
  }

  public PodBuilder hostPort(String ip, int port, String protocol) {
    ports.add(new ContainerPort(port, port, ip, protocol));
    return this;
  }

  public PodBuilder tolerates(String key, String operator, String value, String effect) {
    spec.tolerations(List.of(new Toleration(key, operator, value, effect)));
    return this;
  }

  public PodBuilder nodeSelector(String key, String value) {
    nodeSelector.put(key, value);
    return this;
  }

  public PodBuilder nodeAffinity(NodeSelector.Term... terms) {
    requiredNodes = Optional.of(new NodeSelector(List.of(terms)));
    return this;
  }

  public PodBuilder prefersNodes(int weight, NodeSelector.Term term) {
    preferredNodes.add(new PreferredSchedulingTerm(weight, term));
    return this;
  }

  public PodBuilder affinity(PodAffinityTerm... terms) {
    requiredPods = List.of(terms);
    return this;
  }

  public PodBuilder prefersPods(int weight, PodAffinityTerm term) {
    preferredPods.add(new WeightedPodAffinityTerm(weight, term));
    return this;
  }

  public PodBuilder antiAffinity(PodAffinityTerm... terms) {
    requiredAntiPods = List.of(terms);
    return this;
  }

  public PodBuilder avoidsPods(int weight, PodAffinityTerm term) {
    preferredAntiPods.add(new WeightedPodAffinityTerm(weight, term));
    return this;
  }

  public PodBuilder spread(TopologySpreadConstraint... constraints) {
    spec.topologySpreadConstraints(List.of(constraints));
    return this;
  }

  public PodBuilder volumes(Volume... volumes) {
    spec.volumes(List.of(volumes));
    return this;
  }

  public PodBuilder priority(int priority) {
    spec.priority(OptionalInt.of(priority));
    return this;
  }

  public PodBuilder on(String node) {
    spec.nodeName(node);
    return this;
  }

  public PodBuilder nominatedFor(String node) {
    status.nominatedNodeName(node);
    return this;
  }

  public PodBuilder startedAt(Instant time) {
    status.startTime(Optional.of(time));
    return this;
  }

  public PodBuilder beingPreempted() {
    metadata.deletionTimestamp(Optional.of(Instant.EPOCH));
    status.conditions(
        List.of(new Condition("DisruptionTarget", "True", "PreemptionByScheduler", "")));
    return this;
  }

  public PodBuilder terminating() {
    metadata.deletionTimestamp(Optional.of(Instant.EPOCH));
    return this;
  }

  public PodBuilder spec(UnaryOperator<PodSpec.Builder> change) {
    spec = change.apply(spec);
    return this;
  }

  public PodBuilder status(UnaryOperator<PodStatus.Builder> change) {
    status = change.apply(status);
    return this;
  }

  public Pod build() {
    Affinity affinity =
        new Affinity(
            requiredNodes,
            preferredNodes,
            requiredPods,
            preferredPods,
            requiredAntiPods,
            preferredAntiPods);
    Container container =
        new Container(
            "main", ResourceRequirements.of(requests.build(), Resources.EMPTY), ports, "");
    return new Pod(
        metadata.labels(labels).build(),
        spec.containers(List.of(container)).nodeSelector(nodeSelector).affinity(affinity).build(),
        status.build());
  }
}
