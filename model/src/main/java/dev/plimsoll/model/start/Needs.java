package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;

/** The conditions for the start of a pod, apart from the pods before it in the queue. */
public sealed interface Needs {

  /** Nothing: it starts once it is its turn. */
  record Nothing() implements Needs {}

  /**
   * Resources must be given back.
   *
   * @param lacks what is lacking, in the order of the layers
   * @param sets sets of pods, the cheapest first; if all pods of one of them end, the pod starts
   */
  record Release(List<Lack> lacks, List<ReleaseSet> sets) implements Needs {
    public Release {
      lacks = List.copyOf(lacks);
      sets = List.copyOf(sets);
    }
  }

  /**
   * Nothing that ends by itself would help: services hold what it needs.
   *
   * @param lacks what is lacking
   */
  record NothingEnds(List<Lack> lacks) implements Needs {
    public NothingEnds {
      lacks = List.copyOf(lacks);
    }
  }

  /**
   * No end of a pod would help, and no node lacks a resource. A rule keeps the pod from each node,
   * such as topology spread, affinity, a host port or a claim.
   *
   * @param why the reason
   * @param ofNodes what kube-scheduler says of the nodes, for those who may see nodes; empty for
   *     nothing
   */
  record NotAccepted(String why, String ofNodes) implements Needs {}

  /**
   * It never starts as things are: not even if all other pods ended.
   *
   * @param why the reason
   * @param ofNodes what nodes have that it needs, for those who may see nodes; empty for nothing
   */
  record Never(String why, String ofNodes) implements Needs {}

  /**
   * Something else has to happen first that isn't the end of pods.
   *
   * @param what what has to happen
   */
  record Event(String what) implements Needs {}

  /**
   * The conditions are unknown.
   *
   * @param why why not
   */
  record Unknown(String why) implements Needs {}

  /** Where something is lacking. */
  enum Layer {
    Quota,
    Share,
    Gang,
    Node
  }

  /**
   * The amounts that are lacking.
   *
   * @param layer where
   * @param object the quota, the tenant, the gang, or a node that lacks the least
   * @param resource the resource
   * @param amount how much must be given back
   */
  record Lack(Layer layer, String object, String resource, String amount) {}

  /**
   * Pods whose end would do.
   *
   * @param node the node where they run; empty if they are on several
   * @param pods the pods
   */
  record ReleaseSet(String node, List<Pod> pods) {
    public ReleaseSet {
      pods = List.copyOf(pods);
    }
  }
}
