package dev.plimsoll.advisor.recommend;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapFinder;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.History;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.plan.QuotaPlan;
import dev.plimsoll.model.tenancy.plan.QuotaProposal;
import dev.plimsoll.model.whatif.World;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Thinks out what quotas should be: the plan that follows from the tenants' shares, without keys
 * that nothing is charged to, and with what pods still lack which nodes could take. What that does
 * is tried on the model.
 */
public final class Advisor {
  private final World world;
  private final CapacityPolicy policy;
  private final History history;

  private Advisor(World world, CapacityPolicy policy, History history) {
    this.world = world;
    this.policy = policy;
    this.history = history;
  }

  /**
   * Returns what is recommended.
   *
   * @param world the cluster as it is
   * @param policy what those who share it have agreed on
   * @param history what they used before
   */
  public static Advice advise(World world, CapacityPolicy policy, History history) {
    return new Advisor(world, policy, history).advice();
  }

  private Advice advice() {
    Cluster cluster = world.cluster();
    Shares shares = Shares.of(cluster, policy, history);
    List<Gap> now = gaps(world);
    Drafts drafts = new Drafts(QuotaPlan.of(cluster, shares).proposals());
    new DeadKeys(cluster, policy, drafts).drop(now);
    new Relief(world, shares, drafts).give();
    new Multiples(cluster, shares, drafts).fit();
    List<QuotaProposal> proposals = inOrder(drafts);
    World followed = Followed.by(world, proposals);
    List<Gap> then = gaps(followed);
    Effects effects = new Effects(world, followed, policy, now, then);
    Certainty certainty = new Certainty(cluster, shares, history);
    List<Recommendation> recommendations =
        proposals.stream()
            .map(
                p ->
                    new Recommendation(
                        p, Followed.quota(cluster, p), effects.in(p.namespace()), certainty.of(p)))
            .toList();
    return new Advice(
        shares,
        recommendations,
        LimitRanges.of(cluster, policy, now),
        Nodes.of(followed, shares),
        now,
        then,
        Notes.of(world, shares, recommendations, then),
        cluster.asOf(),
        cluster.omissions());
  }

  private List<QuotaProposal> inOrder(Drafts drafts) {
    List<String> tenants = policy.tenants().stream().map(t -> t.name()).toList();
    return drafts.all().stream()
        .sorted(
            Comparator.comparingInt(
                    (QuotaProposal p) ->
                        IntStream.range(0, tenants.size())
                            .filter(i -> tenants.get(i).equals(p.tenant()))
                            .findFirst()
                            .orElse(tenants.size()))
                .thenComparing(QuotaProposal::namespace)
                .thenComparing(QuotaProposal::name))
        .toList();
  }

  private static List<Gap> gaps(World world) {
    return GapFinder.find(world).stream().map(Finding::gap).toList();
  }
}
