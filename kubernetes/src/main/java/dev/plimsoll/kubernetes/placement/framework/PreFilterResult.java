package dev.plimsoll.kubernetes.placement.framework;

import java.util.List;
import java.util.Set;

/** The result of a plug-in for a pod, before any node is filtered. */
public sealed interface PreFilterResult {

  /**
   * The plug-in has nothing to check.
   *
   * @param assumptions what it left open, one sentence each
   */
  record Skip(List<String> assumptions) implements PreFilterResult {
    private static final Skip SILENT = new Skip(List.of());

    public Skip {
      assumptions = List.copyOf(assumptions);
    }
  }

  /**
   * Nodes are to be checked.
   *
   * @param filter the filter over nodes
   * @param assumptions what it left open, one sentence each
   */
  record Check(NodeFilter filter, List<String> assumptions) implements PreFilterResult {

    public Check {
      assumptions = List.copyOf(assumptions);
    }
  }

  /**
   * Only some nodes are to be checked; all others are rejected as a whole.
   *
   * @param filter the filter over nodes
   * @param nodes the names of the nodes to check; they needn't exist
   */
  record Narrow(NodeFilter filter, Set<String> nodes) implements PreFilterResult {

    public Narrow {
      nodes = Set.copyOf(nodes);
    }
  }

  /**
   * The pod can't go anywhere.
   *
   * @param rejection why
   */
  record Reject(Rejection rejection) implements PreFilterResult {}

  /** Returns a result without anything to check. */
  static PreFilterResult skip() {
    return Skip.SILENT;
  }

  /** Returns a result whose filter checks the nodes. */
  static PreFilterResult check(NodeFilter filter) {
    return new Check(filter, List.of());
  }
}
