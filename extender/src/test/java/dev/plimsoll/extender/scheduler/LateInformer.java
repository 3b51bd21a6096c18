package dev.plimsoll.extender.scheduler;

import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * Tells of changes late, some of them twice, and in another order than they were made; those of one
 * object stay in their order, as a watch has them. A relist tells only what came of several
 * changes.
 */
final class LateInformer {
  private final Map<String, Deque<Optional<ApiObject>>> pending = new LinkedHashMap<>();
  private final Map<String, ApiObject> shown = new LinkedHashMap<>();
  private final Set<Fault> faults;
  private Cluster cluster;

  LateInformer(Cluster start, Set<Fault> faults) {
    this.cluster = start;
    this.faults = faults;
  }

  /** Returns the cluster as it is shown. */
  Cluster cluster() {
    return cluster;
  }

  /** Returns whether an object is shown that is no other of the same name. */
  boolean shows(ApiObject object) {
    return Optional.ofNullable(shown.get(key(object)))
        .filter(o -> o.metadata().uid().equals(object.metadata().uid()))
        .isPresent();
  }

  /** Takes in that an object is so now. */
  void put(ApiObject object) {
    add(object, Optional.of(object));
  }

  /** Takes in that an object is gone. */
  void remove(ApiObject object) {
    add(object, Optional.empty());
  }

  private void add(ApiObject object, Optional<ApiObject> after) {
    pending.computeIfAbsent(key(object), k -> new ArrayDeque<>()).add(after);
  }

  private static String key(ApiObject object) {
    return object.getClass().getSimpleName() + " " + object.namespace() + "/" + object.name();
  }

  /** Tells of one change of any object, if there is one to tell of. */
  void tellOne(Decisions decisions, Random random) {
    if (pending.isEmpty()) {
      return;
    }
    List<String> keys = new ArrayList<>(pending.keySet());
    String key = keys.get(random.nextInt(keys.size()));
    Deque<Optional<ApiObject>> changes = pending.getOrDefault(key, new ArrayDeque<>());
    Optional<ApiObject> after = changes.remove();
    while (isRelisting(random) && !changes.isEmpty()) {
      after = changes.remove();
    }
    if (changes.isEmpty()) {
      pending.remove(key);
    }
    Optional<ApiObject> before = Optional.ofNullable(shown.get(key));
    tell(decisions, key, after);
    if (faults.contains(Fault.OLDER_AFTER_NEWER) && after.isPresent() && random.nextInt(4) == 0) {
      before.ifPresent(older -> tell(decisions, key, Optional.of(older)));
    }
    if (random.nextInt(4) == 0) {
      tell(decisions, key, after);
    }
  }

  private static boolean isRelisting(Random random) {
    return random.nextInt(4) == 0;
  }

  private void tell(Decisions decisions, String key, Optional<ApiObject> after) {
    Optional<ApiObject> before = Optional.ofNullable(shown.get(key));
    if (before.isEmpty() && after.isEmpty()) {
      return;
    }
    if (after.isPresent()) {
      cluster = cluster.with(after.get());
      shown.put(key, after.get());
    } else {
      cluster = cluster.without(before.get());
      shown.remove(key);
    }
    boolean isForgotten =
        faults.contains(Fault.TERMINATING_COUNTED_TWICE)
            && after.filter(LateInformer::ends).isPresent();
    ObjectChange change = new ObjectChange(isForgotten ? Optional.empty() : before, after);
    decisions.changed(
        isReplacement(before, after) && !faults.contains(Fault.REPLACEMENT_TOLD_AS_CHANGE)
            ? List.of(
                new ObjectChange(before, Optional.empty()),
                new ObjectChange(Optional.empty(), after))
            : List.of(change),
        cluster);
  }

  private static boolean isReplacement(Optional<ApiObject> before, Optional<ApiObject> after) {
    return before.isPresent()
        && after.isPresent()
        && !before.get().metadata().uid().equals(after.get().metadata().uid());
  }

  private static boolean ends(ApiObject object) {
    return object instanceof Pod pod && pod.isBound() && pod.isTerminating();
  }

  /** Tells of all changes. */
  void tellAll(Decisions decisions, Random random) {
    while (!pending.isEmpty()) {
      tellOne(decisions, random);
    }
  }
}
