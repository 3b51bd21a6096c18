package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.KarpenterNodeClaim;
import dev.plimsoll.kubernetes.object.KarpenterNodePool;

/**
 * Reads Karpenter's NodePools and NodeClaims in version v1.
 *
 * <p>Sources: {@code sigs.k8s.io/karpenter/pkg/apis/v1/nodepool.go}, {@code
 * sigs.k8s.io/karpenter/pkg/apis/v1/nodeclaim.go}.
 */
final class KarpenterReader {
  private KarpenterReader() {}

  static KarpenterNodePool nodePool(Fields object) {
    Fields spec = object.object("spec");
    Fields status = object.object("status");
    Fields template = spec.object("template");
    Fields nodes = template.object("spec");
    return new KarpenterNodePool(
        ObjectMetaReader.metadata(object),
        spec.integer("weight").orElse(0),
        spec.has("replicas"),
        spec.resources("limits"),
        status.resources("resources"),
        template.object("metadata").map("labels"),
        nodes.list("taints", ClusterScopedReader::taint),
        nodes.list("requirements", SelectorReader::requirement),
        ObjectMetaReader.conditions(status));
  }

  static KarpenterNodeClaim nodeClaim(Fields object) {
    Fields status = object.object("status");
    return new KarpenterNodeClaim(
        ObjectMetaReader.metadata(object),
        status.string("nodeName"),
        ObjectMetaReader.conditions(status));
  }
}
