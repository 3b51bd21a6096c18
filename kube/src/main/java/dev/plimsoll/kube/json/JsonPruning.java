package dev.plimsoll.kube.json;

import java.util.HashSet;
import java.util.Set;

/** Which parts of objects aren't wanted. */
public final class JsonPruning {
  /** Maps whose keys are the users' own words, or mean something else than elsewhere. */
  private static final Set<String> KEPT_WHOLE =
      new HashSet<>(
          Set.of(
              "labels",
              "annotations",
              "matchLabels",
              "nodeSelector",
              "selector",
              "hard",
              "used",
              "disruptedPods",
              "rbd"));

  private static final Set<String> PAYLOADS = Set.of("data", "binaryData", "stringData");

  /**
   * Without what no rule looks at and what makes most of a dump. Of some names only plain values
   * are left out: a custom resource may call one of its pod templates so.
   */
  public static final JsonPruning FOR_RULES =
      new JsonPruning(
          PAYLOADS,
          Set.of(
              "fieldsV1",
              "env",
              "envFrom",
              "command",
              "args",
              "httpHeaders",
              "volumeMounts",
              "images",
              "openAPIV3Schema"),
          Set.of(
              "manager",
              "operation",
              "fieldsType",
              "image",
              "imagePullPolicy",
              "terminationMessagePath",
              "terminationMessagePolicy",
              "dnsPolicy",
              "tolerationSeconds",
              "initialDelaySeconds",
              "periodSeconds",
              "successThreshold",
              "failureThreshold",
              "lastHeartbeatTime",
              "lastProbeTime",
              "startedAt",
              "containerID",
              "imageID"));

  /**
   * Keeps objects as served, without payloads. Of managed fields, only managers and times are kept.
   */
  public static final JsonPruning AS_DUMPED =
      new JsonPruning(PAYLOADS, Set.of("fieldsV1", "openAPIV3Schema"), Set.of());

  /** Keeps objects as served, without payloads and managed fields. */
  public static final JsonPruning AS_SERVED =
      new JsonPruning(PAYLOADS, Set.of("managedFields", "openAPIV3Schema"), Set.of());

  /** Keeps objects as served with their managed fields, without payloads. */
  public static final JsonPruning WITH_MANAGERS =
      new JsonPruning(PAYLOADS, Set.of("openAPIV3Schema"), Set.of());

  /** Everything, for who writes back what was read. */
  public static final JsonPruning NONE = new JsonPruning(Set.of(), Set.of(), Set.of());

  private final Set<String> payloads;
  private final Set<String> pruned;
  private final Set<String> prunedIfScalar;

  private JsonPruning(Set<String> payloads, Set<String> pruned, Set<String> prunedIfScalar) {
    this.payloads = payloads;
    this.pruned = new HashSet<>(pruned);
    this.prunedIfScalar = new HashSet<>(prunedIfScalar);
  }

  /** Returns whether a top-level field of an object is a payload, which is dropped. */
  boolean isPayload(String name) {
    return payloads.contains(name);
  }

  /** Returns whether a field's value may hold the users' own words as names. */
  boolean keepsWhole(String name) {
    return KEPT_WHOLE.contains(name);
  }

  /**
   * Returns whether a field isn't wanted.
   *
   * @param isScalar whether its value is neither an object nor a list
   */
  boolean isPruned(String name, boolean isScalar) {
    return pruned.contains(name) || (isScalar && prunedIfScalar.contains(name));
  }
}
