package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.protocol.ExtenderFilterResult;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** The nodes that reject a pod because they are reserved for a large pod or a gang. */
final class ReservedNodes {
  private static final Set<String> REJECTIONS = Set.of(NodeReservations.REJECTION, Gangs.REJECTION);

  private final List<Predicate<String>> reserved;

  private ReservedNodes(List<Predicate<String>> reserved) {
    this.reserved = List.copyOf(reserved);
  }

  /** Returns the nodes that reject the pod at present. */
  static ReservedNodes of(SchedulerState state, Pod pod) {
    List<Predicate<String>> reserved = new ArrayList<>();
    reserved.add(state.nodes().keepingOff(state, pod)::containsKey);
    Gangs gangs = new Gangs(state);
    if (!gangs.isEmpty()) {
      Function<String, String> rejections = new GangHeadroom(state).rejections(pod);
      reserved.add(node -> !rejections.apply(node).isEmpty());
    }
    return new ReservedNodes(reserved);
  }

  boolean containsAll(Collection<String> nodes) {
    return nodes.stream().allMatch(n -> reserved.stream().anyMatch(r -> r.test(n)));
  }

  /** Returns the nodes that an answer rejects because they are reserved. */
  static Set<String> in(ExtenderFilterResult result, List<String> nodes) {
    Set<String> found = new HashSet<>();
    for (int i = 0; i < result.unresolvable().size(); i++) {
      if (REJECTIONS.contains(result.unresolvable().get(i))) {
        found.add(nodes.get(i));
      }
    }
    return found;
  }

  /** Returns whether kube-scheduler says so of some node. */
  static boolean areIn(String message) {
    return REJECTIONS.stream().anyMatch(message::contains);
  }
}
