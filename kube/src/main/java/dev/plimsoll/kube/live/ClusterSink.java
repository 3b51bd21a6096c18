package dev.plimsoll.kube.live;

import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.resource.ApiResource;
import java.util.List;

/** Takes the objects of a cluster, list after list. */
interface ClusterSink {

  /** Says what of the objects is wanted. */
  JsonPruning pruning();

  /** A list begins, or begins anew: what came of it before counts no more. */
  void begin(ApiResource resource);

  /** Takes some items of the list. */
  void items(ApiResource resource, List<JsonTree> items);

  /** The list has been read to its end. */
  void end(ApiResource resource);

  /** Takes a sentence on what couldn't be read. */
  void omission(String sentence);
}
