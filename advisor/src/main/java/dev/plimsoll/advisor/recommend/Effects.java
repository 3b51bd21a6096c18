package dev.plimsoll.advisor.recommend;

import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import dev.plimsoll.model.whatif.Trial;
import dev.plimsoll.model.whatif.World;
import dev.plimsoll.model.workload.PodGroup;
import dev.plimsoll.model.workload.PodMaker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds what becomes of each namespace when all recommendations are followed. */
final class Effects {
  private final Map<String, Count> countsNow;
  private final Map<String, Count> countsThen;
  private final List<Gap> now;
  private final List<Gap> then;

  private record Count(int missing, int admitted, int placed) {
    static final Count NONE = new Count(0, 0, 0);

    Count plus(Trial trial) {
      return new Count(
          missing + trial.attempts().size(), admitted + trial.admitted(), placed + trial.placed());
    }
  }

  Effects(World world, World followed, CapacityPolicy policy, List<Gap> now, List<Gap> then) {
    this.countsNow = counts(world, policy);
    this.countsThen = counts(followed, policy);
    this.now = now;
    this.then = then;
  }

  Effect in(String namespace) {
    Count before = countsNow.getOrDefault(namespace, Count.NONE);
    Count after = countsThen.getOrDefault(namespace, Count.NONE);
    return new Effect(
        before.missing(),
        before.admitted(),
        after.admitted(),
        before.placed(),
        after.placed(),
        without(now, then, namespace),
        without(then, now, namespace));
  }

  /** Returns those of a namespace that the others don't have. */
  static List<Gap> without(List<Gap> some, List<Gap> others, String namespace) {
    return some.stream()
        .filter(g -> g.namespace().equals(namespace))
        .filter(g -> others.stream().noneMatch(o -> isSame(o, g)))
        .toList();
  }

  private static boolean isSame(Gap a, Gap b) {
    return a.kind() == b.kind()
        && a.object().equals(b.object())
        && a.resource().equals(b.resource());
  }

  /** Creates all missing pods of tenants, one workload after the other. */
  private static Map<String, Count> counts(World world, CapacityPolicy policy) {
    TenantNamespaces tenants = TenantNamespaces.of(world.cluster(), policy);
    Map<String, Count> counts = new HashMap<>();
    World current = world;
    for (PodGroup group : world.workloads().groups()) {
      String namespace = group.root().namespace();
      if (tenants.tenantOf(namespace).isPresent()) {
        for (PodMaker maker : group.makers()) {
          Trial trial = Trial.create(current, maker.missingPods());
          current = trial.after();
          counts.put(namespace, counts.getOrDefault(namespace, Count.NONE).plus(trial));
        }
      }
    }
    return counts;
  }
}
