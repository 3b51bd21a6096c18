package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Evidence;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.cost.GapCostBuilder;
import dev.plimsoll.model.gap.remedy.RemedyCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Builds a finding. */
final class FindingBuilder {
  private final GapKind kind;
  private final ObjectReference object;
  private final List<Evidence> evidence = new ArrayList<>();
  private String resource = "";
  private String message = "";
  private List<Pod> waiting = List.of();
  private List<ObjectReference> workloads = List.of();
  private Consumer<GapCostBuilder> cost = c -> {};
  private int pods;

  private FindingBuilder(GapKind kind, ObjectReference object) {
    this.kind = kind;
    this.object = object;
  }

  static FindingBuilder of(GapKind kind, ObjectReference object) {
    return new FindingBuilder(kind, object);
  }

  static FindingBuilder of(GapKind kind, ApiObject object) {
    return of(
        kind,
        new ObjectReference(
            object.type().kind(), object.namespace(), object.name(), object.metadata().uid()));
  }

  /** Starts a gap that concerns the cluster as a whole. */
  static FindingBuilder ofCluster(GapKind kind) {
    return of(kind, new ObjectReference("Cluster", "", "", ""));
  }

  FindingBuilder resource(ResourceName name) {
    this.resource = name.name();
    return this;
  }

  FindingBuilder message(String sentence) {
    this.message = sentence;
    return this;
  }

  FindingBuilder evidence(String name, Object value) {
    evidence.add(new Evidence(name, value.toString()));
    return this;
  }

  FindingBuilder pods(int count) {
    this.pods = count;
    return this;
  }

  /** Says which stored pods it keeps from running, and so how many. */
  FindingBuilder waiting(List<Pod> those) {
    this.waiting = those;
    return pods(those.size());
  }

  /** Sets the cost. */
  FindingBuilder cost(Consumer<GapCostBuilder> adding) {
    this.cost = adding;
    return this;
  }

  /** Adds workloads that the gap concerns, in addition to its object. */
  FindingBuilder workloads(List<WorkloadPods> those) {
    this.workloads = those.stream().map(WorkloadPods::root).distinct().toList();
    return this;
  }

  /** Returns the finding, with remedies out of the catalogue. */
  Finding cause(DetectionContext context, GapCause cause) {
    GapCostBuilder sum = new GapCostBuilder(context.cluster().asOf(), context.totals().devices());
    cost.accept(sum);
    Gap gap = new Gap(kind, object, resource, message, evidence, List.of(), pods, sum.build());
    return new Finding(
        gap,
        waiting,
        workloads,
        () ->
            List.copyOf(
                context.examination().of(object, () -> RemedyCatalog.of(context, kind, cause))));
  }
}
