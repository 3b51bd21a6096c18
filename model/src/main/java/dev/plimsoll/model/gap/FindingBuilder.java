package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.ObjectReference;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.ResourceName;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Puts a finding together. */
final class FindingBuilder {
  private final GapKind kind;
  private final ObjectReference object;
  private final List<Evidence> evidence = new ArrayList<>();
  private String resource = "";
  private String message = "";
  private List<Pod> waiting = List.of();
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

  /** Says which pods of the picture it keeps from running, and so how many. */
  FindingBuilder waiting(List<Pod> those) {
    this.waiting = those;
    return pods(those.size());
  }

  Finding remedies(Supplier<List<Remedy>> remedies) {
    return new Finding(
        new Gap(kind, object, resource, message, evidence, List.of(), pods), waiting, remedies);
  }
}
