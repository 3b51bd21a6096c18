package dev.plimsoll.kube.live;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.DecodeException;
import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectNames;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kube.policy.PolicySpecs;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kube.resource.Omissions;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Makes a snapshot of the objects of a cluster. */
final class LiveSnapshotCollector implements ClusterSink {
  private final ClusterBuilder builder;
  private final LongConsumer progress;
  private final Consumer<JsonObject> policies;
  private final List<JsonObject> currentPolicies = new ArrayList<>();
  private final List<ApiObject> current = new ArrayList<>();
  private final List<ApiResource> workloads = new ArrayList<>();
  private final List<String> unreadable = new ArrayList<>();
  private final List<SnapshotResource> forbidden = new ArrayList<>();
  private long read;

  LiveSnapshotCollector(Instant asOf, LongConsumer progress, Consumer<JsonObject> policies) {
    this.builder = Cluster.builder(asOf);
    this.progress = progress;
    this.policies = policies;
  }

  @Override
  public JsonPruning pruning() {
    return JsonPruning.FOR_RULES;
  }

  @Override
  public void begin(ApiResource resource) {
    current.clear();
    currentPolicies.clear();
    unreadable.clear();
  }

  @Override
  public void items(ApiResource resource, List<JsonTree> items) {
    if (resource.resource().equals(PolicyObject.RESOURCE)) {
      items.forEach(item -> currentPolicies.add(item.toJson()));
    }
    for (JsonTree item : items) {
      try {
        current.add(
            PolicySpecs.read(ObjectReader.read(item, resource.type(), resource.resource()), item));
      } catch (DecodeException e) {
        unreadable.add(
            "skipped "
                + resource.type().kind()
                + " "
                + ObjectNames.of(item)
                + ": "
                + e.getMessage()
                + ".");
      }
    }
    progress.accept(read + current.size());
  }

  @Override
  public void end(ApiResource resource, Coverage coverage) {
    builder.covers(resource.resource(), coverage).addAll(current);
    if (current.stream().anyMatch(Workload.class::isInstance)) {
      workloads.add(resource);
    }
    currentPolicies.forEach(policies);
    unreadable.forEach(builder::omission);
    read += current.size();
  }

  @Override
  public void absent(ApiResource resource) {
    builder.listed(resource.resource());
  }

  @Override
  public void unknown(SnapshotResource resource, List<String> versions) {
    builder
        .covers(resource.resource().resource(), Coverage.NONE)
        .omission(Omissions.ofUnknownVersions(resource, versions));
  }

  @Override
  public void failed(SnapshotResource resource, String error) {
    builder
        .covers(resource.resource().resource(), Coverage.FAILED)
        .omission(Omissions.ofFailed(resource, error));
  }

  @Override
  public void forbidden(SnapshotResource resource) {
    forbidden.add(resource);
  }

  @Override
  public void controlPlane(KubernetesControlPlane known) {
    builder.controlPlane(known);
  }

  /** Returns the resources, as they are served, whose objects create pods. */
  List<ApiResource> workloads() {
    return List.copyOf(workloads);
  }

  Cluster cluster() {
    Cluster cluster = builder.build();
    List<String> omissions = new ArrayList<>(cluster.omissions());
    Omissions.ofForbidden(Omissions.withoutQueues(forbidden), cluster::coverage)
        .ifPresent(o -> omissions.add(0, o));
    return cluster.withOmissions(omissions);
  }
}
