package dev.plimsoll.kube.watch;

import dev.plimsoll.kube.json.DecodeException;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectNames;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kube.live.RelatedKinds;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.periodic.TokenBucket;
import dev.plimsoll.kube.policy.PolicySpecs;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.PartialObjectMetadata;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PolicyObject;
import java.util.Optional;

/**
 * Reads the objects of one kind. An object that can't be read is skipped; a pod that can't be read
 * counts as all of its node. Some of them are logged, and all are counted.
 */
final class ObjectDecoder {
  private static final System.Logger LOG = System.getLogger(ObjectDecoder.class.getName());

  private static final int LINES_PER_SECOND = 10;

  private final WatchedKind kind;
  private final HealthLog health;
  private final PolicyStore policies;
  private final RelatedKinds relatedKinds;
  private final TokenBucket lines = new TokenBucket(LINES_PER_SECOND, Ticker.SYSTEM);

  ObjectDecoder(
      WatchedKind kind, HealthLog health, PolicyStore policies, RelatedKinds relatedKinds) {
    this.kind = kind;
    this.health = health;
    this.policies = policies;
    this.relatedKinds = relatedKinds;
  }

  /**
   * Returns the parts of an object to read: fewer of a large pod, and only the metadata of a
   * counted object.
   */
  JsonTree reduced(JsonTree json) {
    if (kind.type().equals(PartialObjectMetadata.class)) {
      JsonTree kept = new JsonTree();
      kept.put("metadata", json.object("metadata"));
      return kept;
    }
    return kind.type().equals(Pod.class)
        ? OversizedPods.reduced(json, relatedKinds::isResource)
        : json;
  }

  /** Returns the object; empty if it can't be read and takes nothing, or if no rule looks at it. */
  Optional<ApiObject> decode(JsonTree whole) {
    JsonTree json = reduced(whole);
    try {
      ApiResource resource = kind.resource();
      ApiObject object = ObjectReader.read(json, resource.type(), resource.resource());
      if (object instanceof Pod pod) {
        object = OversizedPods.merged(pod, json);
      }
      relatedKinds.observe(kind.list(), json);
      if (object instanceof PolicyObject policy && !policies.read(policy, json)) {
        health.skipped();
      }
      return Optional.of(PolicySpecs.read(object, json)).filter(kind::includes);
    } catch (DecodeException e) {
      health.skipped();
      Optional<ApiObject> counted =
          kind.type().equals(Pod.class) ? WholeNodePods.of(json) : Optional.empty();
      if (lines.take()) {
        LOG.log(
            System.Logger.Level.WARNING,
            counted.isPresent()
                ? "counting {0} {1} as all of its node: {2}"
                : "skipping {0} {1}: {2}",
            kind.resource().type().kind(),
            ObjectNames.of(json),
            e.getMessage());
      }
      return counted;
    }
  }
}
