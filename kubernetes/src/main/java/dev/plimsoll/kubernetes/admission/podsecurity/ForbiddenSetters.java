package dev.plimsoll.kubernetes.admission.podsecurity;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names the pod or containers that violate a check, in Kubernetes' words. */
final class ForbiddenSetters {
  private ForbiddenSetters() {}

  /** Returns all containers, init containers first. */
  static List<Container> containers(Pod pod) {
    return Stream.concat(pod.spec().initContainers().stream(), pod.spec().containers().stream())
        .toList();
  }

  /** Returns the names of the containers to which something applies. */
  static List<String> containers(Pod pod, Predicate<Container> which) {
    return containers(pod).stream().filter(which).map(Container::name).toList();
  }

  /** Returns {@code pod}, {@code container "a"}, or both, as far as it is they. */
  static String names(boolean isPod, List<String> containers) {
    List<String> names = new ArrayList<>();
    if (isPod) {
      names.add("pod");
    }
    if (!containers.isEmpty()) {
      names.add(containers(containers));
    }
    return String.join(" and ", names);
  }

  /** Returns {@code container "a"} or {@code containers "a", "b"}. */
  static String containers(List<String> names) {
    return counted("container", names) + " " + quoted(names);
  }

  /** Returns a word in the singular or with an s, by how many there are. */
  static String counted(String word, Collection<?> of) {
    return of.size() == 1 ? word : word + "s";
  }

  /** Returns the verb that agrees with the number of users. */
  static String uses(Collection<?> users) {
    return users.size() == 1 ? "uses" : "use";
  }

  /** Returns each in quotation marks. */
  static String quoted(Collection<String> texts) {
    return texts.stream().collect(Collectors.joining("\", \"", "\"", "\""));
  }
}
